// An OpenAPI document, as far as the reference reads it.

/** A JSON Schema. */
export interface SchemaNode {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: unknown
  readonly items?: SchemaNode
  readonly anyOf?: ReadonlyArray<SchemaNode>
  readonly oneOf?: ReadonlyArray<SchemaNode>
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
}

/** An example under a name. */
export interface ExampleNode {
  readonly summary?: string
  readonly value: unknown
}

/** A body, by its media type. */
export interface BodyNode {
  readonly required?: boolean
  readonly content?: Readonly<
    Record<string, { readonly schema: SchemaNode; readonly examples?: Readonly<Record<string, ExampleNode>> }>
  >
}

/** An answer. */
export interface ResponseNode extends BodyNode {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
}

/** A parameter. */
export interface ParameterNode {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: SchemaNode
  readonly example?: unknown
}

/** An operation. */
export interface OperationNode {
  readonly operationId: string
  readonly tags?: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<ParameterNode>
  readonly requestBody?: BodyNode
  readonly responses: Readonly<Record<string, ResponseNode>>
}

/** A header of answers. */
export interface HeaderNode {
  readonly description: string
  readonly example: unknown
}

/** A document. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: OperationNode }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaNode>>
    readonly headers: Readonly<Record<string, HeaderNode>>
  }
}

/** An operation where it is. */
export interface PlacedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationNode
}

/** The operations of a tag. */
export const operationsOf = ({ paths }: ReferenceDocument, tag: string): ReadonlyArray<PlacedOperation> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )

/** The media type of a body, where it has one. */
export const mediaOf = (body: BodyNode | undefined) => Object.values(body?.content ?? {})[0]
