// What an agent writes, line by line: messages go on to the protocol, and a line that is none is answered here. Effect's
// parser throws at such a line, and after that the server hears nothing more.
import * as Schema from "effect/Schema"

/** The most characters of a line: as many as Effect's parser takes. */
const LINE_MAX = 16 * 1024 * 1024

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

const Id = Schema.Union([Schema.String, Schema.Number])
const hasId = Schema.is(Schema.Struct({ id: Id }))
const version = { jsonrpc: Schema.Literal("2.0") }
const isMessage = Schema.is(
  Schema.Union([
    Schema.Struct({ ...version, method: Schema.String, id: Schema.optionalKey(Id) }),
    Schema.Struct({ ...version, id: Id, result: Schema.Unknown }),
    Schema.Struct({ ...version, error: Schema.Struct({ code: Schema.Number, message: Schema.String }) }),
  ]),
)

/** The lines of a text that comes in pieces; null in the place of one that is too long, which is kept nowhere. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string | null> {
  let line: string | null = ""
  for await (const piece of pieces) {
    for (const [index, part] of piece.split("\n").entries()) {
      if (index > 0) {
        yield line
        line = ""
      }
      if (line !== null) line = line.length + part.length > LINE_MAX ? null : line + part
    }
  }
  yield line
}

/** The answer to a line that is no message; null for one that is. */
const refusalOf = (line: string | null): object | null => {
  const refuse = (code: number, message: string, id: string | number | null = null) => ({
    jsonrpc: "2.0",
    id,
    error: { code, message },
  })
  if (line === null)
    return refuse(PARSE_ERROR, `Expected a line of at most ${LINE_MAX} characters: send less`)
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return refuse(PARSE_ERROR, "Expected a line of JSON: send each message whole, in a line of its own")
  }
  if (isMessage(json) || (Array.isArray(json) && json.every(isMessage))) return null
  const expected = 'Expected a message of JSON-RPC, such as {"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  return refuse(INVALID_REQUEST, expected, hasId(json) ? json.id : null)
}

/** The messages of an agent, each a line. To a line that is none it gets an answer by `answer`. */
export async function* messagesOf(
  pieces: AsyncIterable<string>,
  answer: (line: string) => void,
): AsyncGenerator<string> {
  for await (const line of linesOf(pieces)) {
    if (line?.trim() === "") continue
    const refusal = refusalOf(line)
    if (refusal === null) yield `${line}\n`
    else answer(`${JSON.stringify(refusal)}\n`)
  }
}
