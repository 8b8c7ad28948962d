import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type AttemptCommand,
  type AttemptEvent,
  type AttemptStatus,
  type GatewayAnswer,
  isInFlight,
  PaymentAttempt,
} from "../../../src/core/payment/PaymentAttempt.ts"
import { deciderLaws } from "../../../src/testing/index.ts"
import { describeTable, explore, given, said } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"

const NOON = Date.UTC(2025, 0, 31, 12)
const slip = { barcode: "237", digitableLine: "237 9", expiresAt: NOON + 86_400_000 }

const answers = {
  Approved: { _tag: "Approved" },
  Declined: { _tag: "Declined", declineCode: "insufficient_funds", retryable: true },
  Pending: { _tag: "Pending", slip },
  Unknown: { _tag: "Unknown" },
} satisfies { readonly [Tag in GatewayAnswer["_tag"]]: GatewayAnswer & { readonly _tag: Tag } }

const start: AttemptCommand = {
  _tag: "Start",
  attemptId: "a1",
  paymentMethodId: "pm1",
  amount: 10_000,
  now: NOON,
}
const answer = (kind: GatewayAnswer["_tag"], now = NOON): AttemptCommand => ({
  _tag: "RecordAnswer",
  answer: answers[kind],
  now,
})

const countLookup: AttemptCommand = { _tag: "CountLookup", lookups: 1, now: NOON }
const callOperator = (now: number): AttemptCommand => ({ _tag: "CallOperator", now })
const charge = (chargedAt: number): AttemptCommand => ({ _tag: "MarkCharged", chargedAt, now: NOON })
const settle: AttemptCommand = { _tag: "RecordSettlement", now: NOON }
const expire: AttemptCommand = { _tag: "Expire", now: NOON }
const cancel: AttemptCommand = { _tag: "Cancel", now: NOON }

const commands = {
  Start: [start],
  RecordAnswer: [answer("Approved"), answer("Declined"), answer("Pending"), answer("Unknown")],
  CountLookup: [countLookup],
  CallOperator: [callOperator(NOON)],
  MarkCharged: [charge(NOON + 1)],
  RecordSettlement: [settle],
  Expire: [expire],
  Cancel: [cancel],
} satisfies Record<AttemptCommand["_tag"], ReadonlyArray<AttemptCommand>>
const moves: ReadonlyArray<AttemptCommand> = Object.values(commands).flat()

const reach = (...path: ReadonlyArray<AttemptCommand>) => given(PaymentAttempt, null, ...path)
const states = {
  none: null,
  STARTED: reach(start),
  UNKNOWN: reach(start, answer("Unknown")),
  PENDING: reach(start, answer("Pending")),
  APPROVED: reach(start, answer("Approved")),
  DECLINED: reach(start, answer("Declined")),
  EXPIRED: reach(start, answer("Pending"), expire),
  CANCELLED: reach(start, answer("Pending"), cancel),
} satisfies Record<AttemptStatus | "none", PaymentAttempt | null>

const A = "AttemptApproved"
const D = "AttemptDeclined"

describe("a payment attempt", () => {
  describeTable({
    decider: PaymentAttempt,
    states,
    commands,
    legend: {
      "–": "nothing",
      x: "refused AttemptTransitionInvalid",
      S: "AttemptStarted",
      A,
      D,
      P: "AttemptPending",
      U: "AttemptUnknown",
      E: "AttemptExpired",
      C: "AttemptCancelled",
      Q: "AttemptLookedUp",
      H: "AttemptOperatorCalled",
      M: "AttemptCharged",
    },
    rows: {
      // start | answer: approved, declined, pending, unknown | look-up | call | charged | settlement | expire | cancel
      none: "S | x x x x | x | x | x | x | x | x",
      STARTED: "x | A D P U | x | x | M | A | x | x",
      UNKNOWN: "x | A D P – | Q | H | M | A | x | x",
      PENDING: "x | A D – – | x | x | x | A | E | C",
      APPROVED: "x | – – – – | x | x | x | – | x | x",
      DECLINED: "x | A – – – | x | x | x | A | x | x",
      EXPIRED: "x | A – – – | x | x | x | A | – | x",
      CANCELLED: "x | A – – – | x | x | x | A | x | –",
    },
  })

  it("has the status that each row is named after", () => {
    for (const [name, state] of Object.entries(states)) expect(state?.status ?? "none").toBe(name)
  })

  it("starts with what it is charged for, and keeps it", () => {
    expect(reach(start)).toEqual({
      attemptId: "a1",
      paymentMethodId: "pm1",
      amount: 10_000,
      status: "STARTED",
      declineCode: null,
      retryable: false,
      slip: null,
      lookups: 0,
      startedAt: NOON,
      at: NOON,
    })
  })

  it("keeps why it was declined, and forgets it when the money arrives after all", () => {
    const declined = reach(start, answer("Declined", NOON + 1))
    expect(declined).toEqual({
      ...states.STARTED,
      status: "DECLINED",
      declineCode: "insufficient_funds",
      retryable: true,
      at: NOON + 1,
    })
    expect(given(PaymentAttempt, declined, answer("Approved", NOON + 2))).toEqual({
      ...states.STARTED,
      status: "APPROVED",
      at: NOON + 2,
    })
  })

  it("counts its look-ups, and keeps the moment at which its outcome became unknown", () => {
    const later: AttemptCommand = { _tag: "CountLookup", lookups: 2, now: NOON + 5 }
    expect(given(PaymentAttempt, states.UNKNOWN, countLookup, later, later, countLookup)).toEqual({
      ...states.UNKNOWN,
      lookups: 2,
    })
  })

  it("adds up how late its look-ups are", () => {
    const late = (lookups: number, lateMillis: number): AttemptCommand => ({
      _tag: "CountLookup",
      lookups,
      lateMillis,
      now: NOON + 5,
    })
    expect(given(PaymentAttempt, states.UNKNOWN, late(1, 70), late(2, 0), late(3, 7))).toEqual({
      ...states.UNKNOWN,
      lookups: 3,
      lookupsLateMillis: 77,
    })
  })

  it("keeps its slip to the end", () => {
    for (const state of [
      states.PENDING,
      states.EXPIRED,
      states.CANCELLED,
      reach(start, answer("Pending"), settle),
    ]) {
      expect(state?.slip).toEqual(slip)
    }
  })

  it("tells the status and the command that a refusal is about", () => {
    expect(PaymentAttempt.decide(null, cancel)).toEqual(
      Result.fail({ _tag: "AttemptTransitionInvalid", status: null, command: "Cancel" }),
    )
    expect(PaymentAttempt.decide(states.APPROVED, expire)).toEqual(
      Result.fail({ _tag: "AttemptTransitionInvalid", status: "APPROVED", command: "Expire" }),
    )
  })

  it("an unknown outcome is no failure: the truth may still be either", () => {
    expect(isInFlight(states.UNKNOWN as PaymentAttempt)).toBe(true)
    expect(said(PaymentAttempt.decide(states.UNKNOWN, answer("Approved")))).toBe(A)
    expect(said(PaymentAttempt.decide(states.UNKNOWN, answer("Declined")))).toBe(D)
  })

  it("is in flight until its outcome is known", () => {
    const inFlight = Object.values(states).filter((state) => state !== null && isInFlight(state))
    expect(inFlight.map((state) => state?.status)).toEqual(["STARTED", "UNKNOWN", "PENDING"])
  })

  it("E8: given a decline, when it is corrected to success, then it is APPROVED and never declined again", () => {
    const corrected = reach(
      start,
      answer("Declined"),
      answer("Approved"),
      answer("Declined"),
      answer("Unknown"),
    )
    expect(corrected?.status).toBe("APPROVED")
  })

  it("says when its charge was let go last, where that was after its start", () => {
    expect(reach(start, charge(NOON))).toEqual(states.STARTED)
    const again = reach(start, charge(NOON + 1), answer("Unknown"), charge(NOON + 7), charge(NOON + 5))
    expect(again).toEqual({ ...states.UNKNOWN, chargedAt: NOON + 7 })
    expect(reach(start, answer("Unknown"), charge(NOON + 7), answer("Approved"))?.status).toBe("APPROVED")
  })

  it("says when an operator was called, once, while its outcome is unknown", () => {
    const called = reach(start, answer("Unknown"), callOperator(NOON + 1), callOperator(NOON + 2))
    expect(called).toEqual({ ...states.UNKNOWN, operatorCalledAt: NOON + 1 })
    expect(reach(start, answer("Unknown"), callOperator(NOON + 1), answer("Approved"))).toEqual(
      reach(start, answer("Approved")),
    )
  })

  it("begins with AttemptStarted and with nothing else", () => {
    const events: Record<AttemptEvent["_tag"], AttemptEvent> = {
      AttemptStarted: {
        _tag: "AttemptStarted",
        attemptId: "a1",
        paymentMethodId: "pm1",
        amount: 10_000,
        at: NOON,
      },
      AttemptApproved: { _tag: A, at: NOON },
      AttemptDeclined: { _tag: D, declineCode: "stolen_card", retryable: false, at: NOON },
      AttemptPending: { _tag: "AttemptPending", slip, at: NOON },
      AttemptUnknown: { _tag: "AttemptUnknown", at: NOON },
      AttemptLookedUp: { _tag: "AttemptLookedUp", lookups: 1, at: NOON },
      AttemptOperatorCalled: { _tag: "AttemptOperatorCalled", at: NOON },
      AttemptCharged: { _tag: "AttemptCharged", chargedAt: NOON + 1, at: NOON },
      AttemptExpired: { _tag: "AttemptExpired", at: NOON },
      AttemptCancelled: { _tag: "AttemptCancelled", at: NOON },
    }
    for (const event of Object.values(events)) {
      expect(PaymentAttempt.evolve(null, event)).toEqual(
        event._tag === "AttemptStarted" ? states.STARTED : null,
      )
    }
  })

  it("every sequence of up to five commands: APPROVED keeps its money, and an outcome is only left for it", () => {
    const edges = new Set<string>()
    const reached = explore({
      decider: PaymentAttempt,
      start: null,
      moves,
      length: 5,
      visit: ({ before, events, after }) => {
        if (events.length > 0 && after?.at !== NOON) throw new Error("what happens, happens when it was told")
        if (before !== after) edges.add(`${before?.status ?? "none"} → ${after?.status}`)
        if (before !== null && (after?.amount !== before.amount || after.attemptId !== before.attemptId)) {
          throw new Error("an attempt became another one")
        }
      },
    })
    expect(new Set(reached.map((state) => state?.status ?? "none"))).toEqual(new Set(Object.keys(states)))
    expect(edges).toEqual(
      new Set([
        "none → STARTED",
        // A charge is let go again, and a look-up counts.
        ...["STARTED", "APPROVED", "DECLINED", "PENDING", "UNKNOWN"].map((to) => `STARTED → ${to}`),
        ...["APPROVED", "DECLINED", "PENDING", "UNKNOWN"].map((to) => `UNKNOWN → ${to}`),
        ...["APPROVED", "DECLINED", "EXPIRED", "CANCELLED"].map((to) => `PENDING → ${to}`),
        ...["DECLINED", "EXPIRED", "CANCELLED"].map((from) => `${from} → APPROVED`),
      ]),
    )
  })
})

describe("the life cycle keeps the law (5, 12 and 16)", () => {
  const laws = deciderLaws({ decider: PaymentAttempt, start: null, commands: fc.constantFrom(...moves) })
  it.each(laws)("$name", ({ check }) => check({ numRuns: runs(1000) }))
})
