// Faults from behind: asked for, looked at and taken back.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ApiError, apiError, paging, presentPage, Text, Uuid } from "../../../src/api/index.ts"
import { paginate } from "../../../src/index.ts"
import { PAY } from "../../faults/doubleCharge.ts"
import { type Aim, type Fault, GATEWAY_OUTCOMES, type Harm } from "../../faults/Fault.ts"
import { endpoints } from "../../../src/http/index.ts"
import { respondEmpty, respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { bodyOf, invalidAt, parametersOf, readNothing } from "../input.ts"

/** How long a call or a charge may be delayed. */
export const DELAY_MILLIS_MAX = 60_000

/** How large `nth` and `times` may be. */
export const CALLS_MAX = 1_000_000

const integer = (minimum: number, maximum: number) => {
  const expected = `an integer from ${minimum} to ${maximum}`
  return Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected }))
}
const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const count = Schema.optionalKey(integer(1, CALLS_MAX))
const delayMs = integer(0, DELAY_MILLIS_MAX)

const aim = {
  method: optional(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  path: optional(Text),
  organizationId: optional(Uuid),
  nth: count,
  times: count,
}

const faultOf = <K extends string, F extends Schema.Struct.Fields>(kind: K, own: F) =>
  Schema.Struct({ kind: Schema.Literal(kind), ...aim, ...own })

const readFault = bodyOf(
  Schema.Union([
    faultOf("respond", { status: integer(400, 599), code: optional(Text) }),
    faultOf("delay", { delayMs }),
    faultOf("drop_before", {}),
    faultOf("drop_after", {}),
    faultOf("gateway", { outcome: Schema.Literals(GATEWAY_OUTCOMES), delayMs: Schema.optionalKey(delayMs) }),
    faultOf("double_charge", {}),
    faultOf("webhook_hold", {}),
    faultOf("webhook_duplicate", {}),
    faultOf("webhook_reorder", {
      order: Schema.optionalKey(
        Schema.Union([Schema.Literal("reverse"), Schema.Struct({ seed: integer(0, 2 ** 32 - 1) })]),
      ),
    }),
    faultOf("webhook_fail", {}),
  ]),
)

type Wish = Effect.Success<ReturnType<typeof readFault>>

const readQuery = parametersOf(Schema.Struct(paging))

const one = "/_simulator/faults/{faultId}"

/** `GET`, `POST` and `DELETE /_simulator/faults`, and of one of them. */
export const faultRoutes = ({ faults }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/faults",
    handle: (request) =>
      Effect.map(readQuery(request), (list) =>
        respondJson(200, presentPage(paginate(faults.book.all().toReversed(), list), list, present)),
      ),
  },
  {
    method: "POST",
    path: "/_simulator/faults",
    handle: Effect.fnUntraced(function* (request) {
      const wish = yield* readFault(request)
      const refusal = misfit(wish)
      if (refusal !== null) return yield* Effect.fail(refusal)
      const fault = faults.book.add({ ...aimOf(wish), harm: harmOf(wish) })
      if (fault === null) return yield* Effect.fail(apiError("fault.max_of_100_faults_reached"))
      return respondJson(201, present(fault))
    }),
  },
  {
    method: "DELETE",
    path: "/_simulator/faults",
    handle: (request) =>
      Effect.map(readNothing(request), () => {
        faults.book.clear()
        return respondEmpty(204)
      }),
  },
  {
    method: "GET",
    path: one,
    handle: ({ params: { faultId = "" } }) =>
      Effect.suspend(() => {
        const fault = faults.book.get(faultId)
        return fault === undefined ? notFound : Effect.succeed(respondJson(200, present(fault)))
      }),
  },
  {
    method: "DELETE",
    path: one,
    handle: (request) =>
      Effect.flatMap(readNothing(request), () =>
        faults.book.remove(request.params.faultId ?? "") ? Effect.succeed(respondEmpty(204)) : notFound,
      ),
  },
]

const notFound = Effect.fail(apiError("fault.not_found"))

const aimOf = ({ method = null, path = null, organizationId = null, nth = 1, times = 1 }: Wish): Aim => ({
  method,
  path,
  organizationId,
  nth,
  times,
})

/** How long a slow charge takes where nothing is said. */
const SLOW_MILLIS = 5_000

const harmOf = (wish: Wish): Harm => {
  switch (wish.kind) {
    case "respond":
      return { kind: wish.kind, status: wish.status, code: wish.code ?? null }
    case "delay":
      return { kind: wish.kind, delayMs: wish.delayMs }
    case "gateway": {
      const { kind, outcome, delayMs = outcome === "slow" ? SLOW_MILLIS : 0 } = wish
      return { kind, outcome, delayMs }
    }
    case "webhook_reorder":
      return { kind: wish.kind, order: wish.order ?? "reverse" }
    default:
      return { kind: wish.kind }
  }
}

/** What cannot be meant: calls that the contract does not have, and members that say nothing of this kind. */
const misfit = (wish: Wish): ApiError | null => {
  const { kind, method = null, path = null, organizationId = null } = wish
  if (kind.startsWith("webhook_") && (method !== null || path !== null)) {
    return invalidAt(path === null ? "method" : "path", "A delivery is no call of the contract")
  }
  const atPath = endpoints.filter((endpoint) => path === null || endpoint.path === path)
  if (atPath.length === 0) return invalidAt("path", "Expected a path of the contract, with its {parameters}")
  if (method !== null && !atPath.some((endpoint) => endpoint.method === method)) {
    return invalidAt("method", "The path has no such method")
  }
  if (
    kind === "double_charge" &&
    ((method ?? PAY.method) !== PAY.method || (path ?? PAY.path) !== PAY.path)
  ) {
    return invalidAt(path === null ? "method" : "path", "Only pays charge again")
  }
  if (organizationId !== null && path !== null && kind !== "gateway" && !path.includes("{organizationId}")) {
    return invalidAt("organizationId", "The path names no organization")
  }
  return kind === "gateway" && wish.delayMs !== undefined && wish.outcome !== "slow"
    ? invalidAt("delayMs", "Expected with slow, and with nothing else")
    : null
}

const present = ({ faultId, harm, ...fault }: Fault) => {
  const { kind, ...own } = harm
  const { method, path, organizationId, nth, times, matched, struck } = fault
  return { faultId, kind, method, path, organizationId, nth, times, ...own, matched, struck }
}
