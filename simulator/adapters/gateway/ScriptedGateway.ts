// A payment gateway that does what its test cards say, at once and without money. The same attempt is the same charge.
// It remembers the latest 100,000 attempts and forgets older ones, as a real gateway does.
import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { CurrentRequest } from "../../../src/http/index.ts"
import {
  type Account,
  type BillingPolicy,
  defaultPolicy,
  type Page,
  type PageRequest,
  PaymentAttempt,
  type PaymentGateway,
  paginate,
  SlipDates,
} from "../../../src/index.ts"
import * as Boleto from "./Boleto.ts"
import { makeRecentMap, type RecentMap } from "./RecentMap.ts"
import { type Outcome, testCards } from "./TestCards.ts"

/** A charge as the gateway knows it: what it really did, also where its answer was lost. */
export interface GatewayCharge {
  /** The idempotency key. */
  readonly attemptId: string
  /** The invoice that was charged. */
  readonly invoiceId: string
  /** The organization that was charged. */
  readonly organizationId: string
  /** Minor units. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** The true status, whatever was answered. */
  readonly status: "APPROVED" | "DECLINED" | "PENDING" | "CANCELLED"
  /** When the charge was asked for, in milliseconds. */
  readonly at: number
  /** The `X-Request-Id` of the call during which it was charged; null in the background. */
  readonly requestId: string | null
}

/** A gateway with its charges, and reports on them. */
export interface ScriptedGateway {
  /** The port. */
  readonly gateway: PaymentGateway["Service"]
  /** The money of an attempt came after all: from now on its charge is Approved, whatever it was. */
  readonly settle: (attemptId: string) => void
  /** No money will come by an attempt: from now on its charge is Declined, whatever it was. */
  readonly fail: (attemptId: string, declineCode: PaymentAttempt.DeclineCode) => void
  /** Decides what becomes of an attempt that is about to be charged for the first time, whatever its method says. */
  readonly foresee: (attemptId: string, outcome: Outcome) => void
  /** Newest first, of the attempts that it remembers; of one organization where it is named, which looks at all. */
  readonly charges: (
    list: PageRequest & { readonly organizationId?: string | undefined },
  ) => Page<GatewayCharge>
  /** A copy of its memory for another gateway. The cost does not depend on its size. */
  readonly memory: () => GatewayMemory
}

/** The part of the policy that boletos need. */
type SlipPolicy = Pick<BillingPolicy, "holidays" | "slipDueDays" | "settlementLagBusinessDays">

/** The most attempts, and the most charged cards, that are remembered. */
export const CHARGES_MAX = 100_000

/** The memory of a gateway. */
export interface GatewayMemory {
  /** By their ids. */
  readonly attempts: RecentMap<Attempt>
  /** The references of cards that were charged. */
  readonly charged: RecentMap<true>
}

/** The memory of these attempts and cards, oldest first; without them that of a gateway that charged nothing yet. */
export const makeGatewayMemory = (
  attempts: Iterable<Attempt> = [],
  cards: Iterable<string> = [],
): GatewayMemory => {
  const memory = { attempts: makeRecentMap<Attempt>(CHARGES_MAX), charged: makeRecentMap<true>(CHARGES_MAX) }
  for (const attempt of attempts) memory.attempts.set(attempt.charge.attemptId, attempt)
  for (const card of cards) memory.charged.set(card, true)
  return memory
}

/** An attempt as the gateway remembers it: the charge, the answer and the truth. */
export interface Attempt {
  readonly charge: Account.Charge
  readonly answer: PaymentAttempt.GatewayAnswer
  readonly truth: Exclude<PaymentAttempt.GatewayAnswer, { readonly _tag: "Unknown" }>
  readonly cancelled: boolean
  readonly requestId: string | null
}

type Done = Pick<Attempt, "answer" | "truth">

/** Nothing is charged. */
const refused = (retryable: boolean) =>
  ({ _tag: "Declined", declineCode: "processing_error", retryable }) as const

/**
 * A gateway that has charged nothing yet, or with the `memory` of another one, which stays as it is. GAP-23
 *
 * A card's `gatewayReference` begins with its token, so that a stored card behaves the same in another world. An unknown
 * card is Declined. A repeated attempt gets its first answer; after Unknown only `lookup` tells the truth. A boleto is
 * Declined where it cannot be made: its amount has more than ten digits, or its due date does not exist. A cancelled
 * boleto is Declined too. `settle` and `fail` change the answer and the truth from then on.
 */
export const makeScriptedGateway = (
  options: Partial<SlipPolicy> & { readonly memory?: GatewayMemory } = {},
): ScriptedGateway => {
  const { memory = makeGatewayMemory() } = options
  const slipPolicy = { ...defaultPolicy, ...options }
  const attempts = memory.attempts.copy()
  const charged = memory.charged.copy()
  const foreseen = new Map<string, Outcome>()

  const chargeCard = (gatewayReference: string): Done => {
    const card = testCards.get(gatewayReference.split(":")[0] ?? "")
    if (card === undefined) return { answer: refused(false), truth: refused(false) }
    const isFirst = charged.get(gatewayReference) === undefined
    charged.set(gatewayReference, true)
    return isFirst && card.first !== undefined ? card.first : card.outcome
  }

  const issueSlip = (charge: Account.Charge): Done => {
    const slip = slipOf(charge, slipPolicy)
    const answer = Result.isSuccess(slip)
      ? ({ _tag: "Pending", slip: slip.success } as const)
      : refused(false)
    return { answer, truth: answer }
  }

  const gateway: PaymentGateway["Service"] = {
    tokenize: (cardToken) =>
      Effect.suspend(() => {
        const card = testCards.get(cardToken)
        if (card === undefined) return Effect.fail({ _tag: "CardTokenInvalid" } as const)
        const { brand, last4, expMonth, expYear } = card
        const gatewayReference = `${cardToken}:${randomUUID()}`
        return Effect.succeed({ brand, last4, expMonth, expYear, gatewayReference, test: true })
      }),
    charge: (charge) =>
      Effect.map(CurrentRequest, (request) => {
        const outcome = foreseen.get(charge.attemptId)
        foreseen.delete(charge.attemptId)
        const known = attempts.get(charge.attemptId)
        if (known !== undefined) return known.answer
        const { paymentMethod } = charge
        const done =
          outcome ??
          (paymentMethod.type === "CARD" ? chargeCard(paymentMethod.gatewayReference) : issueSlip(charge))
        attempts.set(charge.attemptId, {
          charge,
          ...done,
          cancelled: false,
          requestId: request?.requestId ?? null,
        })
        return done.answer
      }),
    lookup: ({ attemptId }) => Effect.sync(() => attempts.get(attemptId)?.truth ?? { _tag: "NotFound" }),
    cancel: ({ attemptId }) =>
      Effect.sync(() => {
        const known = attempts.get(attemptId)
        if (known === undefined) return { _tag: "NotFound" }
        if (known.truth._tag !== "Pending") return known.truth
        const truth = refused(true)
        attempts.set(attemptId, { ...known, answer: truth, truth, cancelled: true })
        return truth
      }),
  }
  const learn = (attemptId: string, truth: Attempt["truth"]): void => {
    const known = attempts.get(attemptId)
    if (known !== undefined) attempts.set(attemptId, { ...known, answer: truth, truth, cancelled: false })
  }

  return {
    gateway,
    settle: (attemptId) => learn(attemptId, { _tag: "Approved" }),
    fail: (attemptId, declineCode) => learn(attemptId, PaymentAttempt.refusedWith(declineCode)),
    foresee: (attemptId, outcome) => void foreseen.set(attemptId, outcome),
    charges: ({ page, limit, organizationId }) => {
      if (organizationId === undefined) {
        return {
          items: attempts.newest((page - 1) * limit, limit).map(chargeOf),
          totalItems: attempts.size(),
        }
      }
      const own = attempts
        .newest(0, CHARGES_MAX)
        .filter(({ charge }) => charge.organizationId === organizationId)
      return paginate(own.map(chargeOf), { page, limit })
    },
    memory: () => ({ attempts: attempts.copy(), charged: charged.copy() }),
  }
}

/** The charges in a gateway's memory, newest first. */
export const chargesOf = (memory: GatewayMemory): ReadonlyArray<GatewayCharge> =>
  Array.from(chargesIn(memory))

/** The same, one by one, as they are asked for. */
export function* chargesIn({ attempts }: GatewayMemory): Generator<GatewayCharge, void> {
  const end = attempts.size()
  for (let from = 0; from < end; from += 100) yield* attempts.newest(from, 100).map(chargeOf)
}

const slipOf = (charge: Account.Charge, policy: SlipPolicy): Result.Result<PaymentAttempt.Slip, unknown> => {
  const { attemptId, amount, at } = charge
  return Result.flatMap(SlipDates.slipDates(at, policy), ({ dueDate, expiresAt }) =>
    Boleto.dueFactor(dueDate).pipe(
      Result.flatMap((dueFactor) =>
        Boleto.barcodeOf({
          bank: Boleto.NO_BANK,
          dueFactor,
          amount,
          freeField: Boleto.freeFieldOf(attemptId),
        }),
      ),
      Result.map((barcode) => ({ barcode, digitableLine: Boleto.digitableLineOf(barcode), expiresAt })),
    ),
  )
}

const statusOf = ({ truth, cancelled }: Attempt): GatewayCharge["status"] => {
  if (cancelled) return "CANCELLED"
  switch (truth._tag) {
    case "Approved":
      return "APPROVED"
    case "Declined":
      return "DECLINED"
    case "Pending":
      return "PENDING"
  }
}

const chargeOf = (attempt: Attempt): GatewayCharge => {
  const { attemptId, invoiceId, organizationId, amount, currency, at } = attempt.charge
  const { requestId } = attempt
  return { attemptId, invoiceId, organizationId, amount, currency, status: statusOf(attempt), at, requestId }
}
