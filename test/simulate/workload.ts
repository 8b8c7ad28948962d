// What is planned for a seed: which organizations there are, and step by step which calls are made at once and what goes
// wrong meanwhile. The plan knows nothing of what will be answered.
import { defaultSeed, type Seed } from "../../simulator/index.ts"
import { type BillingPolicy, Permission } from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
import { chanceAt, mixed, weighted } from "./chance.ts"
import type { Call, Mishap, Part, Step } from "./history.ts"
import type { OperationName } from "./operations.ts"
import { playedPlans } from "./playedPlans.ts"
import { changesPolicy, hasOwnPolicy, policyOf } from "./policies.ts"

const DAY = 86_400_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRST_DAY = Date.UTC(2026, 0, 1)

/** The organizations of a seed with their owners and viewers, its policy, and when its world begins. */
export interface Population {
  readonly seed: Seed
  readonly policy: BillingPolicy
  readonly startAt: number
  readonly organizations: ReadonlyArray<{
    readonly organizationId: string
    readonly currency: string
    readonly ownerId: string
    readonly viewerId: string
    readonly email: string
  }>
}

const idOf = (kind: string, number: number): string =>
  `0190b000-0000-7000-8000-${kind}${String(number).padStart(8, "0")}`

/** In an eighth of the seeds the plans begin with trials; what the other ones play is what it was before there were any. */
const hasTrials = (number: number): boolean => number % 8 === 0

const withTrials = (plan: Seed["plans"][number], number: number): Seed["plans"][number] => {
  const chance = chanceAt(number, 0x5a)
  const intervals = plan.intervals.map((interval) => ({ ...interval, trialDays: 1 + chance.below(40) }))
  return { ...plan, intervals }
}

/** In another eighth they are sold by quantity, and most changes of plan are changes of quantity. */
const hasQuantities = (number: number): boolean => number % 8 === 4

const withQuantities = (plan: Seed["plans"][number]): Seed["plans"][number] => ({
  ...plan,
  intervals: plan.intervals.map((interval) => ({ ...interval, quantityAllowed: true })),
})

/** In another eighth most fees are due in advance, and all terms are mixed. */
const hasAdvance = (number: number): boolean => number % 8 === 6

const withAdvance = (plan: Seed["plans"][number], number: number): Seed["plans"][number] => {
  const chance = chanceAt(number, 0x5b)
  const intervals = plan.intervals.map((interval) => ({
    ...interval,
    ...(chance.below(4) > 0 && { feeTiming: "ADVANCE" as const }),
    ...(chance.below(4) === 0 && { trialDays: 1 + chance.below(40) }),
    quantityAllowed: true,
  }))
  return { ...plan, intervals }
}

/** In another eighth, what was set up is changed, coupons are given and taken off, vouchers revoked and paid out, in the place of other calls. */
const hasChanges = (number: number): boolean => number % 8 === 2

const ofChanges = (kind: Call["kind"]): Call["kind"] => {
  if (kind === "read" || kind === "removeMethod") return "changeRecord"
  if (kind === "writeOff") return "payOutVoucher"
  if (kind === "undoCancel") return "removeCoupon"
  if (kind === "makeDefault") return "applyCoupon"
  return kind === "removeThreshold" ? "revokeVoucher" : kind
}

/** What is played of the terms in the place of another call. */
const ofTerms = (kind: Call["kind"]): Call["kind"] =>
  kind === "changePlan" ? "changeQuantity" : kind === "grant" ? "addItem" : kind

const plansOf = (number: number): Seed["plans"] => {
  if (hasAdvance(number)) return playedPlans.map((plan) => withAdvance(plan, number))
  if (hasTrials(number)) return playedPlans.map((plan) => withTrials(plan, number))
  return hasQuantities(number) ? playedPlans.map(withQuantities) : playedPlans
}

/** Two to five organizations, a policy, and a beginning within four years. */
export const populationOf = (number: number): Population => {
  const chance = chanceAt(number, 0xa)
  const organizations = Array.from({ length: 2 + chance.below(4) }, (_, index) => ({
    organizationId: idOf("0001", index),
    currency: chance.below(4) === 0 ? "USD" : "BRL",
    ownerId: idOf("0002", index),
    viewerId: idOf("0003", index),
    email: `owner-${index}@example.com`,
  }))
  return {
    startAt: FIRST_DAY + chance.below(4 * 365) * DAY + chance.below(DAY),
    organizations,
    policy: policyOf(number),
    seed: {
      ...defaultSeed,
      plans: plansOf(number),
      organizations: organizations.map(({ organizationId, currency }, index) => ({
        organizationId,
        name: `Organization ${index}`,
        currency,
        status: "ACTIVE",
      })),
      users: organizations.flatMap(({ organizationId, ownerId, viewerId, email }, index) => [
        member({ userId: ownerId, email, organizationId, permissions: Permission.ALL_PERMISSIONS }),
        member({
          userId: viewerId,
          email: `viewer-${index}@example.com`,
          organizationId,
          permissions: Permission.READ_PERMISSIONS,
        }),
      ]),
    },
  }
}

const member = (user: {
  readonly userId: string
  readonly email: string
  readonly organizationId: string
  readonly permissions: ReadonlyArray<Permission.Permission>
}): Seed["users"][number] => {
  const { userId, email, organizationId, permissions } = user
  return { userId, email, emailVerified: true, memberships: [{ organizationId, permissions }] }
}

/** The kinds of calls that take more than one request. */
export type WalkName = "payUpcoming" | "payAhead" | "signIn" | "flush" | "engines" | "enginesAhead"

const kinds: Readonly<Record<OperationName | WalkName, number>> = {
  advance: 34,
  use: 20,
  pay: 14,
  payUpcoming: 8,
  payAhead: 4,
  subscribe: 12,
  addCard: 10,
  addBoleto: 3,
  read: 8,
  changePlan: 6,
  // In the place of changes of plan, where plans are sold by quantity.
  changeQuantity: 0,
  // In the place of vouchers there.
  addItem: 0,
  // In the place of reads and removals, where what was set up is changed.
  changeRecord: 0,
  // In the place of removed thresholds, write-offs, cancellations taken back and other defaults there.
  revokeVoucher: 0,
  applyCoupon: 0,
  removeCoupon: 0,
  payOutVoucher: 0,
  changeMethod: 5,
  makeDefault: 3,
  removeMethod: 4,
  pause: 4,
  resume: 6,
  cancel: 3,
  undoCancel: 3,
  setThreshold: 5,
  removeThreshold: 1,
  checkCoupon: 1,
  grant: 5,
  applyVoucher: 5,
  settle: 5,
  fail: 3,
  refund: 5,
  dispute: 3,
  winDispute: 2,
  loseDispute: 2,
  void: 3,
  writeOff: 2,
  addEndpoint: 1,
  removeEndpoint: 1,
  flush: 1,
  signIn: 3,
  strange: 3,
  engines: 12,
  // By a clock that is years ahead.
  enginesAhead: 0,
}

const callOf = (chance: Chance, organizations: number, seed: number): Call => ({
  kind: weighted(chance, kinds),
  organization: chance.below(organizations),
  seed,
  again: weighted(chance, { never: 2, once: 4, twice: 1 }),
  withKey: chance.below(2) === 0,
})

const mishapOf = (chance: Chance, calls: number): Mishap => {
  const nth = 1 + chance.below(3)
  const when = chance.below(2) === 0 ? "before" : "after"
  const kind = weighted(chance, {
    charge: 8,
    late: 2,
    twice: 2,
    unheard: 2,
    lost: 6,
    crash: 8,
    kill: 6,
    store: 6,
    garbled: 3,
    stubborn: 2,
    sender: 1,
    restart: 1,
    receivers: 2,
    webhooks: 1,
    calm: 2,
  })
  switch (kind) {
    case "charge": {
      const outcome = chance.pick(["declined", "unknown_approved", "unknown_declined", "slow"])
      return { kind, outcome: outcome ?? "slow", nth }
    }
    case "late":
      return { kind, nth, lateMillis: (1 + chance.below(90)) * MINUTE }
    case "lost":
      return { kind, call: chance.below(calls), when }
    case "crash":
      return { kind, nth: 1 + chance.below(chance.pick([6, 16, 60]) ?? 6), when }
    case "kill":
      return { kind, turns: 1 + chance.below(chance.pick([40, 400, 4000]) ?? 40) }
    case "store": {
      const calls = chance.below(2) === 0 ? "reads" : "commits"
      const times = chance.pick([1, 1, 3, 1000]) ?? 1
      return { kind, nth: 1 + chance.below(12), times, calls, when }
    }
    case "garbled":
      return { kind, nth, answer: chance.pick(["code", "nothing", "tag", "throw"] as const) ?? "tag" }
    case "sender":
      return { kind, mood: chance.pick(["well", "well", "throwing", "hanging"] as const) ?? "well" }
    case "receivers":
      return { kind, mood: chance.pick(["well", "failing", "hanging", "moody"] as const) ?? "well" }
    case "webhooks": {
      const fault = chance.pick(["webhook_hold", "webhook_duplicate", "webhook_reorder", "webhook_fail"])
      return { kind, fault: fault ?? "webhook_fail", times: 1 + chance.below(5) }
    }
    case "restart":
    case "calm":
      return { kind }
    default:
      return { kind, nth }
  }
}

/**
 * Once a seed a gateway that is not heard for up to 30 hours, and at times a clock that is slow by no more than it may
 * be, for the audit goes by the fastest. By chance of their own, so that the rest of a plan is what it was. A slow clock
 * ends no time under a plan, in which usage may have come by a faster one. GAP-136. Under another policy the gateway often
 * refuses with a code of its own.
 */
const timesOf = (number: number, index: number, kinds: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const once = chanceAt(number, 0x5d)
  const isOut = once.below(60) === index
  const outage = { kind: "outage", millis: (1 + once.below(30)) * HOUR } as const
  const chance = chanceAt(number, 0x5c, index)
  const skew = { kind: "skew", millis: -chance.below(16) * MINUTE } as const
  const isForeign = hasOwnPolicy(number) && chanceAt(number, 0x5b, index).below(4) === 0
  const foreign = { kind: "garbled", nth: 1, answer: "code" } as const
  // Where dunning ends a subscription any call may: it may bring the last refusal.
  const mayEnd =
    changesPolicy(number) || policyOf(number).onExhausted !== "STAY" || kinds.some((kind) => ENDING.has(kind))
  const isSlow = chance.below(3) === 0 && !mayEnd
  return [
    ...(isOut ? [{ _tag: "Mishap", name: "x8", mishap: outage } as const] : []),
    ...(isForeign ? [{ _tag: "Mishap", name: "x6", mishap: foreign } as const] : []),
    ...(isSlow ? [{ _tag: "Mishap", name: "x9", mishap: skew } as const] : []),
  ]
}

const ENDING: ReadonlySet<string> = new Set(["changePlan", "changeQuantity", "pause", "cancel", "payAhead"])

/** What begins something, which a clock that is years slow would begin years ago. */
const BEGINNING: ReadonlySet<string> = new Set(["subscribe", "payAhead", "signIn", "engines"])

/** At times a step of a clock that is years wrong: one that is ahead has engines and somebody who reads, and no other call. */
const jumpOf = (number: number, index: number, calls: ReadonlyArray<Part>): ReadonlyArray<Part> | null => {
  const chance = chanceAt(number, 0x5e, index)
  const jump = (millis: number): Part => ({ _tag: "Mishap", name: "x7", mishap: { kind: "jump", millis } })
  const years = (2 + chance.below(9)) * 365 * DAY
  const which = chance.below(80)
  if (which === 0) {
    const call = { kind: "enginesAhead", organization: 0, again: "never", withKey: false } as const
    return [{ _tag: "Call", name: "0", call: { ...call, seed: mixed(number, 0x5e, index) } }, jump(years)]
  }
  const begins = calls.some((part) => part._tag === "Call" && BEGINNING.has(part.call.kind))
  return which === 1 && !begins ? [...calls, jump(-years)] : null
}

const stepOf = (number: number, index: number, organizations: number): Step => {
  const chance = chanceAt(number, 0xb, index)
  const count = chance.below(4) === 0 ? 2 + chance.below(5) : 1
  const mishaps = chance.below(4) === 0 ? 1 + chance.below(2) : 0
  // Calls that come together are rather about the same organization.
  const among = count > 1 && chance.below(3) > 0 ? chance.below(organizations) : null
  const calls = Array.from({ length: count }, (_, place): Part => {
    const called = callOf(chance, organizations, mixed(number, 0xc, index, place))
    const call =
      (hasQuantities(number) || hasAdvance(number)) && called.seed % 4 > 0
        ? { ...called, kind: ofTerms(called.kind) }
        : hasChanges(number)
          ? { ...called, kind: ofChanges(called.kind) }
          : called
    return { _tag: "Call", name: String(place), call: { ...call, organization: among ?? call.organization } }
  })
  const wrong = Array.from(
    { length: mishaps },
    (_, place): Part => ({ _tag: "Mishap", name: `x${place}`, mishap: mishapOf(chance, count) }),
  )
  const jumped = jumpOf(number, index, calls)
  if (jumped !== null) return { index, parts: jumped }
  const kindsOfCalls = calls.flatMap((part) => (part._tag === "Call" ? part.call.kind : []))
  return { index, parts: [...calls, ...wrong, ...timesOf(number, index, kindsOfCalls)] }
}

/** The first steps that are planned for a seed; a longer plan begins with a shorter one. */
export const planOf = (number: number, steps: number): ReadonlyArray<Step> => {
  const organizations = populationOf(number).organizations.length
  return Array.from({ length: steps }, (_, index) => stepOf(number, index, organizations))
}
