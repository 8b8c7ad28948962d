// Schemas as tables: a row for each member, and for the members of records within it.
import type { SchemaNode } from "./document.ts"
import { type Content, type Html, html, prose } from "./html.ts"

const REFERENCE = "#/components/schemas/"

/** The anchor of a schema's table on the page. */
export const schemaAnchor = (name: string): string => `schema-${name}`

const nameOf = ($ref: string): string => $ref.slice(REFERENCE.length)

const isNull = ({ type }: SchemaNode): boolean => type === "null"

const joined = (parts: ReadonlyArray<Content>, between: string): Content =>
  parts.map((part, index) => (index === 0 ? part : [between, part]))

/** The type of a value, in words. */
export const typeOf = (schema: SchemaNode): Content => {
  const { $ref, anyOf, enum: values, type, format, items } = schema
  if ($ref !== undefined) return html`<a href="#${schemaAnchor(nameOf($ref))}">${nameOf($ref)}</a>`
  if (anyOf !== undefined) return joined(anyOf.map(typeOf), " or ")
  if (values !== undefined) {
    return joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      " or ",
    )
  }
  if (items !== undefined) return ["list of ", typeOf(items)]
  return format === undefined ? (type ?? "anything") : `${type} (${format})`
}

const boundsOf = (schema: SchemaNode): ReadonlyArray<string> => {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, pattern } = schema
  const said = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    minLength !== undefined && maxLength !== undefined && `${minLength} to ${maxLength} characters`,
    minLength === undefined && maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && `like \`${pattern}\``,
    schema.default !== undefined && `${JSON.stringify(schema.default)} if left out`,
  ]
  return said.filter((part) => part !== false)
}

/** The note on a value beside its type. */
export const noteOf = (schema: SchemaNode): Content =>
  prose([schema.description, boundsOf(schema).join(", ")].filter((part) => !!part).join(" "))

/** The record that a member is, or a list of which it is, or that it can be beside null. */
const recordIn = (schema: SchemaNode): { readonly record: SchemaNode; readonly suffix: string } | null => {
  const { anyOf = [], items, properties } = schema
  if (properties !== undefined) return { record: schema, suffix: "" }
  if (items?.properties !== undefined) return { record: items, suffix: "[]" }
  const [only, ...others] = anyOf.filter((one) => !isNull(one))
  return only?.properties !== undefined && others.length === 0 ? { record: only, suffix: "" } : null
}

const rowsOf = (record: SchemaNode, prefix: string): ReadonlyArray<Html> =>
  Object.entries(record.properties ?? {}).flatMap(([name, member]) => {
    const within = recordIn(member)
    const path = `${prefix}${name}`
    const isRequired = record.required?.includes(name) ?? false
    const row = html`<tr><th scope="row"><code>${path}</code></th><td>${typeOf(member)}</td><td>${
      isRequired ? "always" : "optional"
    }</td><td>${noteOf(member)}</td></tr>`
    return within === null ? [row] : [row, ...rowsOf(within.record, `${path}${within.suffix}.`)]
  })

const tableOf = (record: SchemaNode, caption: string): Html => {
  if (Object.keys(record.properties ?? {}).length === 0) {
    return html`<p>${caption}: a record without members.</p>`
  }
  const closed = record.additionalProperties === false ? " No other member is taken." : ""
  return html`<table><caption>${caption}.${closed}</caption><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Presence</th><th scope="col">Note</th></tr></thead><tbody>${rowsOf(record, "")}</tbody></table>`
}

/** The members of a schema as a table, or as one a choice. */
export const membersOf = (schema: SchemaNode, caption: string): Html => {
  const { $ref, anyOf, oneOf } = schema
  const choices = anyOf ?? oneOf
  if ($ref !== undefined) return html`<p>${caption}: ${typeOf(schema)}.</p>`
  if (choices?.every((one) => one.$ref !== undefined)) return html`<p>${caption}: ${typeOf(schema)}.</p>`
  if (choices === undefined) return tableOf(schema, caption)
  return html`${choices.map((one, index) => tableOf(one, `${caption}, choice ${index + 1} of ${choices.length}`))}`
}
