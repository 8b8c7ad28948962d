// The audit of a world as an answer: what it holds against what it should hold.
import * as Effect from "effect/Effect"
import { CurrentBillingPolicy } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import { auditOf } from "../auditOf.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"

/** `GET /_simulator/audit`: 200 with what does not hold, whatever that is. It changes nothing. */
export const auditRoutes = ({ present }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/audit",
    handle: () => Effect.map(CurrentBillingPolicy, (policy) => respondJson(200, auditOf(present(), policy))),
  },
]
