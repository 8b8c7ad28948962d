// Tools that say which calls there are and what one takes, so that an agent can write a client, and use `call`.
import type { Operation } from "./operations.ts"
import { checked, inputOf, type Tool, ToolRefused } from "./Tool.ts"

/** The tool that lists these operations. */
export const listCalls = (operations: ReadonlyArray<Operation>): Tool =>
  checked({
    name: "list_calls",
    description:
      "Lists the calls of /studio, which the client under test makes, and of the control plane under /_simulator. view_call says what one takes.",
    input: inputOf({
      search: {
        type: "string",
        description: "A part of the method, path or summary, in upper or lower case.",
      },
    }),
    effect: "reads",
    run: async ({ search = "" }) => {
      const part = String(search).toLowerCase()
      const calls = operations.map(({ method, path, summary }) => `${method} ${path}: ${summary}`)
      return { calls: calls.filter((line) => line.toLowerCase().includes(part)) }
    },
  })

/** The tool that shows one of these operations. */
export const viewCall = (operations: ReadonlyArray<Operation>): Tool =>
  checked({
    name: "view_call",
    description:
      "Says what a call does, takes and answers: its parameters, the JSON Schema of its body, and by status the codes of its refusals.",
    input: inputOf(
      {
        method: { type: "string", description: "Its method, such as POST." },
        path: { type: "string", description: "Its path as list_calls has it, or with ids in it." },
      },
      ["method", "path"],
    ),
    effect: "reads",
    run: async ({ method, path }) => {
      const found = operations.filter((one) => one.method === method)
      const call = found.find((one) => one.path === path) ?? found.find((one) => isAt(one, String(path)))
      if (call === undefined) {
        throw new ToolRefused(`There is no call ${method} ${path}: list_calls lists those that there are`)
      }
      return call
    },
  })

/** Whether a path with ids is one of a template. */
const isAt = ({ path: template }: Operation, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path)
