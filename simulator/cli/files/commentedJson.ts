// JSON that people write: with comments and commas at the end, as editors know it by the name of JSONC. It is read here,
// because whoever writes it by hand needs the line of what is wrong, and wants no member twice; JSON.parse has neither.
import * as Result from "effect/Result"

/** The first mistake in a text, with its line, counted from 1. */
export interface NotJson {
  readonly line: number
  readonly message: string
}

/** The most levels of nested values. */
export const DEPTH_MAX = 100

/** The path of a value: names and indexes. */
type Path = ReadonlyArray<string | number>

/** Told where each value begins, the outer one before those in it. */
type Visit = (path: Path, offset: number) => void

class Fault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** The value of a text, or the first thing that is wrong with it. */
export const readCommentedJson = (text: string): Result.Result<unknown, NotJson> => {
  try {
    return Result.succeed(read(text, () => undefined))
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return Result.fail({ line: lineAt(text, fault.offset), message: fault.message })
  }
}

/** The line of the value at a dotted path, or of the nearest one around it, in a text that can be read. */
export const lineOf = (text: string, path: string): number => {
  let found = 0
  read(text, (here, offset) => {
    const name = here.join(".")
    if (name === "" || path === name || path.startsWith(`${name}.`)) found = offset
  })
  return lineAt(text, found)
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length

const BLANK = /[ \t\r\n]+|\/\/[^\n]*|\/\*.*?\*\//sy
const STRING = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y

/** A place in a text that moves on as what is there is taken. */
const cursorIn = (text: string) => {
  let offset = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset
    const [taken] = pattern.exec(text) ?? []
    offset += taken?.length ?? 0
    return taken
  }
  /** The next sign after blanks and comments; undefined at the end. */
  const next = (): string | undefined => {
    while (take(BLANK) !== undefined);
    return text[offset]
  }
  const fault = (message: string): never => {
    throw new Fault(offset, message)
  }
  const refuse = (expected: string): never => {
    const found = next()
    return fault(`expected ${expected}, found ${found === undefined ? "its end" : quoted(found)}`)
  }
  /** Takes one sign, if it is next. */
  const sign = (wanted: string): boolean => {
    if (next() !== wanted) return false
    offset++
    return true
  }
  const string = (): string => {
    const start = offset
    try {
      return JSON.parse(take(STRING) ?? "")
    } catch {
      offset = start
      return fault("this text has no end on its line, or a character or escape that JSON has not")
    }
  }
  const scalar = (): unknown => {
    const taken = take(SCALAR)
    return taken === undefined ? refuse("a value") : JSON.parse(taken)
  }
  return { at: () => offset, next, fault, refuse, sign, string, scalar }
}

const read = (text: string, visit: Visit): unknown => {
  const { at, next, fault, refuse, sign, string, scalar } = cursorIn(text)
  const path: Array<string | number> = []

  const value = (): unknown => {
    const first = next()
    visit(path, at())
    if (first === "[") return list()
    if (first === "{") return object()
    return first === '"' ? string() : scalar()
  }
  const inside = (step: string | number): unknown => {
    if (path.length === DEPTH_MAX) fault(`expected at most ${DEPTH_MAX} levels`)
    path.push(step)
    const inner = value()
    path.pop()
    return inner
  }
  /** Reads the elements between two brackets; a comma may follow the last one. */
  const elements = (open: string, close: string, element: (index: number) => void): void => {
    sign(open)
    for (let index = 0; !sign(close); index++) {
      element(index)
      if (!sign(",") && next() !== close) refuse(`, or ${close}`)
    }
  }
  const list = (): ReadonlyArray<unknown> => {
    const values: Array<unknown> = []
    elements("[", "]", (index) => values.push(inside(index)))
    return values
  }
  const object = (): object => {
    const members = new Map<string, unknown>()
    elements("{", "}", () => {
      if (next() !== '"') refuse('a name in " or }')
      const name = string()
      if (members.has(name)) fault(`${quoted(name)} is there twice`)
      if (!sign(":")) refuse(":")
      members.set(name, inside(name))
    })
    // Not by assignment, to which __proto__ would be no member.
    return Object.fromEntries(members)
  }
  const whole = value()
  return next() === undefined ? whole : refuse("its end")
}

/** At most so much of a text is repeated. */
const QUOTED_MAX = 40

const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_MAX))
