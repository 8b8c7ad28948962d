// The calls of the control plane as a table, made of its OpenAPI document.
import * as OpenApi from "effect/http-api/OpenApi"
import { ControlApi } from "../../../simulator/control/contract/ControlApi.ts"
import { type ControlErrorCode, controlError } from "../../../simulator/control/contract/errors.ts"
import { documentedCodes } from "../../support/documentedCodes.ts"

interface SchemaNode {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: ReadonlyArray<string>
  readonly items?: SchemaNode
  readonly anyOf?: ReadonlyArray<SchemaNode>
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: SchemaNode }>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>
}

/** A call of the control plane. */
export interface ControlCall {
  readonly at: string
  readonly operation: Operation
  readonly codes: ReadonlyArray<ControlErrorCode>
  /** Those that calls of its kind do not have in common. */
  readonly ownCodes: ReadonlyArray<ControlErrorCode>
}

const code = (text: string): string => `\`${text}\``

const document = OpenApi.fromApi(ControlApi)
const codesIn = documentedCodes<ControlErrorCode>(document)
const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>

const declared = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    operation,
    codes: codesIn(Object.entries(operation.responses).filter(([status]) => status >= "400")),
  })),
)

const changes = declared.filter(({ at }) => !at.startsWith("GET "))
const inAll = (calls: typeof declared) => (name: ControlErrorCode) =>
  calls.every(({ codes }) => codes.includes(name))

/** Every call, in the order of the document. */
export const controlCalls: ReadonlyArray<ControlCall> = declared.map((call) => ({
  ...call,
  ownCodes: call.codes.filter((name) => !inAll(declared)(name) && !inAll(changes)(name)),
}))

/** The codes that every call has, and those that every call has that changes something. */
const sharedCodes = [
  controlCalls[0]?.codes.filter(inAll(declared)) ?? [],
  changes[0]?.codes.filter((name) => inAll(changes)(name) && !inAll(declared)(name)) ?? [],
] as const

const named = ([name, { items }]: readonly [string, SchemaNode]): string =>
  items?.properties === undefined
    ? code(name)
    : `${code(name)} (${Object.keys(items.properties).map(code).join(", ")})`

const membersOf = ({ properties = {}, required = [], anyOf = [] }: SchemaNode) => {
  const [first] = anyOf
  const needed =
    first === undefined
      ? required
      : (first.required ?? []).filter((name) => anyOf.every((one) => one.required?.includes(name)))
  const members = Object.entries(
    first === undefined ? properties : Object.assign({}, ...anyOf.map((one) => one.properties)),
  )
  return {
    needed: members.filter(([name]) => needed.includes(name)) as ReadonlyArray<[string, SchemaNode]>,
    optional: members.filter(([name]) => !needed.includes(name)) as ReadonlyArray<[string, SchemaNode]>,
  }
}

const mediaOf = (body: Body | undefined) => Object.entries(body?.content ?? {})[0]

const takesOf = ({ operation }: ControlCall): string => {
  const query = operation.parameters.flatMap((one) => (one.in === "query" ? [code(one.name)] : []))
  if (query.length > 0) return `query ${query.join(", ")}`
  const [, media] = mediaOf(operation.requestBody) ?? []
  if (media === undefined) return ""
  const { needed, optional } = membersOf(media.schema)
  const parts = [
    needed.map(named).join(", "),
    optional.length > 0 ? `optional ${optional.map(named).join(", ")}` : "",
  ].filter((part) => part !== "")
  if (parts.length > 0) return parts.join("; ")
  return media.schema.properties === undefined ? "a document" : code("{}")
}

const answersOf = ({ operation }: ControlCall): string => {
  const successes = Object.entries(operation.responses).filter(([status]) => status < "400")
  const [[, response] = []] = successes
  const [type = "", media] = mediaOf(response) ?? []
  const { needed, optional } = membersOf(media?.schema ?? {})
  const isRecord = media?.schema.$ref === undefined && media?.schema.anyOf === undefined
  const members = isRecord ? [...needed, ...optional].map(([name]) => code(name)).join(", ") : ""
  const what = media !== undefined && type !== "application/json" ? code(type) : members
  const statuses = successes.map(([status]) => status).join(" or ")
  return `${statuses}${what === "" ? "" : ` ${what}`}: ${response?.description.replace(/\.$/, "")}`
}

const withStatus = (name: ControlErrorCode): string =>
  `${controlError(name as "forbidden").statusCode} ${code(name)}`

const rowOf = (call: ControlCall): ReadonlyArray<string> => {
  const { summary, description, responses } = call.operation
  const isSaid = Object.values(responses).some((response) => response.description === description)
  return [
    code(call.at),
    isSaid ? summary : description.replace(/\.$/, ""),
    takesOf(call),
    answersOf(call),
    call.ownCodes.map(withStatus).join(", "),
  ]
}

const BEGIN = "<!-- The calls: written from simulator/control/contract by UPDATE_DOCS=1. -->"
const END = "<!-- The end of the calls. -->"

const block = (): string => {
  const titles = ["Call", "Does", "Takes", "Answers", "Errors of its own"]
  const rows = [titles, titles.map(() => "---"), ...controlCalls.map(rowOf)]
  const [all, changing] = sharedCodes.map((codes) => codes.map(withStatus).join(", "))
  return `Every call can answer ${all}; every POST, PUT and DELETE also ${changing}.\n\n${rows
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")}`
}

/** A page with the table as it should be. */
export const writtenCalls = (page: string): string => {
  const [before = "", rest = ""] = page.split(`${BEGIN}\n`)
  const [, after = ""] = rest.split(`\n${END}`)
  return `${before}${BEGIN}\n${block()}\n${END}${after}`
}
