// The codes that a part of an OpenAPI document lists.

interface SchemaNode {
  readonly $ref?: string
  readonly properties?: { readonly code?: { readonly enum?: ReadonlyArray<string> } }
}

/** A reader of the codes of refusals in a part of a document, wherever it refers to a schema that has some. */
export const documentedCodes = <Code extends string = string>(document: {
  readonly components: { readonly schemas: object }
}): ((node: unknown) => ReadonlyArray<Code>) => {
  const schemas = document.components.schemas as Readonly<Record<string, SchemaNode>>
  const codesIn = (node: unknown): ReadonlyArray<Code> => {
    if (typeof node !== "object" || node === null) return []
    const { $ref } = node as SchemaNode
    if ($ref === undefined) return Object.values(node).flatMap(codesIn)
    const { properties } = schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}
    return (properties?.code?.enum ?? []) as ReadonlyArray<Code>
  }
  return codesIn
}
