// Billing on PostgreSQL: its stores, its schema, and what keeps it small.
export { migrate, type SchemaTooNew } from "./migrate.ts"
export { makePostgresBillingStore } from "./PostgresBillingStore.ts"
export {
  type EffectSqlClient,
  failureOf,
  fromPg,
  fromPgPrepared,
  fromPostgresJs,
  fromSqlClient,
  type PgPool,
  type PostgresClient,
  type PostgresFailure,
  type PostgresJs,
  type PreparingPgPool,
  type ResultRow,
} from "./PostgresClient.ts"
export { makePostgresRateLimitStore } from "./PostgresRateLimitStore.ts"
export { makePostgresWebhookStore } from "./PostgresWebhookStore.ts"
export { DEFAULT_SCHEMA, type SchemaOptions } from "./SchemaOptions.ts"
export { DELIVERIES_KEPT_MILLIS, EVENTS_KEPT, sweep, WAITING_KEPT_MILLIS } from "./sweep.ts"
