// The year of docs/golden-year-in-advance.md, played by the rules, against the table of the page.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { InvoiceItems, type Plan, QuantityChanges, Threshold } from "../../src/index.ts"
import { approved, declined, makeAccount } from "../support/account.ts"
import { monthly, plan } from "../support/billing.ts"

const team: Plan.Plan = {
  ...plan,
  name: "Team",
  intervals: [
    {
      id: monthly,
      interval: "MONTHLY",
      amount: 1000,
      currency: "BRL",
      trialDays: 14,
      quantityAllowed: true,
      feeTiming: "ADVANCE",
    },
  ],
  prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 10 }],
}

const on = (month: number, day: number, year = 2026): number => Date.UTC(year, month - 1, day)
/** "14 Sep", out of "Mon, 14 Sep 2026 00:00:00 GMT". */
const dayOf = (at: number): string => new Date(at).toUTCString().slice(5, 11).replace(/^0/, "")

const played = () => {
  const billing = makeAccount({ at: on(1, 31), plan: team, quantity: 3 })
  const threshold = { value: 2500, currency: "BRL", now: on(1, 31) }
  billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
  const at = (now: number, act: () => void): void => {
    billing.runUntil(now)
    act()
  }
  const seats = (quantity: number, now: number) => (): void => {
    billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))
  }
  at(on(2, 28), seats(5, on(2, 28)))
  at(on(3, 5), () => billing.use("messages", 100, on(3, 5)))
  at(on(3, 10), () => billing.use("messages", 200, on(3, 10)))
  at(on(3, 12), () => {
    const item = { itemId: "set-up", name: "Set-up", unitPrice: 5000, quantity: 1, now: on(3, 12) }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
  })
  at(on(4, 1), () => billing.use("messages", 50, on(4, 1)))
  billing.answerWith((_, now) => (now === on(4, 14) ? declined : approved))
  at(on(4, 29), seats(4, on(4, 29)))
  billing.runUntil(on(1, 31, 2027))
  return billing
}

it("is what its table says", () => {
  const page = readFileSync(new URL("../../docs/golden-year-in-advance.md", import.meta.url), "utf8")
  const table = page.split("\n").filter((line) => /^\| \d/.test(line))
  const rows = played()
    .now()
    .invoices.map((one) => {
      const lines = one.lines.map(
        ({ name, quantity, unitPrice, amount }) => `${name}: ${quantity} × ${unitPrice} = ${amount}`,
      )
      const day = `${dayOf(one.issuedAt)} ${new Date(one.issuedAt).getUTCFullYear()}`
      const paid = one.paidAt === null ? one.status : dayOf(one.paidAt)
      const amounts = [one.totalAmount, one.discountAmount, one.payableAmount]
      return `| ${[day, one.kind, lines.join("; "), ...amounts, paid].join(" | ")} |`
    })
  expect(rows).toEqual(table)
})

it("charges what the page adds up to", () => {
  const paid = played()
    .now()
    .invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0)
  expect(paid).toBe(58_000)
})
