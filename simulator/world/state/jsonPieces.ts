// JSON as text in pieces, so that a value need not be whole in memory as text. The text depends on the value alone.

/** The rough length of a piece. */
const PIECE_LENGTH = 64 * 1024

/**
 * The JSON text of a value. Records and lists are gone through part by part. A series, which is an iterable that is no
 * list, is written as a list of texts, one a line: its elements should be small.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  let piece = ""
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ""
  }
  yield `${piece}\n`
}

function* partsOf(value: unknown): Generator<string, void> {
  if (typeof value !== "object" || value === null) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* joined("[]", value, partsOf)
  else if (Symbol.iterator in value) yield* joined("[]", value as Iterable<unknown>, textOf)
  else yield* joined("{}", membersOf(value), memberOf)
}

function* joined<A>(
  [open, close]: string,
  elements: Iterable<A>,
  partsOf: (element: A) => Iterable<string>,
): Generator<string, void> {
  let before = open
  for (const element of elements) {
    yield `${before}\n`
    yield* partsOf(element)
    before = ","
  }
  yield before === open ? `${open}${close}` : `\n${close}`
}

const textOf = (element: unknown): Iterable<string> => [JSON.stringify(element)]

type Member = readonly [name: string, value: unknown]

const membersOf = (record: object): Iterable<Member> =>
  Object.entries(record).filter(([, value]) => value !== undefined)

function* memberOf([name, value]: Member): Generator<string, void> {
  yield `${JSON.stringify(name)}: `
  yield* partsOf(value)
}
