// Laws of dunning, look-ups and slips, whatever happened: what starts them, what they charge, and what they tell.
import { describe, expect, it } from "vitest"
import {
  Account,
  Delinquency,
  Due,
  Invoice,
  PaymentAttempt,
  Receivables,
  type Subscription,
} from "../../../../src/index.ts"
import { DAY } from "../fixtures.ts"
import { always, touched, watching } from "./always.ts"
import type { Options, Seen, Setup } from "./world.ts"

type Subscribed = Subscription.Subscription

/** The subscriptions that there are after a change, each with what it was before. */
const subscriptionsOf = ({ before, change }: Seen): ReadonlyArray<readonly [Subscribed | null, Subscribed]> =>
  Account.subscriptionsOf(change.account).map((is) => [
    Account.findSubscription(before, is.subscriptionId),
    is,
  ])

/**
 * Which invoices are owed, told by looking on: an open one is from the first look on that finds it late and without an
 * attempt in flight. Time alone makes one late, and no step tells of it while dunning runs, so every account is looked at
 * again just before it changes; what was issued at that very instant can still be charged then, in time. What bills a debt
 * again that was late is late from its issue, also while it is charged.
 */
const owing = ({ policy }: Setup) => {
  const late = new Set<string>()
  const isLate = (invoice: Invoice.Invoice, at: number): boolean => {
    const lateAt = invoice.dueAt + (policy?.graceMillis ?? 0)
    const wasLate = invoice.issuedAt > invoice.dueAt && invoice.issuedAt >= lateAt
    return invoice.status === "OPEN" && at >= lateAt && (wasLate || Invoice.attemptInFlight(invoice) === null)
  }
  const look = (invoices: ReadonlyArray<Invoice.Invoice>, at: number): void => {
    for (const invoice of invoices) {
      if (invoice.issuedAt < at && isLate(invoice, at)) late.add(invoice.invoiceId)
    }
  }
  return {
    before: ({ invoices }: Account.Account, at: number) => look(invoices, at),
    by: (account: Account.Account, of: Subscribed, at: number): ReadonlyArray<Invoice.Invoice> => {
      look(account.invoices, at)
      return Account.invoicesOf(account, of.subscriptionId).filter((invoice) => {
        const { status, invoiceId } = invoice
        const isOwed = status === "PAYMENT_FAILED" || status === "EXPIRED"
        return isOwed || (status === "OPEN" && (late.has(invoiceId) || isLate(invoice, at)))
      })
    },
  }
}

/** The invoices of a subscription that nobody has tried to collect. */
const untriedOf = (account: Account.Account, { subscriptionId }: Pick<Subscribed, "subscriptionId">) =>
  Account.invoicesOf(account, subscriptionId).filter(
    ({ status, attempts }) => status === "OPEN" && attempts.length === 0,
  )

const OWED: ReadonlyArray<Invoice.Invoice["status"]> = ["OPEN", "PAYMENT_FAILED", "EXPIRED"]

describe("dunning", () => {
  it("runs while an invoice of a subscription is delinquent, also of an earlier one, and PAST_DUE says so", () => {
    always(1000, (setup): Options => {
      const owed = owing(setup)
      return {
        watch: ({ before, at }) => owed.before(before, at),
        quiet: (account, at) => {
          for (const subscription of Account.subscriptionsOf(account)) {
            const isOwing = owed.by(account, subscription, at).length > 0
            // What bills a debt again is in its place, also while it has its grace.
            const isBilledAgain = subscription.dunning?.refusedMethodIds !== undefined
            const goesOn = isBilledAgain && untriedOf(account, subscription).length > 0
            expect(subscription.dunning !== null).toBe(isOwing || goesOn)
            if (subscription.status === "ACTIVE" || subscription.status === "PAST_DUE") {
              expect(subscription.status).toBe(isOwing ? "PAST_DUE" : "ACTIVE")
            }
          }
        },
      }
    })
  })

  it("leaves nothing that waited because of it uncharged when it is over", () => {
    always(
      1000,
      (): Options => ({
        quiet: (account) => {
          for (const { dunning, subscriptionId } of Account.subscriptionsOf(account)) {
            if (dunning === null) expect(untriedOf(account, { subscriptionId })).toEqual([])
          }
        },
      }),
    )
  })

  it("is told to be exhausted at most once from one start to the next, and at the instant it keeps", () => {
    always(1000, () => {
      const toldOf = new Map<string, number>()
      return {
        watch: (seen) => {
          const { change, at } = seen
          for (const [was, { subscriptionId, dunning }] of subscriptionsOf(seen)) {
            // At the instant at which it began it can be exhausted, and begin again.
            const isRevived = (was?.dunning?.exhaustedAt ?? null) !== null && dunning?.exhaustedAt === null
            const isOther = isRevived || dunning?.startedAt !== was?.dunning?.startedAt
            const ends = change.billingEvents.filter(
              (told) =>
                told.type === "dunning.exhausted" && told.subscription.subscriptionId === subscriptionId,
            )
            const told = (isOther ? 0 : (toldOf.get(subscriptionId) ?? 0)) + ends.length
            toldOf.set(subscriptionId, told)
            expect(told).toBeLessThanOrEqual(1)
            expect(ends.map((end) => end.at)).toEqual(ends.map(() => at))
            if (dunning !== null && dunning.exhaustedAt !== null) expect(told).toBe(1)
          }
        },
      }
    })
  })

  it("takes the days of its schedule, each once, and none before its day", () => {
    always(
      1000,
      watching((seen) => {
        for (const [before, { dunning: is }] of subscriptionsOf(seen)) {
          const was = before?.dunning ?? null
          if (was === null || is === null || was.startedAt !== is.startedAt || was.tries === is.tries)
            continue
          const day = seen.rules.policy.dunningDays[was.tries] ?? Number.NaN
          expect([is.tries, seen.at]).toEqual([was.tries + 1, was.startedAt + day * DAY])
        }
      }),
    )
  })

  it("tries at once what an ended subscription owes with a method that is added, unless a round is open", () => {
    always(
      1000,
      watching((seen) => {
        const { by, at, before, change, rules } = seen
        const added = change.account.paymentMethods.at(-1)?.paymentMethodId
        for (const [was, { paymentMethodId }] of subscriptionsOf(seen)) {
          if (by !== "newCard" || was?.status !== "CANCELLED" || was.dunning === null) continue
          expect(paymentMethodId).toBe(added)
          const round = Receivables.findAttempt(before, was.dunning.attemptId ?? "")
          const owed = Delinquency.delinquentInvoices(before, at, rules, was).find(
            ({ attempt }) => attempt === null,
          )
          if (owed === undefined || (round !== undefined && PaymentAttempt.isInFlight(round))) continue
          const tried = change.charges.find(({ invoiceId }) => invoiceId === owed.invoiceId)
          expect(tried?.paymentMethod.paymentMethodId).toBe(added)
        }
      }),
    )
  })

  it("is why a document that a rule issues is not charged, and nothing else is", () => {
    always(
      1000,
      watching((seen) => {
        const { by, at, before, change, rules } = seen
        if (by === "payEarly") return
        const { account } = change
        const isIn = (id: string, among: ReadonlyArray<Pick<Invoice.Invoice, "invoiceId">>): boolean =>
          among.some(({ invoiceId }) => invoiceId === id)
        const forgiven = account.invoices.filter(({ status }) => status === "VOID")
        const owed = Delinquency.delinquentInvoices(before, at, rules).filter(
          ({ invoiceId }) => !isIn(invoiceId, forgiven),
        )
        for (const { invoiceId, payableAmount, attempts } of touched(seen)) {
          if (isIn(invoiceId, before.invoices) || payableAmount === 0) continue
          // Several slips may expire in one step, of which the first starts dunning.
          const delinquent = Delinquency.delinquentInvoices(account, at, rules)
          const others = delinquent.filter((other) => other.invoiceId !== invoiceId)
          // And the step may void what the first waited for: the next step of the same instant charges it then, or dunning
          // that goes on.
          const voided = touched(seen).filter(({ status }) => status === "VOID")
          const isLater = Due.nextDue(account, rules)?.at === at || isIn(invoiceId, delinquent)
          const { dunning = null, paymentMethodId = "" } = account.subscription ?? {}
          const isHeld =
            dunning !== null &&
            (dunning.exhaustedAt !== null || dunning.refusedMethodIds?.includes(paymentMethodId) === true)
          if (attempts.length === 0)
            expect([invoiceId, isHeld || others.length > 0 || (voided.length > 1 && isLater)]).toEqual([
              invoiceId,
              true,
            ])
          // What another subscription owes does not hold up the first fee of this one.
          else
            expect([
              invoiceId,
              by !== "subscribe" && before.subscription?.dunning !== null && owed.length > 0,
            ]).toEqual([invoiceId, false])
        }
      }),
    )
  })
})

it("nothing that is owed is charged by itself once dunning is exhausted, or by a method that was refused for good", () => {
  always(1000, () => {
    const exhausted = new Set<string>()
    return {
      watch: (seen) => {
        const { by, at, before, change, rules } = seen
        const isBilledAgain = touched(seen).some(({ status, rebilled }) => status === "VOID" && rebilled)
        for (const [was, is] of subscriptionsOf(seen)) {
          const { subscriptionId, paymentMethodId } = is
          // What joined it is charged where the last debt was written off or forgiven.
          const isForgiven =
            !isBilledAgain && Delinquency.delinquentInvoices(change.account, at, rules, is).length === 0
          const [invoicesBefore, invoices] = [before, change.account].map((account) =>
            Account.invoicesOf(account, subscriptionId),
          ) as [ReadonlyArray<Invoice.Invoice>, ReadonlyArray<Invoice.Invoice>]
          const isPaid = invoices.some(
            ({ status, invoiceId }) =>
              status === "PAID" &&
              (invoicesBefore.find((one) => one.invoiceId === invoiceId)?.status ?? "PAID") !== "PAID",
          )
          const isOwing = invoicesBefore.some(
            (invoice) => OWED.includes(invoice.status) && Invoice.attemptInFlight(invoice) === null,
          )
          const isOther = was?.paymentMethodId !== paymentMethodId || by === "newCard"
          for (const told of change.billingEvents) {
            const isOf =
              told.type === "dunning.exhausted" && told.subscription.subscriptionId === subscriptionId
            if (isOf) exhausted.add(subscriptionId)
          }
          if (isPaid || isOther || isForgiven || !isOwing) exhausted.delete(subscriptionId)
          if (by === "pay" || by === "payEarly" || by === "finding" || !isOwing) continue
          // A payment by hand waits until the slip that it replaces is cancelled.
          const isReplacing = (invoice: Invoice.Invoice): boolean =>
            invoicesBefore.some(
              (was) => was.invoiceId === invoice.invoiceId && Invoice.attemptInFlight(was) !== null,
            )
          const charged = change.charges.filter(({ invoiceId }) =>
            invoices.some((invoice) => invoice.invoiceId === invoiceId && !isReplacing(invoice)),
          )
          if (exhausted.has(subscriptionId)) expect(charged).toEqual([])
          if (was?.dunning == null || isPaid || isForgiven) continue
          const refused = invoicesBefore.flatMap(({ status, attempts }) =>
            OWED.includes(status)
              ? attempts.flatMap((tried) =>
                  tried.status === "DECLINED" && !tried.retryable ? [tried.paymentMethodId] : [],
                )
              : [],
          )
          expect(
            charged.filter(({ paymentMethod }) => refused.includes(paymentMethod.paymentMethodId)),
          ).toEqual([])
        }
      },
    }
  })
})

describe("an attempt", () => {
  it("never starts while another of its invoice is in flight; only a payment cancels one, and only a slip", () => {
    always(
      1000,
      watching((seen) => {
        for (const invoice of touched(seen)) {
          const was = seen.before.invoices.find(({ invoiceId }) => invoiceId === invoice.invoiceId)
          const open = was === undefined ? null : Invoice.attemptInFlight(was)
          if (open === null) continue
          const after = invoice.attempts.find(({ attemptId }) => attemptId === open.attemptId)
          const isNewer = invoice.attempts.length > (was?.attempts.length ?? 0)
          if (isNewer) expect(["STARTED", "UNKNOWN", "PENDING"]).not.toContain(after?.status)
          if (after?.status === "CANCELLED") expect([seen.by, open.status]).toEqual(["pay", "PENDING"])
        }
      }),
    )
  })

  it("is charged and looked up as the same value each time", () => {
    always(1000, () => {
      const known = new Map<string, Account.Charge>()
      return {
        watch: ({ change }) => {
          for (const charge of [...change.charges, ...change.lookups]) {
            expect(charge).toEqual(known.get(charge.attemptId) ?? charge)
            known.set(charge.attemptId, charge)
          }
        },
      }
    })
  })

  it("is charged again only when a look-up left it unknown, within a day of its start, while all of it is due", () => {
    always(1000, () => {
      const charged = new Set<string>()
      return {
        watch: ({ by, at, before, change }) => {
          for (const { attemptId, invoiceId, at: startedAt, amount } of change.charges) {
            if (!charged.has(attemptId)) {
              charged.add(attemptId)
              continue
            }
            const invoice = before.invoices.find((candidate) => candidate.invoiceId === invoiceId)
            const attempt = invoice?.attempts.find((candidate) => candidate.attemptId === attemptId)
            expect([by, attempt?.status]).toEqual(["finding", "UNKNOWN"])
            expect(at - startedAt).toBeLessThan(DAY)
            expect(invoice === undefined ? 0 : Invoice.amountDue(invoice)).toBeGreaterThanOrEqual(amount)
          }
        },
      }
    })
  })
})
