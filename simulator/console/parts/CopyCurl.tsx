// Calls for a shell.
import { curlOfCall, type MadeCall } from "../data/api.ts"
import { CopyButton } from "./CopyButton.tsx"

/** Copies calls as commands of curl, a line each; nothing where there are none. */
export const CopyCurl = ({ calls }: { readonly calls: ReadonlyArray<MadeCall> }) =>
  calls.length === 0 ? null : (
    <CopyButton text={async () => (await Promise.all(calls.map(curlOfCall))).join("\n")}>
      Copy as curl
    </CopyButton>
  )
