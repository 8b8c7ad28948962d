// Calls as commands of curl that work when they are pasted into a shell. Pure.

/** A call with what authorizes it: the token of a user, the control token of the shell's `$CONTROL_TOKEN`, or nothing. */
export interface CurlCall {
  readonly method: string
  readonly url: string
  /** `undefined` where there is none. */
  readonly body: unknown
  readonly authorization: { readonly token: string } | "control" | null
}

/** The command. */
export const curlOf = ({ method, url, body, authorization }: CurlCall): string =>
  [
    "curl -sS",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    quoted(url),
    ...(method === "GET" ? [] : [`-H ${quoted("content-type: application/json")}`]),
    ...headersOf(authorization),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(" ")

const headersOf = (authorization: CurlCall["authorization"]): ReadonlyArray<string> => {
  if (authorization === null) return []
  if (authorization === "control") return ['-H "authorization: Bearer $CONTROL_TOKEN"']
  return [`-H ${quoted(`authorization: Bearer ${authorization.token}`)}`]
}

/** A word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
