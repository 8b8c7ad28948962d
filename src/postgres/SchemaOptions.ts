// The name of a schema, which stands in statements in quotes, so that it may be a word of SQL.

/** The schema of the tables, unless told. */
export const DEFAULT_SCHEMA = "studio_billing"

/** Where the tables stand. */
export interface SchemaOptions {
  /** A name of small letters, digits and `_`, which does not begin with `pg_`: PostgreSQL keeps those for itself. */
  readonly schema?: string
}

/** The name of the schema as statements have it, if it hides nothing and PostgreSQL takes it; throws otherwise. */
export const schemaOf = ({ schema = DEFAULT_SCHEMA }: SchemaOptions): string => {
  if (typeof schema === "string" && /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`
  const given = typeof schema === "string" ? JSON.stringify(schema.slice(0, 80)) : `a ${typeof schema}`
  throw new Error(
    `schema: expected a name of small letters, digits and _ that does not begin with pg_, not ${given}`,
  )
}
