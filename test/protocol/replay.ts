// Plays a trace of the model through the use cases: the same acts in the same order, by processes that are held between
// commit 1 and the charge, and between the charge and commit 2, until the trace goes on with them.
import * as Effect from "effect/Effect"
import { previewUpcomingInvoice, runDue } from "../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"
import { pay } from "../support/chargeScenes.ts"
import { type Fate, makeForgettingGateway } from "../support/forgettingGateway.ts"
import { atPoint, endingAt, type Point } from "../support/processes.ts"
import type { Step, Trace } from "./traces.ts"

const MINUTE = 60_000

const policy = {
  // What follows a refusal is no part of the model.
  dunningDays: [300],
}

/** A place at which a process is held. */
const makeGate = (point: Point) => {
  const reached = Promise.withResolvers<"held">()
  const opened = Promise.withResolvers<void>()
  const wraps = atPoint(point, () =>
    Effect.suspend(() => {
      reached.resolve("held")
      return Effect.promise(() => opened.promise)
    }),
  )
  return { wraps, reached: reached.promise, open: () => opened.resolve() }
}

type Billing = ReturnType<typeof makeBilling>

/** A payment that goes on when it is told to; `null` where it was refused. */
const beginPayment = async (billing: Billing, invoiceId: string) => {
  const started = makeGate({ call: "commit", nth: 1, when: "after" })
  const answered = makeGate({ call: "commit", nth: 2, when: "before" })
  const process = billing.processOf({
    wrapStore: (store) => {
      const inner = started.wraps.wrapStore?.(store) ?? store
      return answered.wraps.wrapStore?.(inner) ?? inner
    },
  })
  const finished = process.run(Effect.result(pay(invoiceId))).then(() => "finished" as const)
  if ((await Promise.race([started.reached, finished])) === "finished") return null
  return {
    charge: async () => {
      started.open()
      await Promise.race([answered.reached, finished])
    },
    record: async () => {
      answered.open()
      await finished
    },
  }
}

type Payment = NonNullable<Awaited<ReturnType<typeof beginPayment>>>

const endings: Record<string, Point> = {
  "engine ends before look-up": { call: "lookup", nth: 1, when: "before" },
  "engine ends after charge": { call: "charge", nth: 1, when: "after" },
}

/** The engine does what is due, and may end on the way. */
const runEngine = async (billing: Billing, act: string): Promise<void> => {
  const run = Effect.asVoid(runDue(billing.now()))
  const point = endings[act]
  if (point === undefined) return billing.run(run)
  const dying = endingAt(point)
  await Promise.race([dying.ended, billing.processOf(dying).run(run)])
}

/** A service right before the first payment of an invoice, played step by step. */
export const makeReplay = async ({ skew }: Trace) => {
  const fates = Array<Fate>(100).fill("approved")
  const gateway = makeForgettingGateway(fates)
  let now = startAt
  const billing = makeBilling({ gateway: () => gateway.service(() => now), policy })
  await billing.seeded()
  await billing.run(subscribed())
  const { invoiceId } = await billing.run(previewUpcomingInvoice(organizationId))
  const payments = new Map<string, Payment>()

  /** Does what a step did; `false` where a payment was refused. */
  const play = async ({ act, who, fate, minutes }: Step): Promise<boolean> => {
    now = startAt + minutes * MINUTE
    billing.setNow(now + (skew.get(who) ?? 0) * MINUTE)
    if (fate !== "") fates.fill(fate)
    if (act.startsWith("engine")) await runEngine(billing, act)
    if (act === "charge") await payments.get(who)?.charge()
    if (act === "record") await payments.get(who)?.record()
    if (act === "record" || act === "crash") payments.delete(who)
    if (!act.startsWith("pay")) return true
    const payment = await beginPayment(billing, invoiceId)
    if (payment !== null) payments.set(who, payment)
    return payment !== null
  }

  const invoice = () =>
    billing.state.ofOrganization(organizationId)?.invoices.find((issued) => issued.invoiceId === invoiceId)
  return {
    play,
    invoice,
    attempts: () => (invoice()?.attempts ?? []).map(({ status, lookups }) => ({ status, lookups })),
    received: () => gateway.arrived().map(({ truth }) => truth._tag.toLowerCase()),
  }
}
