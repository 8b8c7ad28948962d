// Tools made from operations of the control plane: what they take and do is what the contract says.
import type { ObjectSchema, Operation } from "./operations.ts"
import type { Service } from "./Service.ts"
import { checked, type Input, inputOf, type Tool } from "./Tool.ts"

/** The member by which every tool is told which world is meant. */
export const worldMember = { type: "string", description: "The name of the world; `default` if left out." }

/** The members of a body. Of several forms all members are there, and those are required that all forms require. */
const membersOf = ({ anyOf, ...one }: ObjectSchema): Required<Omit<ObjectSchema, "anyOf">> => {
  const forms = anyOf ?? [one]
  const names = new Set(forms.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const schemaOf = (name: string) => {
    const found = forms.flatMap(({ properties }) => properties?.[name] ?? [])
    const values = found.flatMap((schema) => schema.enum ?? [])
    return found.every((schema) => schema.enum !== undefined)
      ? { ...found[0], enum: [...new Set(values)] }
      : (found[0] ?? {})
  }
  return {
    properties: Object.fromEntries(Array.from(names, (name) => [name, schemaOf(name)])),
    required: [...names].filter((name) => forms.every(({ required }) => required?.includes(name))),
  }
}

/** A tool that makes the call of an operation: its parameters and the members of its body are its input. */
export const operationTool = (
  service: Service,
  operation: Operation,
  { name, hint, effect }: Pick<Tool, "name" | "effect"> & { readonly hint?: string | undefined },
): Tool => {
  const { summary, description, parameters } = operation
  const body = membersOf(operation.body)
  return checked({
    name,
    description: [`${summary}.`, description, hint].filter((text) => text !== undefined).join(" "),
    effect,
    input: inputOf(
      {
        ...Object.fromEntries(
          parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
        ),
        ...body.properties,
        world: worldMember,
      },
      [...parameters.filter(({ required }) => required).map(({ name }) => name), ...body.required],
    ),
    run: (input, signal) => service.send(input.world, { ...requestOf(operation, input), signal }),
  })
}

const requestOf = ({ method, path, parameters }: Operation, { world: _, ...input }: Input) => {
  const isPart = (where: "path" | "query") => (name: string) =>
    parameters.some((parameter) => parameter.in === where && parameter.name === name)
  const [isPath, isQuery] = [isPart("path"), isPart("query")]
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (isQuery(name)) query.set(name, String(value))
  const rest = Object.entries(input).filter(([name]) => !isPath(name) && !isQuery(name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])))
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query}`,
    ...(method !== "GET" && { body: Object.fromEntries(rest) }),
  }
}
