// Vouchers that get something back, and credits of a payment: only a lost dispute takes a credit back, once, and only
// a voucher that was taken back, by it or by an operator, gives up again what comes back to it.
import { describe, expect, it } from "vitest"
import { releaseVoucher, releaseVouchers } from "../../../../src/core/billing/collection/voucherReleases.ts"
import { Account, Operators, Voucher } from "../../../../src/index.ts"
import { decided, makeAccount } from "../../../support/account.ts"
import { organizationId, yearly } from "../../../support/billing.ts"
import { type Billing, DAY, idOf, jan31, refused } from "../fixtures.ts"

/** A voucher of 500. */
const granted = (voucherId: string): Voucher.Voucher =>
  decided(
    Voucher.grant({
      voucherId,
      organizationId,
      name: "Goodwill",
      currency: "BRL",
      amount: 500,
      effectiveAt: jan31,
      expiresAt: null,
      createdAt: jan31,
    }),
  ).voucher

/** A voucher of 500 of which an invoice took 300. */
const spent = (voucherId: string): Voucher.Voucher =>
  decided(
    Voucher.consume(granted(voucherId), { amount: 300, cause: "bill", invoiceId: "invoice", at: jan31 }),
  ).voucher

const takenBack = (voucher: Voucher.Voucher): Voucher.Voucher =>
  Voucher.revoke(voucher, { cause: "dispute", at: jan31 }).voucher

const release = (vouchers: ReadonlyArray<Voucher.Voucher>, voucherId: string): Account.Change => {
  const account = { ...makeAccount({ at: jan31 }).now(), vouchers }
  const movement = { cause: "credit", invoiceId: "invoice", at: jan31 + DAY }
  return decided(releaseVoucher(Account.unchanged(account), { voucherId, amount: 100 }, movement))
}

describe("what an invoice gives back", () => {
  it("is on its voucher again, and nothing is said to be taken back", () => {
    const change = release([takenBack(spent("other")), spent("v")], "v")
    expect(change.account.vouchers[1]).toMatchObject({ voucherId: "v", balance: 300, amountRedeemed: 200 })
    expect(change.voucherEntries).toMatchObject([{ voucherId: "v", kind: "RELEASE", amount: 100 }])
    expect(change.billingEvents).toEqual([])
  })

  it.each([
    ["a credit, and the shortfall falls", "paid", 200],
    ["another one, of which there is none", null, 0],
  ])("is taken back at once from a voucher that was taken back: %s", (_, creditOf, shortfall) => {
    const change = release([spent("other"), takenBack({ ...spent("v"), creditOf })], "v")
    expect(change.voucherEntries).toMatchObject([
      { voucherId: "v", kind: "RELEASE", amount: 100 },
      { voucherId: "v", kind: "REVOKE", amount: 100 },
    ])
    expect(change.billingEvents).toMatchObject([
      { type: "voucher.revoked", voucher: { voucherId: "v", balance: 0 }, shortfall },
    ])
  })

  it("goes to each of its vouchers, once for all parts of it", () => {
    const account = { ...makeAccount({ at: jan31 }).now(), vouchers: [spent("a"), spent("b"), spent("c")] }
    const part = (voucherId: string, amount: number) => ({ voucherId, amount, cause: "bill" })
    const parts = [part("a", 100), part("b", 50), part("a", 70)]
    const movement = { cause: "void", invoiceId: "invoice", at: jan31 + DAY }
    const change = decided(releaseVouchers(Account.unchanged(account), parts, movement))
    expect(change.account.vouchers.map(({ balance }) => balance)).toEqual([370, 250, 200])
    expect(change.voucherEntries.map(({ voucherId, amount }) => [voucherId, amount])).toEqual([
      ["a", 170],
      ["b", 50],
    ])
  })

  it("changes nothing where its voucher is not loaded", () => {
    const change = release([spent("other")], "v")
    expect(change).toEqual(Account.unchanged(change.account))
    expect(change.account.vouchers).toEqual([spent("other")])
  })
})

/** A year of 99900 that was paid ahead, and is cancelled the next day: 99626 of it are a credit. */
const cancelledYear = (): Billing => {
  const billing = makeAccount({ at: jan31, planIntervalId: yearly })
  billing.payEarly(jan31)
  billing.cancel(jan31 + DAY)
  expect(billing.now().vouchers).toMatchObject([{ balance: 99_626, creditOf: idOf(billing, 0) }])
  return billing
}
const operate = (billing: Billing, command: Operators.OperatorCommand): Account.Change =>
  billing.apply(Operators.operate(billing.now(), idOf(billing, 0), command, billing.rules))

describe("the credits of a payment", () => {
  it("all follow its dispute, each with what of it is lost, and no other voucher does", () => {
    const billing = cancelledYear()
    const creditOf = idOf(billing, 0)
    const { voucher: paidOut } = decided(
      Voucher.payOut({ ...spent("b"), creditOf }, { payoutId: "transfer", amount: 50, at: jan31 }),
    )
    billing.edit({
      vouchers: [{ ...spent("a"), creditOf }, paidOut, spent("c"), { ...spent("d"), creditOf }],
    })
    const frozen = () => billing.now().vouchers.map((voucher) => voucher.frozen)
    operate(billing, { _tag: "OpenDispute", now: jan31 + 2 * DAY })
    expect(frozen()).toEqual([true, true, false, true])
    const disputed = billing.now()
    operate(billing, { _tag: "WinDispute", now: jan31 + 3 * DAY })
    expect(frozen()).toEqual([false, false, false, false])
    billing.edit(disputed)
    const { billingEvents } = operate(billing, { _tag: "LoseDispute", now: jan31 + 3 * DAY })
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([0, 0, 200, 0])
    expect(billingEvents.slice(1)).toMatchObject([
      { at: jan31 + 3 * DAY, voucher: { voucherId: "a" }, shortfall: 300 },
      { at: jan31 + 3 * DAY, voucher: { voucherId: "b" }, shortfall: 350 },
      { at: jan31 + 3 * DAY, voucher: { voucherId: "d" }, shortfall: 300 },
    ])
  })
})

describe("the credit of a payment", () => {
  it("that is taken back has the dispute as the cause in its ledger", () => {
    const billing = cancelledYear()
    operate(billing, { _tag: "OpenDispute", now: jan31 + 2 * DAY })
    const { voucherEntries } = operate(billing, { _tag: "LoseDispute", now: jan31 + 3 * DAY })
    const invoiceId = idOf(billing, 0)
    expect(voucherEntries).toMatchObject([
      { kind: "REVOKE", cause: `dispute/${invoiceId}`, invoiceId, amount: 99_626 },
    ])
  })

  it("is taken back once, also where the loss is reported again", () => {
    const billing = cancelledYear()
    operate(billing, { _tag: "OpenDispute", now: jan31 + 2 * DAY })
    operate(billing, { _tag: "LoseDispute", now: jan31 + 3 * DAY })
    const lost = billing.now()
    const again = operate(billing, { _tag: "LoseDispute", now: jan31 + 4 * DAY })
    expect(again).toEqual(Account.unchanged(lost))
  })

  it("stays when the rest of the payment is refunded", () => {
    const billing = cancelledYear()
    const [credit] = billing.now().vouchers
    const refund = { _tag: "Refund", refundId: "refund", amount: 274, now: jan31 + 2 * DAY } as const
    const { account, voucherEntries } = operate(billing, refund)
    expect(account.invoices[0]).toMatchObject({ amountRefunded: 274 })
    expect(account.vouchers).toEqual([credit])
    expect(voucherEntries).toEqual([])
  })

  it("stays when its invoice is written off", () => {
    const billing = refused()
    const credit = { ...granted("credit"), creditOf: idOf(billing, 0) }
    billing.edit({ vouchers: [credit] })
    const { account, voucherEntries } = operate(billing, { _tag: "WriteOff", now: jan31 + 40 * DAY })
    expect(account.invoices[0]).toMatchObject({ status: "UNCOLLECTIBLE" })
    expect(account.vouchers).toEqual([credit])
    expect(voucherEntries).toEqual([])
  })
})
