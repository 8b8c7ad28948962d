// The operations of the OpenAPI document with their examples, easy to look at.
import { studioDocument } from "../../src/api/index.ts"
import { documentedCodes } from "../support/documentedCodes.ts"

/** An example under its name. */
export interface NamedExample {
  readonly name: string
  readonly value: unknown
}

interface DocumentedAnswer {
  readonly hasBody: boolean
  readonly examples: ReadonlyArray<NamedExample>
  readonly headers: ReadonlyArray<string>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly example?: string | number
}

/** An operation. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: `/${string}`
  readonly parameters: ReadonlyArray<Parameter>
  /** The examples of the path's parameters, and of the query's. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly requestSchema: object | null
  /** Whether its body has no members. */
  readonly isCommand: boolean
  readonly bodies: ReadonlyArray<NamedExample>
  readonly answers: ReadonlyMap<number, DocumentedAnswer>
  /** The codes that the schemas of a status list. */
  readonly codes: (status: number) => ReadonlyArray<string>
}

interface Media {
  readonly schema: {
    readonly properties?: object
    readonly anyOf?: object
    readonly oneOf?: object
    readonly $ref?: string
  }
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Content {
  readonly content?: { readonly "application/json": Media }
}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly headers: object }>>
}

const examplesOf = (part: Content | undefined): ReadonlyArray<NamedExample> =>
  Object.entries(part?.content?.["application/json"].examples ?? {}).map(([name, { value }]) => ({
    name,
    value,
  }))

const document = studioDocument()
const codesIn = documentedCodes(document)

const shownIn = (place: string, parameters: ReadonlyArray<Parameter>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parameters.flatMap(({ name, in: where, example }) =>
      where === place && example !== undefined ? [[name, String(example)]] : [],
    ),
  )

const operationFrom = (method: string, path: string, operation: Operation): DocumentedOperation => {
  const { operationId: id, parameters, requestBody, responses } = operation
  const requestSchema = requestBody?.content?.["application/json"].schema ?? null
  return {
    id,
    method: method.toUpperCase(),
    path: path as `/${string}`,
    parameters,
    params: shownIn("path", parameters),
    query: shownIn("query", parameters),
    requestSchema,
    isCommand:
      requestSchema !== null &&
      ["properties", "anyOf", "oneOf", "$ref"].every((member) => !(member in requestSchema)),
    bodies: examplesOf(requestBody),
    answers: new Map(
      Object.entries(responses).map(([status, response]) => [
        Number(status),
        {
          hasBody: response.content !== undefined,
          examples: examplesOf(response),
          headers: Object.keys(response.headers),
        },
      ]),
    ),
    codes: (status) => codesIn(responses[status]?.content?.["application/json"].schema),
  }
}

/** The operations, in the order of the document. */
export const documented: ReadonlyArray<DocumentedOperation> = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationFrom(method, path, operation as unknown as Operation),
    ),
)

/** The operation of an id. */
export const operationOf = (id: string): DocumentedOperation => {
  const found = documented.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`The document has no ${id}`)
  return found
}
