// The calls of /studio and of the control plane, as far as tools need them: from the documents of their contracts.
import * as OpenApi from "effect/http-api/OpenApi"
import { studioDocument } from "../../src/api/index.ts"
import { ControlApi } from "../control/contract/ControlApi.ts"

/** The members of a JSON Schema that tools are made of. */
export interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object & { readonly enum?: ReadonlyArray<unknown> }>>
  readonly required?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<ObjectSchema>
}

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly schema: object
  readonly description?: string
  readonly required?: boolean
}

/** An operation of a contract. */
export interface Operation {
  readonly method: string
  /** With `{name}` for a parameter. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: ObjectSchema
  /** By status what an answer means, for a refusal with its codes. */
  readonly answers: Readonly<Record<string, string>>
}

/** An operation as a document has it. */
interface Documented extends Omit<Operation, "method" | "path" | "body" | "answers"> {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: ObjectSchema & { readonly $ref?: string } }>>
  }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** A document, with the schemas that its bodies refer to. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> }
}

/** The operations of a document by their ids, such as `clock.advance`. */
const operationsOf = ({ paths, components }: Document): ReadonlyMap<string, Operation> => {
  const bodyOf = ({ requestBody }: Documented): ObjectSchema => {
    const { $ref, ...schema } = requestBody?.content["application/json"]?.schema ?? {}
    return $ref === undefined ? schema : (components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {})
  }
  const answersOf = ({ responses }: Documented) =>
    Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, description]))
  const placed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      documented,
    })),
  )
  return new Map(
    placed.map(({ method, path, documented }) => {
      const { operationId, summary, description, parameters } = documented
      const [body, answers] = [bodyOf(documented), answersOf(documented)]
      return [operationId, { method, path, summary, description, parameters, body, answers }]
    }),
  )
}

/** The operations of the control plane. */
export const controlOperations = (): ReadonlyMap<string, Operation> =>
  operationsOf(OpenApi.fromApi(ControlApi) as unknown as Document)

/** The operations of /studio. */
export const studioOperations = (): ReadonlyMap<string, Operation> =>
  operationsOf(studioDocument() as unknown as Document)
