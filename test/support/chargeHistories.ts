// Histories of charges at a gateway that forgets its keys: processes that end anywhere, others that take over at any
// time, an operator who gives up what is unknown, and a bank that reports what it moved.
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import {
  applyDue,
  type BillingPorts,
  decideAndCommit,
  failPayment,
  Invoice,
  Payments,
  previewUpcomingInvoice,
  runDue,
} from "../../src/index.ts"
import { makeBilling, organizationId, subscribed } from "./billing.ts"
import { pay } from "./chargeScenes.ts"
import { type Fate, makeForgettingGateway } from "./forgettingGateway.ts"
import { endingAt, type Point } from "./processes.ts"

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Something that is done, so long after what was done before, by a process that may end on the way. */
export interface Step {
  readonly after: number
  /** A client pays what is owed or upcoming, the engine runs, an operator fails what is unknown, a bank reports. */
  readonly do: "pay" | "run" | "fail" | "report"
  readonly endsAt: Point | null
}

/** What becomes of the charges, and what is done. */
export interface ChargeHistory {
  readonly fates: ReadonlyArray<Fate>
  readonly steps: ReadonlyArray<Step>
}

const point = fc.record<Point>({
  call: fc.constantFrom("commit", "charge", "lookup"),
  nth: fc.integer({ min: 1, max: 4 }),
  when: fc.constantFrom("before", "after"),
})

const after = fc.oneof(
  fc.integer({ min: 0, max: HOUR }),
  fc.integer({ min: 0, max: 2 * DAY }),
  fc.integer({ min: 0, max: 10 * DAY }),
)

/** Histories in which so much may be done. */
export const chargeHistories = (...acts: ReadonlyArray<Step["do"]>): fc.Arbitrary<ChargeHistory> =>
  fc.record({
    fates: fc.array(
      fc.constantFrom<Fate>("approved", "declined", "approved, unheard", "declined, unheard", "lost"),
      { maxLength: 8 },
    ),
    steps: fc.array(
      fc.record<Step>({ after, do: fc.constantFrom(...acts), endsAt: fc.option(point, { nil: null }) }),
      { minLength: 1, maxLength: 10 },
    ),
  })

type Billing = ReturnType<typeof makeBilling>
type Gateway = ReturnType<typeof makeForgettingGateway>

const invoicesOf = ({ state }: Billing) => state.ofOrganization(organizationId)?.invoices ?? []

const payWhatIsOwed = (billing: Billing) =>
  Effect.gen(function* () {
    yield* applyDue({ organizationId })
    const { invoiceId } =
      invoicesOf(billing).find(Invoice.isPayable) ?? (yield* previewUpcomingInvoice(organizationId))
    yield* pay(invoiceId)
  })

const failWhatIsUnknown = (billing: Billing) =>
  Effect.gen(function* () {
    for (const { invoiceId, attempts } of invoicesOf(billing)) {
      for (const { attemptId, status } of attempts) {
        if (status !== "UNKNOWN") continue
        yield* failPayment({ organizationId, invoiceId, attemptId, declineCode: "card_declined" })
      }
    }
  })

const reportWhatWasMoved = (billing: Billing, gateway: Gateway) =>
  Effect.gen(function* () {
    const attempts = invoicesOf(billing).flatMap((invoice) => invoice.attempts)
    for (const { charge, truth } of gateway.arrived()) {
      const { invoiceId, attemptId, amount } = charge
      const attempt = attempts.find((candidate) => candidate.attemptId === attemptId)
      // Only what nobody has heard of is news.
      if (truth._tag !== "Approved" || attempt?.status === "APPROVED") continue
      const receiptId = `bank/${attemptId}`
      const command = { invoiceId, attemptId, receiptId, amount, now: billing.now() }
      yield* decideAndCommit({
        organizationId,
        invoiceIds: [invoiceId],
        decide: (account, _, rules) => Payments.settle(account, command, rules),
      })
    }
  })

/** What can be seen of a history at a moment. */
export interface Seen {
  readonly at: number
  readonly invoices: ReadonlyArray<Invoice.Invoice>
  readonly vouchers: ReadonlyArray<{ readonly name: string; readonly amount: number }>
  readonly arrived: ReturnType<Gateway["arrived"]>
  readonly messages: ReturnType<Billing["state"]["outbox"]>
}

/** Plays a history, and then lets a process live until everything that can be found out was; shows what there is then. */
export const playCharges = async ({ fates, steps }: ChargeHistory): Promise<Seen> => {
  const gateway = makeForgettingGateway(fates)
  const billing = makeBilling({ gateway: gateway.service })
  await billing.seeded()
  await billing.run(subscribed())
  const acts: Record<Step["do"], Effect.Effect<unknown, unknown, BillingPorts>> = {
    pay: payWhatIsOwed(billing),
    run: Effect.suspend(() => runDue(billing.now())),
    fail: failWhatIsUnknown(billing),
    report: reportWhatWasMoved(billing, gateway),
  }
  for (const step of steps) {
    billing.setNow(billing.now() + step.after)
    const act = Effect.result(acts[step.do])
    const dying = step.endsAt === null ? null : endingAt(step.endsAt)
    await (dying === null ? billing.run(act) : Promise.race([dying.ended, billing.processOf(dying).run(act)]))
  }
  billing.setNow(billing.now() + 6 * DAY)
  await billing.run(runDue(billing.now()))
  return {
    at: billing.now(),
    invoices: invoicesOf(billing),
    vouchers: billing.state.ofOrganization(organizationId)?.vouchers ?? [],
    arrived: gateway.arrived(),
    messages: billing.state.outbox(),
  }
}
