// Billing on PostgreSQL: its stores, its schema, and what keeps it small.
export { migrate, type SchemaTooNew } from "./migrate.ts"
export { DEFAULT_SCHEMA, makePostgresBillingStore } from "./PostgresBillingStore.ts"
export {
  failureOf,
  fromPg,
  type PgPool,
  type PostgresClient,
  type PostgresFailure,
  type ResultRow,
} from "./PostgresClient.ts"
