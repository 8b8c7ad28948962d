// Judges a simulated world from outside: its books by the simulator's independent audit, every answer by the contract,
// the gateway by what it saw, and the webhooks by what became of each event. It decides nothing and changes nothing.
import * as Cause from "effect/Cause"
import { CHARGES_MAX, chargesOf } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { audit } from "../../simulator/audit/audit.ts"
import type { WorldSnapshot } from "../../simulator/world/state/WorldSnapshot.ts"
import type { Defect } from "../../src/http/dispatcher.ts"
import type { BillingPolicy } from "../../src/index.ts"
import { storedIn } from "../support/stored.ts"
import { BROKEN } from "./chaos/Process.ts"
import type { Exchange } from "./client.ts"
import { faultOfAnswer } from "./contract.ts"
import type { SimulatedWorld } from "./world.ts"

/** Something that should never be. */
export interface Finding {
  readonly rule: string
  readonly message: string
}

const messageOf = (parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("; ")

/** What is wrong with the books: of all organizations, or with `only` of these. */
export const auditBooks = (
  moment: WorldSnapshot,
  only: ReadonlySet<string> | null,
  policy: BillingPolicy,
): ReadonlyArray<Finding> => {
  const { now, tables, gateway, couponsBefore } = moment
  const isWanted = (organizationId: string): boolean => only === null || only.has(organizationId)
  const snapshot = makeMemoryBillingStore({ tables }).state.snapshot()
  const charges = chargesOf(gateway)
  const { findings } = audit({
    snapshot: {
      ...snapshot,
      // The counts of coupons add up over all organizations alone.
      records: snapshot.records.filter(({ kind, record }) =>
        "organizationId" in record ? isWanted(record.organizationId) : only === null || kind !== "Coupon",
      ),
    },
    charges: {
      items: charges.filter(({ organizationId }) => isWanted(organizationId)),
      complete: charges.length < CHARGES_MAX,
    },
    now,
    policy,
    couponsBefore,
  })
  return findings.map(({ rule, organizationId, objectIds, requestIds, message }) => ({
    rule,
    message: messageOf([message, organizationId ?? "", objectIds.join(" "), requestIds.join(" ")]),
  }))
}

/**
 * What is wrong with an answer. `alone` says that nobody else was asking, and `excused` that a part which is broken on
 * purpose may have kept the service from answering.
 */
export const auditExchange = (
  exchange: Exchange,
  { alone, excused }: { readonly alone: boolean; readonly excused: boolean },
): ReadonlyArray<Finding> => {
  const { wanted, status, text, before, path } = exchange
  const isExcused = excused && (status === 500 || status === 503 || text.includes('"failures"'))
  if (status === 0 || isExcused) return []
  const at = `${wanted.method} ${wanted.route}`
  const findings: Array<Finding> = []
  const fault = faultOfAnswer({ at, status, text })
  if (fault !== null) findings.push({ rule: "answer", message: `${wanted.method} ${path}: ${fault}` })
  if (alone && status === 503) {
    findings.push({
      rule: "busy_alone",
      message: `${wanted.method} ${path}: busy, and nobody else was there`,
    })
  }
  // Where the store could not take an answer, its key is in use for a minute, and then free. GAP-43
  // An operator may have changed the caller's record meanwhile, and who may not call any more gets no answer again. GAP-181
  const isBarred = text.includes('"organization.inactive"')
  if (before !== null && !excused && !isBarred && isKept(before) && before !== `${status} ${text}`) {
    findings.push({
      rule: "replay",
      message: `${wanted.method} ${path}: under its key first ${before}, then ${status} ${text}`,
    })
  }
  if (exchange.replayed && isTransient(text)) {
    findings.push({ rule: "replay", message: `${wanted.method} ${path}: answered again with ${text}` })
  }
  if (wanted.route === "/_simulator/clock" && text.includes('"failures"')) {
    findings.push({ rule: "engine", message: text.slice(text.indexOf('"failures"')) })
  }
  return findings
}

/** Whether an answer is one that its key gives again. */
const isKept = (answer: string): boolean => /^(2|402|409)/.test(answer) && !isTransient(answer)

/** Whether an answer says what passes by itself, so that its key is free again. GAP-130 */
const isTransient = (answer: string): boolean =>
  /"(?:invoice\.payment_in_progress|idempotency_key\.in_use)"/.test(answer)

/** What went wrong inside. */
export const auditDefects = (defects: ReadonlyArray<Defect>): ReadonlyArray<Finding> =>
  defects
    // What an adapter should not have done, which is told as it has to be.
    .filter(({ method }) => method !== "PORT")
    .map(({ method, path, cause }) => ({
      rule: "defect",
      message: `${method} ${path}: ${Cause.pretty(cause)}`,
    }))
    .filter(({ message }) => !message.includes(BROKEN))

/** The attempts to which an adapter gave no answer, and of which nobody was told. */
export const auditReports = (
  defects: ReadonlyArray<Defect>,
  broken: ReadonlyArray<string>,
): ReadonlyArray<Finding> => {
  const told = defects.filter(({ method }) => method === "PORT").map(({ cause }) => Cause.pretty(cause))
  return broken
    .filter((attemptId) => !told.some((report) => report.includes(attemptId)))
    .map((attemptId) => ({ rule: "unreported", message: `${attemptId} got no answer, and nobody was told` }))
}

/** What is wrong with webhooks once all receivers answer and all time has passed. */
export const auditWebhooks = ({ moment, worldRun }: SimulatedWorld): ReadonlyArray<Finding> => {
  const { events, endpoints } = moment().webhooks
  const { records } = worldRun().webhooks
  const findings: Array<Finding> = []
  const found = (rule: string, message: string): void => void findings.push({ rule, message })
  const state = storedIn(makeMemoryBillingStore({ tables: moment().tables }))
  const left = state.outbox().filter(({ kind }) => kind === "EVENT")
  if (left.length > 0) found("event_unpublished", `${left.length} events wait in the outbox`)
  const sequences = Array.from(events.values(), ({ sequence }) => sequence)
  if (new Set(sequences).size !== sequences.length) found("event_repeated", "A number is there twice")
  const deliveries = records.deliveries()
  for (const { deliveryId, status } of deliveries) {
    if (status === "PENDING") found("event_undelivered", `${deliveryId} is neither delivered nor parked`)
  }
  if (new Set(deliveries.map(({ deliveryId }) => deliveryId)).size !== deliveries.length) {
    found("event_repeated", "A delivery is there twice")
  }
  for (const { endpointId, event } of deliveries) {
    if (endpoints.get(endpointId) === undefined) continue
    if (events.get(event.eventId)?.body !== event.body) {
      found("event_changed", `${event.eventId} was not told as it was published`)
    }
  }
  return findings
}

/**
 * Whether every charge that the gateway approved brought its amount in, but for those that it could not tell of, and every
 * charge that brought money was approved.
 */
export const auditMoney = (
  { gateway, tables }: WorldSnapshot,
  untold: ReadonlySet<string>,
): ReadonlyArray<Finding> => {
  const state = storedIn(makeMemoryBillingStore({ tables }))
  const charges = chargesOf(gateway).filter(({ status }) => status === "APPROVED")
  const taken = new Map(charges.map(({ attemptId, amount }) => [attemptId, amount]))
  const receipts = state
    .organizations()
    .flatMap(({ organizationId }) => state.ofOrganization(organizationId)?.invoices ?? [])
    .flatMap((invoice) => invoice.receipts)
  const brought = new Map<string, number>()
  for (const { attemptId, amount } of receipts) {
    if (attemptId !== null) brought.set(attemptId, (brought.get(attemptId) ?? 0) + amount)
  }
  const lost = charges.filter(
    ({ attemptId, amount }) => !untold.has(attemptId) && (brought.get(attemptId) ?? 0) < amount,
  )
  const made = receipts.filter(({ kind, attemptId }) => kind === "CHARGE" && !taken.has(attemptId ?? ""))
  return [
    ...lost.map(({ attemptId, amount }) => ({
      rule: "money",
      message: `The gateway took ${amount} by ${attemptId}, and ${brought.get(attemptId) ?? 0} came in`,
    })),
    ...made.map(({ attemptId, amount }) => ({
      rule: "money",
      message: `${amount} came in by ${attemptId}, which the gateway never took`,
    })),
  ]
}

/** Which attempts are open though the gateway could have told long ago. */
export const auditAttempts = (
  { gateway, tables }: WorldSnapshot,
  untold: ReadonlySet<string>,
): ReadonlyArray<Finding> => {
  const state = storedIn(makeMemoryBillingStore({ tables }))
  return state.organizations().flatMap(({ organizationId }) =>
    (state.ofOrganization(organizationId)?.invoices ?? []).flatMap(({ attempts, invoiceId }) =>
      attempts
        .filter(({ status, attemptId }) => {
          const isOpen = status === "STARTED" || status === "UNKNOWN"
          return isOpen && !untold.has(attemptId) && gateway.attempts.get(attemptId) !== undefined
        })
        .map(({ attemptId, status }) => ({
          rule: "attempt_left",
          message: `${attemptId} of ${invoiceId} is ${status}, and the gateway knows more`,
        })),
    ),
  )
}

/** Why a gateway refuses, as the contract says it. */
const CODES: ReadonlySet<string> = new Set([
  "card_declined",
  "insufficient_funds",
  "stolen_card",
  "expired_card",
  "processing_error",
])

/** What is stored of refusals in the end: no answer of a gateway brings in a code that nobody can read. */
export const auditDeclineCodes = ({ tables }: WorldSnapshot): ReadonlyArray<Finding> => {
  const state = storedIn(makeMemoryBillingStore({ tables }))
  return state.organizations().flatMap(({ organizationId }) =>
    (state.ofOrganization(organizationId)?.invoices ?? []).flatMap(({ attempts }) =>
      attempts
        .filter(({ declineCode }) => declineCode !== null && !CODES.has(declineCode))
        .map(({ attemptId, declineCode }) => ({
          rule: "decline_code",
          message: `${attemptId} was refused for ${declineCode}`,
        })),
    ),
  )
}
