// From the schemas of an OpenAPI document to types of TypeScript.

/** A schema of the document, as far as the contract has such. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<string | number>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
}

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
}

/** The type that has the values of a schema. */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.replace(/.*\//, "")
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ")
  if (schema.oneOf !== undefined) return typeOf(merged(schema.oneOf))
  if (schema.items !== undefined) return `ReadonlyArray<${typeOf(schema.items)}>`
  if (schema.properties !== undefined) return `{ ${membersOf(schema)} }`
  if (schema.type === "object") return "Readonly<Record<string, unknown>>"
  const scalar = scalars[schema.type ?? ""]
  if (scalar === undefined) throw new Error(`No type for ${JSON.stringify(schema)}`)
  return scalar
}

/** Records of which exactly one is sent as the one record that the contract has: its check says which members go together. */
const merged = (records: ReadonlyArray<JsonSchema>): JsonSchema => ({
  properties: Object.assign({}, ...records.map(({ properties }) => properties)),
  required: (records[0]?.required ?? []).filter((name) =>
    records.every(({ required }) => required?.includes(name)),
  ),
})

/** The members of an object, but for some. */
export const membersOf = (
  { properties = {}, required = [] }: JsonSchema,
  without: ReadonlyArray<string> = [],
): string =>
  Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, member]) => `readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(member)}`)
    .join("; ")

/** A text as a docstring. */
export const docOf = (text: string): string => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    if (line.length + word.length > 110) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`.trim()
  }
  return lines.length === 1 ? `/** ${text} */` : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */`
}

/** `paymentMethods` as `PaymentMethods`. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
