// The name of a schema, which stands in statements as it is.

/** The schema of the tables, unless told. */
export const DEFAULT_SCHEMA = "studio_billing"

/** Where the tables stand. */
export interface SchemaOptions {
  /** A name of small letters, digits and `_`. */
  readonly schema?: string
}

/** The name of the schema, if it needs no quotes and hides nothing; throws otherwise. */
export const schemaOf = ({ schema = DEFAULT_SCHEMA }: SchemaOptions): string => {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return schema
  throw new Error(
    `schema: expected a name of small letters, digits and _, not ${JSON.stringify(schema.slice(0, 80))}`,
  )
}
