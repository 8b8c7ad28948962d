// An address that no view has.
import { hrefOf } from "../route.ts"

/** Says so, and where to go on. */
export const Missing = ({ path }: { readonly path: ReadonlyArray<string> }) => (
  <>
    <h1>There is no such view</h1>
    <p>
      No view of the console is called <code>{path.join("/")}</code>. Take one from the list of views, or
      begin at <a href={hrefOf([])}>Start</a>.
    </p>
  </>
)
