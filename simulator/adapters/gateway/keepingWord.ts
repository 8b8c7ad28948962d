// A gateway that keeps its word: an approval that somebody heard, or that is on its way to him, is not taken back, because
// he may be about to record it.
import * as Effect from "effect/Effect"
import type { PaymentGateway } from "../../../src/index.ts"
import { makeRecentMap } from "./RecentMap.ts"
import type { ScriptedGateway } from "./ScriptedGateway.ts"

type Gateway = PaymentGateway["Service"]

/** So many approvals are remembered: more than there are answers on their way. */
const APPROVALS_MAX = 1_000

/**
 * The gateway as it is heard through all that delays or loses its answers, and what an operator does there. What is lost
 * on its way may be told otherwise after that.
 */
export const keepingWord = (
  scripted: ScriptedGateway,
  through: (gateway: Gateway) => Gateway,
): { readonly gateway: Gateway; readonly charged: ScriptedGateway } => {
  const approved = makeRecentMap<true>(APPROVALS_MAX)
  /** How many wait for an answer about each attempt. */
  const waiting = new Map<string, number>()
  /** The attempts of which an approval is on its way to one of them. */
  const leaving = new Set<string>()
  const begin = (attemptId: string): void => void waiting.set(attemptId, (waiting.get(attemptId) ?? 0) + 1)
  const end = (attemptId: string): void => {
    const others = (waiting.get(attemptId) ?? 0) - 1
    if (others > 0) {
      waiting.set(attemptId, others)
      return
    }
    waiting.delete(attemptId)
    leaving.delete(attemptId)
  }
  const eachAnswer = (
    gateway: Gateway,
    answered: <A extends { readonly _tag: string }>(
      attemptId: string,
      answer: Effect.Effect<A>,
    ) => Effect.Effect<A>,
  ): Gateway => ({
    ...gateway,
    charge: (charge) => answered(charge.attemptId, gateway.charge(charge)),
    lookup: (charge) => answered(charge.attemptId, gateway.lookup(charge)),
    cancel: (charge) => answered(charge.attemptId, gateway.cancel(charge)),
  })
  const onApproval =
    (note: () => void) =>
    ({ _tag }: { readonly _tag: string }) =>
      Effect.sync(() => {
        if (_tag === "Approved") note()
      })
  const there = eachAnswer(scripted.gateway, (attemptId, answer) =>
    Effect.tap(
      answer,
      onApproval(() => void leaving.add(attemptId)),
    ),
  )
  const gateway = eachAnswer(through(there), (attemptId, answer) =>
    Effect.acquireUseRelease(
      Effect.sync(() => begin(attemptId)),
      () =>
        Effect.tap(
          answer,
          onApproval(() => void approved.set(attemptId, true)),
        ),
      () => Effect.sync(() => end(attemptId)),
    ),
  )
  return {
    gateway,
    charged: {
      ...scripted,
      fail: (attemptId, declineCode) => {
        if (approved.get(attemptId) === undefined && !leaving.has(attemptId))
          scripted.fail(attemptId, declineCode)
      },
    },
  }
}
