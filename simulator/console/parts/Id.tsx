// Ids in short: one reads a few of their letters, and copies all of them.
import { shortId } from "../words.ts"
import { CopyButton } from "./CopyButton.tsx"

/** The last letters of an id, the whole of it on hover, and a button that copies it. */
export const Id = ({ id }: { readonly id: string }) => (
  <span class="id">
    <code title={id}>{shortId(id)}</code>
    <CopyButton text={async () => id} label={`Copy ${id}`}>
      Copy
    </CopyButton>
  </span>
)
