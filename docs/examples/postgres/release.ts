// What a release does before its processes start, once: it brings the schema up to date, and makes a first plan and a first
// company in a new database. The programs of the release before go on meanwhile.
//
//   node release.ts
import * as Effect from "effect/Effect"
import { BillingStore, createOrganization, createUser, definePlan, Permission } from "studio-billing"
import { migrate } from "studio-billing/postgres"
import { log } from "./log.ts"
import { client, pool, ports } from "./ports.ts"
import { owner } from "./settings.ts"

const begin = Effect.gen(function* () {
  const known = yield* (yield* BillingStore).plans({ status: null, page: 1, limit: 1 })
  if (known.totalItems > 0) return
  const interval = { id: null, interval: "MONTHLY", amount: 9990, currency: "BRL" } as const
  const plan = { planId: null, name: "Starter", description: "", status: "ACTIVE", prices: [] } as const
  yield* definePlan({ ...plan, intervals: [interval] })
  const company = { organizationId: null, name: "One", currency: "BRL", status: "ACTIVE" } as const
  const { organizationId } = yield* createOrganization(company)
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  yield* createUser({ userId: null, email: owner(), emailVerified: true, memberships })
})

const released = migrate(client).pipe(
  Effect.tap(() => begin),
  Effect.provide(ports),
  Effect.match({
    onSuccess: (schema) => ({ schema }),
    onFailure: (refused) => {
      process.exitCode = 1
      return refused._tag === "SchemaTooNew"
        ? { refused: `The schema is of a later release, ${refused.found}; this one knows ${refused.known}.` }
        : { refused: refused._tag }
    },
  }),
)
log(await Effect.runPromise(released))
await pool.end()
