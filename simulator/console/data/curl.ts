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
    ...(authorization === null
      ? []
      : authorization === "control"
        ? ['-H "authorization: Bearer $CONTROL_TOKEN"']
        : [`-H ${quoted(`authorization: Bearer ${authorization.token}`)}`]),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(" ")

/** A word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
