// Reads a JSON document from a file line by line, so that its text is never whole in memory and may be longer than a text
// can be. The lines are those of `jsonPieces`: what opens, what closes, and small values. Any other JSON is read whole.
import { createReadStream } from "node:fs"
import * as fs from "node:fs/promises"

/** The value of the JSON document in a file. Rejects with a SyntaxError where there is none, and with what reading it said. */
export const readJson = async (file: string): Promise<unknown> => {
  const document = makeLineReader()
  for await (const lines of linesOf(file)) {
    if (!lines.every(document.take)) return JSON.parse(await wholeOf(file))
  }
  const value = document.value()
  return value === undefined ? JSON.parse(await wholeOf(file)) : value
}

/** The most bytes of a document whose lines are others: the longest text of the supported runtimes. */
const WHOLE_BYTES_MAX = 2 ** 29 - 24

const wholeOf = async (file: string): Promise<string> => {
  const { size } = await fs.stat(file)
  if (size > WHOLE_BYTES_MAX) throw new SyntaxError("The document is not as it was written")
  return fs.readFile(file, "utf8")
}

/** The lines of a file, some at a time. What Node calls a line may end at other characters, which JSON may have in it. */
async function* linesOf(file: string): AsyncGenerator<ReadonlyArray<string>, void> {
  let rest = ""
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 2 ** 20 })) {
    const lines = `${rest}${chunk}`.split("\n")
    rest = lines.pop() as string
    yield lines
  }
  if (rest !== "") yield [rest]
}

type Container = { [member: string]: unknown } | Array<unknown>

/** Builds a value from its lines. `take` is false for a line that does not come next in any document. */
const makeLineReader = (): {
  readonly take: (line: string) => boolean
  readonly value: () => unknown
} => {
  const parents: Array<Container> = []
  let root: unknown
  // Whether the line before asks for another value: true or false, or null where both may come.
  let goesOn: boolean | null = true
  const add = (text: string): void => {
    const parent = parents.at(-1)
    if (parent === undefined) root = JSON.parse(text)
    else if (Array.isArray(parent)) parent.push(JSON.parse(text))
    else Object.assign(parent, JSON.parse(`{${text}}`))
  }
  const open = (head: string, container: Container): void => {
    const parent = parents.at(-1)
    if (parent === undefined && head === "") root = container
    else if (Array.isArray(parent) && head === "") parent.push(container)
    else if (parent !== undefined && !Array.isArray(parent)) {
      const [name] = Object.keys(JSON.parse(`{${head}null}`))
      parent[name as string] = container
    } else throw new SyntaxError("A value stands in no place")
    parents.push(container)
  }
  const close = (container: Container | undefined, mark: string): boolean =>
    container !== undefined && Array.isArray(container) === (mark === "]")
  return {
    take: (line) => {
      const text = line.endsWith(",") ? line.slice(0, -1) : line
      if (text === "}" || text === "]") {
        if (goesOn === true || !close(parents.pop(), text)) return false
        goesOn = text !== line
        return true
      }
      if (goesOn === false) return false
      try {
        const end = text.at(-1)
        if (end === "{" || end === "[") {
          if (text !== line) return false
          // Of an ordinary object __proto__ is no member.
          open(text.slice(0, -1), end === "{" ? Object.create(null) : [])
          goesOn = null
        } else {
          add(text)
          goesOn = text !== line
        }
        return true
      } catch {
        return false
      }
    },
    value: () => (parents.length === 0 && goesOn === false ? root : undefined),
  }
}
