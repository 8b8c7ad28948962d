// The operations of the contract with what its OpenAPI document says of each.
import * as HttpApi from "effect/http-api/HttpApi"
import { errorRows, StudioApi, studioDocument } from "../../../src/api/index.ts"
import { documentedCodes } from "../../support/documentedCodes.ts"
import { capitalized, type JsonSchema } from "./types.ts"

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: JsonSchema } }
}

interface Documented {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security?: ReadonlyArray<object>
  readonly "x-required-permission"?: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: JsonSchema
  }>
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

const document = studioDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

const { schemas } = document.components
const codesIn = documentedCodes(document)
const isRefusal = ({ properties = {} }: JsonSchema): boolean => "statusCode" in properties

/** The named schemas of the document that are no refusals. */
export const recordSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(schemas).filter(([, schema]) => !isRefusal(schema)),
)

/** An operation of the contract. */
export interface ContractOperation {
  readonly id: string
  readonly group: string
  readonly name: string
  /** Its name among types: `InvoicesPay`. */
  readonly typeName: string
  readonly method: string
  readonly path: string
  readonly documented: Documented
  readonly isKeyed: boolean
  readonly isPaged: boolean
  readonly codes: ReadonlyArray<string>
}

const documentedOf = (id: string): Documented => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const found = all.find(({ operationId }) => operationId === id)
  if (found === undefined) throw new Error(`${id} is not in the document`)
  return found
}

/** The schema of a body; undefined where there is none. */
export const schemaOf = (content: Content | undefined): JsonSchema | undefined =>
  content?.content?.["application/json"]?.schema

const isSuccess = (status: string): boolean => status.startsWith("2")

/** The schemas of what an operation answers. */
export const answersOf = ({ responses }: Documented): ReadonlyArray<JsonSchema> =>
  Object.entries(responses).flatMap(([status, answer]) => {
    const schema = schemaOf(answer)
    return isSuccess(status) && schema !== undefined ? (schema.anyOf ?? [schema]) : []
  })

/** The schemas of refusals, by the code of each. */
export const refusals: ReadonlyMap<string, JsonSchema> = new Map(
  Object.values(schemas).flatMap((schema) =>
    isRefusal(schema) ? [[String(schema.properties?.code?.enum?.[0]), schema]] : [],
  ),
)

const codesOf = ({ responses }: Documented): ReadonlyArray<string> => {
  const codes = new Set(codesIn(responses))
  return Object.keys(errorRows).filter((code) => codes.has(code))
}

const read = (): ReadonlyArray<ContractOperation> => {
  const found: Array<ContractOperation> = []
  HttpApi.reflect(StudioApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group: { identifier: group }, endpoint: { identifier: name, method, path } }) => {
      const id = `${group}.${name}`
      const documented = documentedOf(id)
      const { parameters = [] } = documented
      found.push({
        ...{ id, group, name, method, path, documented },
        typeName: capitalized(group) + capitalized(name),
        isKeyed: parameters.some((one) => one.in === "header"),
        isPaged: parameters.some((one) => one.name === "page"),
        codes: codesOf(documented),
      })
    },
  })
  return found
}

/** Every operation, in the order of the contract. */
export const contractOperations = read()

/** The names of the groups. */
export const groups = Array.from(new Set(contractOperations.map(({ group }) => group)))

/** What a group is about, by the document's tags, which stand in the order of the groups. */
export const groupText = (group: string): string => document.tags[groups.indexOf(group)]?.description ?? ""
