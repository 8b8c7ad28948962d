// What a tool of the server is: a name, what it takes as a JSON Schema, and a function that answers.

/** A JSON Schema of an object: the members of a tool's input. */
export interface InputSchema {
  readonly type: "object"
  readonly properties: Readonly<Record<string, object>>
  readonly required: ReadonlyArray<string>
  readonly additionalProperties: false
}

/** The members that an agent gave a tool. */
export type Input = Readonly<Record<string, unknown>>

/** A tool that an agent can call. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: InputSchema
  /** What it does to a world: it reads it, adds to it, or changes what is there. */
  readonly effect: "reads" | "adds" | "changes"
  /** Gives the answer as JSON. Rejects with `ToolRefused` for what the agent can put right. */
  readonly run: (input: Input, signal?: AbortSignal) => Promise<unknown>
}

/** A refusal of a tool, with what the agent can do instead. */
export class ToolRefused extends Error {
  override readonly name = "ToolRefused"
  /** The refusal as JSON, where the service answered one. */
  readonly answer: unknown

  constructor(message: string, answer?: unknown) {
    super(message)
    this.answer = answer
  }
}

/** The input of a tool: its members, with those that have to be there. */
export const inputOf = (
  properties: InputSchema["properties"],
  required: ReadonlyArray<string> = [],
): InputSchema => ({ type: "object", properties, required, additionalProperties: false })

/** A tool whose input is checked before it runs. A member that is null counts as left out: some clients send all members. */
export const checked = (tool: Tool): Tool => ({
  ...tool,
  run: async (input, signal) => {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
    checkInput(tool, given)
    return tool.run(given, signal)
  },
})

/** Refuses members that a tool does not take, and the lack of those that it needs. */
const checkInput = ({ name, input: { properties, required } }: Tool, given: Input): void => {
  const known = Object.keys(properties)
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  const takes = known.length === 0 ? "takes nothing" : `takes ${known.join(", ")}`
  if (unknown !== undefined) throw new ToolRefused(`Unknown member '${unknown}': ${name} ${takes}`)
  const missing = required.find((member) => given[member] === undefined)
  if (missing !== undefined) throw new ToolRefused(`Member '${missing}' is missing: ${name} ${takes}`)
}
