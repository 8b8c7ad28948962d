// The control plane of a world: every route of it behind one guard.
import * as Effect from "effect/Effect"
import { respondEmpty, respondJson } from "../../src/http/index.ts"
import { Iso } from "../../src/index.ts"
import { VERSION } from "../version.ts"
import { accountRoutes } from "./accounts.ts"
import { assumptionRoutes } from "./assumptions.ts"
import { auditRoutes } from "./audit.ts"
import type { ControlledWorld, ControlRoute } from "./ControlledWorld.ts"
import { catalogueRoutes } from "./catalogue.ts"
import { chargeRoutes } from "./charges.ts"
import { faultRoutes } from "./faults.ts"
import type { Guard } from "./guard.ts"
import { readNothing } from "./input.ts"
import { invoiceRoutes } from "./invoices.ts"
import { organizationRoutes } from "./organizations.ts"
import { otpRoutes } from "./otps.ts"
import { requestRoutes } from "./requests.ts"
import { snapshotRoutes } from "./snapshots.ts"
import { stateRoutes } from "./state.ts"
import { streamRoutes } from "./stream.ts"
import { timeRoutes } from "./time.ts"
import { tokenRoutes } from "./tokens.ts"
import { usageRoutes } from "./usage.ts"
import { webhookRoutes } from "./webhooks.ts"

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
