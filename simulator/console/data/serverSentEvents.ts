// Server-sent events as text that arrives in pieces, cut anywhere. Pure; the connection is in live.ts.

/** An event as it was sent. */
export interface SentEvent {
  readonly type: string
  readonly data: string
}

/** Takes text as it arrives, and gives the events that are complete by it. Comments and other fields are passed over. */
export const makeEventReader = (): ((text: string) => ReadonlyArray<SentEvent>) => {
  let rest = ""
  return (text) => {
    const blocks = (rest + text).replaceAll("\r\n", "\n").split("\n\n")
    rest = blocks.pop() ?? ""
    return blocks.flatMap(eventOf)
  }
}

const eventOf = (block: string): ReadonlyArray<SentEvent> => {
  const fields = block.split("\n").map((line) => /^(event|data): ?(.*)$/.exec(line))
  const values = (name: string): ReadonlyArray<string> =>
    fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ""] : []))
  const data = values("data")
  return data.length === 0 ? [] : [{ type: values("event").at(-1) ?? "message", data: data.join("\n") }]
}
