// The control plane of a world: every route of it behind one guard.
import * as Effect from "effect/Effect"
import { respondEmpty, respondJson } from "../../src/http/index.ts"
import { Iso } from "../../src/index.ts"
import { VERSION } from "../version.ts"
import type { ControlledWorld, ControlRoute } from "./ControlledWorld.ts"
import type { Guard } from "./guard.ts"
import { tokenRoutes } from "./handlers/access.ts"
import { accountRoutes } from "./handlers/accounts.ts"
import { assumptionRoutes } from "./handlers/assumptions.ts"
import { auditRoutes } from "./handlers/audit.ts"
import { catalogueRoutes } from "./handlers/catalogue.ts"
import { chargeRoutes } from "./handlers/charges.ts"
import { timeRoutes } from "./handlers/clock.ts"
import { faultRoutes } from "./handlers/faults.ts"
import { invoiceRoutes } from "./handlers/invoices.ts"
import { organizationRoutes } from "./handlers/organizations.ts"
import { otpRoutes } from "./handlers/otps.ts"
import { requestRoutes } from "./handlers/requests.ts"
import { snapshotRoutes } from "./handlers/snapshots.ts"
import { stateRoutes } from "./handlers/state.ts"
import { streamRoutes } from "./handlers/stream.ts"
import { usageRoutes } from "./handlers/usage.ts"
import { webhookRoutes } from "./handlers/webhooks.ts"
import { readNothing } from "./input.ts"

/** The routes under `/_simulator`. */
export const controlRoutes = (options: {
  readonly world: ControlledWorld
  readonly guard: Guard
}): ReadonlyArray<ControlRoute> => {
  const { world, guard } = options
  const routes = [
    ...worldRoutes(world),
    ...timeRoutes(world),
    ...otpRoutes(world),
    ...tokenRoutes(world),
    ...usageRoutes,
    ...catalogueRoutes(world),
    ...organizationRoutes(world),
    ...accountRoutes(world),
    ...invoiceRoutes(world),
    ...chargeRoutes(world),
    ...webhookRoutes(world),
    ...requestRoutes(world),
    ...snapshotRoutes(world),
    ...stateRoutes(world),
    ...faultRoutes(world),
    ...auditRoutes(world),
    ...streamRoutes(world),
    ...assumptionRoutes(world),
  ]
  return routes.map(({ method, path, handle }) => ({
    method,
    path,
    handle: (request) => {
      const refusal = guard(request)
      return refusal === null ? handle(request) : Effect.fail(refusal)
    },
  }))
}

const worldRoutes = ({ clock, reset }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/health",
    handle: () =>
      Effect.sync(() => respondJson(200, { status: "ok", now: Iso.toIso(clock.now()), version: VERSION })),
  },
  {
    method: "POST",
    path: "/_simulator/reset",
    handle: (request) =>
      Effect.map(readNothing(request), () => {
        reset()
        return respondEmpty(204)
      }),
  },
]
