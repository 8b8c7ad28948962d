// Answers the calls about faults.
import * as Effect from "effect/Effect"
import { presentPage } from "../../../src/api/index.ts"
import { endpoints } from "../../../src/http/index.ts"
import { paginate } from "../../../src/index.ts"
import { PAY } from "../../faults/doubleCharge.ts"
import type { Fault, FaultEffect, FaultMatcher } from "../../faults/Fault.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { type ControlError, controlError, invalidAt } from "../contract/errors.ts"
import type { FaultWish, PendingFault } from "../contract/faults.ts"

/** The calls under `/faults`. */
export const faultHandlers = ({ faults }: ControlledWorld): ControlHandlers["faults"] => ({
  list: ({ query }) =>
    Effect.sync(() => presentPage(paginate(faults.book.all().toReversed(), query), query, present)),
  create: ({ payload }) =>
    Effect.suspend(() => {
      const refusal = misfit(payload)
      if (refusal !== null) return Effect.fail(refusal)
      const fault = faults.book.add({ ...matcherOf(payload), effect: effectOf(payload) })
      return fault === null
        ? Effect.fail(controlError("fault.max_of_100_faults_reached"))
        : Effect.succeed(present(fault))
    }),
  clear: () => Effect.sync(() => faults.book.clear()),
  view: ({ params }) =>
    Effect.suspend(() => {
      const fault = faults.book.get(params.faultId)
      return fault === undefined ? notFound : Effect.succeed(present(fault))
    }),
  delete: ({ params }) => Effect.suspend(() => (faults.book.remove(params.faultId) ? Effect.void : notFound)),
})

const notFound = Effect.fail(controlError("fault.not_found"))

const matcherOf = ({
  method = null,
  path = null,
  organizationId = null,
  nth = 1,
  times = 1,
}: FaultWish): FaultMatcher => ({ method, path, organizationId, nth, times })

/** The delay of a slow charge by default. */
const SLOW_MILLIS = 5_000

const effectOf = (wish: FaultWish): FaultEffect => {
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

/** Refuses a fault that matches no call of the contract, or has a member that its kind does not use. */
const misfit = (wish: FaultWish): ControlError | null => {
  const { kind, method = null, path = null, organizationId = null } = wish
  if (kind.startsWith("webhook_") && (method !== null || path !== null)) {
    return invalidAt(path === null ? "method" : "path", "A delivery is no call of the contract")
  }
  const atPath = endpoints.filter((endpoint) => path === null || endpoint.path === path)
  if (atPath.length === 0) return invalidAt("path", "Expected a path of the contract, with its {parameters}")
  const meant = atPath.filter((endpoint) => method === null || endpoint.method === method)
  if (meant.length === 0) return invalidAt("method", "The path has no such method")
  if (kind === "respond" && path === null && !meant.some(({ refusals }) => refusals.has(wish.status))) {
    return invalidAt("status", "No call documents this status: say with path which call answers it")
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

/** A fault as it is answered. Its kind and own members fit each other, which the compiler does not see. */
const present = ({ faultId, effect, ...fault }: Fault): PendingFault => {
  const { kind, ...own } = effect
  const { method, path, organizationId, nth, times, matched, struck } = fault
  return { faultId, kind, method, path, organizationId, nth, times, ...own, matched, struck } as PendingFault
}
