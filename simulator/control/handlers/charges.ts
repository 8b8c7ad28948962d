// What the gateway charged, for whoever wants to see that nobody was charged twice.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { paging, presentPage, refusalOf, Text } from "../../../src/api/index.ts"
import { Iso, viewAccount } from "../../../src/index.ts"
import type { GatewayCharge } from "../../gateway/ScriptedGateway.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { parametersOf } from "../input.ts"

const readQuery = parametersOf(Schema.Struct({ ...paging, organizationId: Schema.optionalKey(Text) }))

/**
 * `GET /_simulator/charges`: newest first, with what really became of each, also where its answer was lost; of all
 * organizations, or of one, for which is done first what fell due.
 */
export const chargeRoutes = ({ charged }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/charges",
    handle: Effect.fnUntraced(function* (request) {
      const list = yield* readQuery(request)
      const { organizationId } = list
      if (organizationId !== undefined) yield* Effect.mapError(viewAccount(organizationId), refusalOf)
      return respondJson(200, presentPage(charged.charges(list), list, present))
    }),
  },
]

const present = ({ attemptId, invoiceId, amount, currency, status, at, requestId }: GatewayCharge) => ({
  attemptId,
  invoiceId,
  amount,
  currency,
  status,
  at: Iso.toIso(at),
  requestId,
})
