// The name of a schema, which stands in statements as it is.

/** The name, if it needs no quotes and hides nothing; throws otherwise. */
export const schemaName = (name: string): string => {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(name)) return name
  throw new Error(
    `schema: expected a name of small letters, digits and _, not ${JSON.stringify(name.slice(0, 80))}`,
  )
}
