// Sizes that a host can send or configure: no step throws, recurses or takes more than a few looks at each part.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type Account,
  Lifecycle,
  Payments,
  type Plan,
  UpcomingInvoice,
  Usage,
  Voids,
} from "../../../../src/index.ts"
import { decided, declined } from "../../../support/account.ts"
import { at, DAY, pro, rules, subscribedTo, usage } from "./accounts.ts"

const SIZE = 100_000

/** Parts whose every reading of a member is counted. */
const counted = <A extends object>(parts: ReadonlyArray<A>, member: keyof A) => {
  const count = { reads: 0 }
  const watched = parts.map((part) => {
    const value = part[member]
    return Object.defineProperty({ ...part }, member, {
      enumerable: true,
      get: () => {
        count.reads++
        return value
      },
    })
  })
  return { count, parts: watched }
}

const record = (account: Account.Account, events: Parameters<typeof Usage.recordUsage>[1]["events"]) =>
  Usage.recordUsage(account, { events, known: [], now: at + DAY }, rules)

describe("100,000 usage events in one batch", () => {
  const account = subscribedTo(pro, "pro monthly")
  const events = Array.from({ length: SIZE }, (_, index) =>
    usage("messages", 1, at + index, `event ${index}`),
  )

  it("are all counted, each looked at a few times", () => {
    const { count, parts } = counted(events, "eventId")
    const change = decided(record(account, parts))
    expect(change.usageEvents.length).toBe(SIZE)
    expect(change.account.periods[0]?.segments[0]?.usage).toEqual([{ meter: "messages", quantity: SIZE }])
    expect(count.reads).toBeLessThan(10 * SIZE)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])(
    "are none when the last has the quantity %s",
    (wrong) => {
      const result = record(account, [...events, usage("messages", wrong, at, "wrong")])
      expect(result).toEqual(Result.fail({ _tag: "UsageEventInvalid", index: SIZE, member: "quantity" }))
      expect(account.periods[0]?.segments[0]?.usage).toEqual([])
    },
  )
})

describe("100,000 bands, and an invoice of as many lines", () => {
  const bands = Array.from({ length: SIZE }, (_, index) => ({
    upTo: index === SIZE - 1 ? null : index + 1,
    unitPrice: 1,
  }))
  const { count, parts } = counted(bands, "upTo")
  const banded: Plan.Plan = {
    ...pro,
    prices: [{ model: "GRADUATED", meter: "calls", name: "Calls", currency: "BRL", bands: parts }],
  }
  const used = decided(record(subscribedTo(banded, "pro monthly"), [usage("calls", SIZE)])).account

  it("are rated in a few looks at each band", () => {
    count.reads = 0
    const { lines, totalAmount } = decided(UpcomingInvoice.upcoming(used, at + DAY, rules))
    expect([lines.length, totalAmount]).toEqual([SIZE + 1, SIZE + 19_990])
    expect(count.reads).toBeLessThan(10 * SIZE)
  })

  it("are issued, refused, voided, and billed again when the subscription ends", () => {
    const now = at + DAY
    const { invoiceId } = decided(UpcomingInvoice.upcoming(used, now, rules))
    const paying = decided(
      Payments.pay(used, { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now }, rules),
    )
    const attemptId = paying.charges[0]?.attemptId ?? ""
    const refused = decided(
      Payments.recordAnswer(paying.account, { invoiceId, attemptId, answer: declined, now }, rules),
    ).account
    const cancelled = decided(Lifecycle.cancel(refused, now, rules)).account
    expect(cancelled.invoices.map(({ status, lines }) => [status, lines.length])).toEqual([
      ["VOID", SIZE + 1],
      ["OPEN", SIZE + 1],
    ])
    const voided = decided(Voids.voidInvoice(refused, { invoiceId, rebill: true, now }, rules)).account
    expect(decided(UpcomingInvoice.upcoming(voided, now, rules)).lines.length).toBe(SIZE + 1)
  })
})
