// The records that an import makes: their ids, and what of a customer makes none.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type Account,
  type ImportedCustomer,
  type Imports,
  Lifecycle,
  type Plan,
  Subscribe,
  Voucher,
} from "../../../../src/index.ts"
import { decided, empty, rulesOf } from "../../../support/account.ts"
import { coupon, lastOne, organizationId, plan, startAt } from "../../../support/billing.ts"
import { card, importing, period, slip } from "../../../support/imports.ts"

const [first] = plan.intervals as [Plan.PlanInterval]
const ahead: Plan.Plan = { ...plan, intervals: [{ ...first, feeTiming: "ADVANCE" }] }

const imported = (...args: Parameters<typeof importing>) => decided(importing(...args))
const using = (...usage: ReadonlyArray<ImportedCustomer.ImportedUsage>) => ({ period: { ...period, usage } })

describe("a method of an imported customer", () => {
  it("has an id of its own, and is charged with real money", () => {
    const { paymentMethods, subscription } = imported({ paymentMethods: [slip, card] }).account
    expect(paymentMethods).toMatchObject([
      { paymentMethodId: "import/method/moved/0", type: "BOLETO", test: false, createdAt: startAt },
      { paymentMethodId: "import/method/moved/1", type: "CARD", test: false, createdAt: startAt },
    ])
    expect(subscription?.paymentMethodId).toBe("import/method/moved/1")
  })
})

describe("usage of an imported customer", () => {
  it("is one event for each meter, with an id of its own", () => {
    const tokens = { meter: "tokens", quantity: 7, paidQuantity: 0 }
    const messages = { meter: "messages", quantity: 5, paidQuantity: 5 }
    const { usageEvents } = imported(using(tokens, messages))
    expect(usageEvents).toMatchObject([
      { eventId: "import/usage/moved/tokens", meter: "tokens", quantity: 7, occurredAt: startAt },
      { eventId: "import/usage/moved/messages", meter: "messages", quantity: 5, occurredAt: startAt },
    ])
  })

  it("of nothing is no event, and leaves nothing in the period", () => {
    const none = { meter: "tokens", quantity: 0, paidQuantity: 0 }
    const some = { meter: "messages", quantity: 5, paidQuantity: 0 }
    const { usageEvents, account } = imported(using(none, some))
    expect(usageEvents.map(({ meter }) => meter)).toEqual(["messages"])
    expect(account.periods[0]?.segments[0]?.usage).toEqual([{ meter: "messages", quantity: 5 }])
  })

  it("whose price is no amount is refused, with the member that says how much it is", () => {
    const some = { meter: "tokens", quantity: 1, paidQuantity: 0 }
    const tooMuch = { meter: "messages", quantity: Number.MAX_SAFE_INTEGER, paidQuantity: 0 }
    expect(importing(using(some, tooMuch))).toEqual(
      Result.fail({
        _tag: "ImportInvalid",
        member: "period.usage.1.quantity",
        reason: "NOT_AN_AMOUNT",
        value: Number.MAX_SAFE_INTEGER,
        expected: null,
      }),
    )
  })

  it.each([
    ["and is paid", 3e15],
    ["and is not paid", 0],
  ])("that is no amount altogether %s is refused at the list of it", (_, paidQuantity) => {
    const tokens = { meter: "tokens", quantity: 9e15, paidQuantity: 3 * paidQuantity }
    const messages = { meter: "messages", quantity: 3e15 + 1, paidQuantity }
    const member = { member: "period.usage", value: 2, expected: null }
    expect(importing(using(tokens, messages))).toEqual(
      Result.fail({ _tag: "ImportInvalid", reason: "NOT_AN_AMOUNT", ...member }),
    )
  })
})

describe("what an imported customer has paid", () => {
  it("is a settlement of all of the invoice, with an id of its own, and no charge", () => {
    const { account, charges } = imported({ period: { ...period, feePaid: true } })
    const [invoice] = account.invoices
    expect(invoice?.receipts).toMatchObject([
      {
        receiptId: `import/receipt/${invoice?.invoiceId}`,
        kind: "SETTLEMENT",
        attemptId: null,
        amount: 9990,
      },
    ])
    expect([invoice?.attempts, charges]).toEqual([[], []])
  })

  it("is paid by nothing here: a voucher that the organization has is left for what comes", () => {
    const voucher = decided(
      Voucher.grant({
        voucherId: "v1",
        organizationId,
        name: "Welcome",
        currency: "BRL",
        amount: 500,
        expiresAt: null,
        effectiveAt: startAt,
        createdAt: startAt,
      }),
    ).voucher
    const paid = { period: { ...period, feePaid: true } }
    const { account, voucherEntries } = imported(paid, {}, { ...empty, vouchers: [voucher] })
    expect(account.invoices).toMatchObject([{ discounts: [], payableAmount: 9990, amountPaid: 9990 }])
    expect([account.vouchers, voucherEntries]).toEqual([[voucher], []])
  })

  it("is a fee of the cycle's end in arrears, and of the cycle's start in advance", () => {
    const paid = { period: { ...period, feePaid: true } }
    const shown = (given: Partial<Imports.ImportCommand>) =>
      imported(paid, given).account.invoices.map(({ kind, status, dueAt }) => ({ kind, status, dueAt }))
    expect(shown({})).toEqual([{ kind: "CYCLE", status: "PAID", dueAt: period.endAt }])
    expect(shown({ plan: ahead })).toEqual([{ kind: "CREATION", status: "PAID", dueAt: startAt }])
  })
})

describe("a coupon of an imported customer", () => {
  it("that is used once is used by a running period that is paid, since it began with that at the latest", () => {
    const members = { coupon: { code: coupon.code, cyclesSince: 0 }, period: { ...period, feePaid: true } }
    const { account } = imported(members, { coupon })
    expect(account.invoices).toMatchObject([{ totalAmount: 9990, discountAmount: 999, amountPaid: 8991 }])
    const { subscription } = account
    expect(subscription?.coupon?.discounted).toEqual([{ cycle: 0, month: 0, months: 1 }])
  })

  const has = { coupon: { code: coupon.code, cyclesSince: 0 } }
  const used = (couponId: string): Account.Account => ({
    ...empty,
    couponUses: [
      { couponId, code: "X", subscriptionId: "earlier", currency: "BRL", amountRedeemed: 0, at: startAt },
    ],
  })

  it("is refused where the organization used it, and not where it used another one", () => {
    expect(importing(has, { coupon }, used(coupon.couponId))).toEqual(
      Result.fail({ _tag: "CouponAlreadyUsed", code: coupon.code }),
    )
    const { account } = imported(has, { coupon }, used(lastOne.couponId))
    expect(account.couponUses.map(({ couponId }) => couponId)).toEqual([lastOne.couponId, coupon.couponId])
  })

  it("is not found where nobody has one of its code, whatever else was used", () => {
    expect(importing(has, { coupon: null }, used(lastOne.couponId))).toEqual(
      Result.fail({ _tag: "CouponNotFound", code: coupon.code }),
    )
  })
})

describe("an imported customer of a plan with a trial", () => {
  const trying: Plan.Plan = {
    ...plan,
    intervals: [
      { ...first, trialDays: 14 },
      { ...first, id: "other", trialDays: 14 },
      { ...first, id: "without" },
    ],
  }
  /** The trial of the subscription that it begins after it cancelled the imported one. */
  const trialAfter = (planIntervalId: string, next = first.id) => {
    const members = { planIntervalId, period: { ...period, feePaid: true } }
    const { account } = imported(members, { plan: trying })
    const cancelled = decided(Lifecycle.cancel(account, startAt + 1, rulesOf())).account
    const wish = {
      subscriptionId: "again",
      plan: trying,
      planIntervalId: next,
      paymentMethodId: "import/method/moved/0",
      coupon: null,
      now: startAt + 2,
    }
    return decided(Subscribe.subscribe(cancelled, wish, rulesOf())).account.subscription?.trial
  }

  it("cannot cancel it and begin again with a trial, as if it had begun here", () => {
    expect(trialAfter(first.id)).toBeUndefined()
    expect(trialAfter(first.id, "other")).toBeUndefined()
  })

  it("has tried nothing where its own interval has no trial", () => {
    expect(trialAfter("without")).toMatchObject({ endAt: startAt + 2 + 14 * 86_400_000 })
  })
})
