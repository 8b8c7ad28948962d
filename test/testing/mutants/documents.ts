// Wrong lines, totals and currencies.
import * as Result from "effect/Result"
import { calculator } from "./calculator.ts"
import { but, given, type Mutants, totalled } from "./changed.ts"

export const lines: Mutants = {
  "a quantity of 0 counts as 1": calculator({
    amountOf: ({ unitPrice, quantity }) => unitPrice * (quantity || 1),
  }),
  "an amount is computed in units of the currency": calculator({
    amountOf: ({ unitPrice, quantity }) => (unitPrice / 100) * quantity * 100,
  }),
  "an amount is computed in units of the currency, and rounded": calculator({
    amountOf: ({ unitPrice, quantity }) => Math.round((unitPrice / 100) * quantity * 100),
  }),
  "an amount has 32 bits": calculator({
    amountOf: ({ unitPrice, quantity }) => Math.imul(unitPrice, quantity),
  }),
  "an amount is rounded to whole units": calculator({
    amountOf: ({ unitPrice, quantity }) => Math.round((unitPrice * quantity) / 100) * 100,
  }),
  "an amount of nothing is -0": but(({ lines }) => ({
    lines: lines.map((line) => ({ ...line, amount: line.amount === 0 ? -0 : line.amount })),
  })),
  "a quantity of -0 makes an amount of -0": but(({ lines }) => ({
    lines: lines.map((line) => ({ ...line, amount: line.unitPrice * line.quantity })),
  })),
  "lines are sorted by their price": but(({ lines }) => ({
    lines: lines.toSorted((a, b) => b.unitPrice - a.unitPrice),
  })),
  "lines are in the opposite order": but(({ lines }) => ({ lines: lines.toReversed() })),
  "lines of nothing are left out": but(({ lines }) => ({ lines: lines.filter(({ amount }) => amount > 0) })),
  "a line that is there twice is there once": given(({ lines }) => ({
    lines: [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()],
  })),
  "lines of one name are one": given(({ lines }) => ({
    lines: [...new Map(lines.map((line) => [line.name, line])).values()],
  })),
  "there are at most four lines": given(({ lines }) => ({ lines: lines.slice(0, 4) })),
  "the last line is forgotten": given(({ lines }) => ({ lines: lines.slice(0, -1) })),
  "lines lose their plan": but(({ lines }) => ({ lines: lines.map(({ planId: _, ...line }) => line) })),
  "lines lose what the calculator does not know": but(({ lines }) => ({
    lines: lines.map(({ name, unitPrice, quantity, planId, amount }) => ({
      ...{ name, unitPrice, quantity, amount },
      ...(planId === undefined ? {} : { planId }),
    })),
  })),
}

export const totals: Mutants = {
  "a total is a sum of decimals": but((invoice) =>
    totalled(invoice, invoice.lines.reduce((total, { amount }) => total + amount / 100, 0) * 100),
  ),
  "a total has 32 bits": but((invoice) => totalled(invoice, invoice.totalAmount | 0)),
  "a total is at most a thousand million": but((invoice) =>
    totalled(invoice, Math.min(invoice.totalAmount, 1e9)),
  ),
  "a total has the lines of plans only": but((invoice) =>
    totalled(
      invoice,
      invoice.lines.reduce((total, line) => total + (line.planId === undefined ? 0 : line.amount), 0),
    ),
  ),
  "a total is that of the last line": but((invoice) => totalled(invoice, invoice.lines.at(-1)?.amount ?? 0)),
  "the sum of the discounts has the coupon only": but(({ discounts }) => ({
    discountAmount: discounts.find(({ type }) => type === "COUPON")?.amount ?? 0,
  })),
  "the sum of the discounts counts the vouchers twice": but(({ discounts, discountAmount }) => ({
    discountAmount: discounts.reduce(
      (total, { type, amount }) => total + (type === "VOUCHER" ? amount : 0),
      discountAmount,
    ),
  })),
  "payable is rounded to whole units": but(({ payableAmount }) => ({
    payableAmount: Math.round(payableAmount / 100) * 100,
  })),
  "payable is rounded to what cash has": but(({ payableAmount }) => ({
    payableAmount: Math.round(payableAmount / 5) * 5,
  })),
  "little is not worth being paid": but(({ payableAmount }) => ({
    payableAmount: payableAmount < 50 ? 0 : payableAmount,
  })),
  "payable of nothing is -0": but(({ payableAmount }) => ({
    payableAmount: payableAmount === 0 ? -0 : payableAmount,
  })),
  "payable is the total": but(({ totalAmount }) => ({ payableAmount: totalAmount })),
}

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2

export const currencies: Mutants = {
  "the currency is always BRL": but(() => ({ currency: "BRL" })),
  "the currency is missing": (input) =>
    Result.map(calculator()(input), ({ currency: _, ...invoice }) => invoice as never),
  "the currency is in lower case": but(({ currency }) => ({ currency: currency.toLowerCase() })),
  "the currency is that of the first voucher": but(({ currency }, { vouchers }) => ({
    currency: vouchers[0]?.currency ?? currency,
  })),
  "only the currencies of the wire are accepted": (input) =>
    ["BRL", "USD", "EUR"].includes(input.currency) ? calculator()(input) : Result.fail({ _tag: "Refused" }),
  "every currency has cents": but((invoice, { currency }) =>
    decimalsOf(currency) === 0 ? totalled(invoice, invoice.totalAmount * 100) : {},
  ),
  "a third decimal is rounded away": but((invoice, { currency }) =>
    decimalsOf(currency) > 2 ? totalled(invoice, Math.round(invoice.totalAmount / 10) * 10) : {},
  ),
  "yen are rounded to hundreds": but(({ payableAmount }, { currency }) =>
    decimalsOf(currency) === 0 ? { payableAmount: Math.round(payableAmount / 100) * 100 } : {},
  ),
}

let calls = 0
const seen = new Map<string, ReturnType<ReturnType<typeof calculator>>>()

export const effects: Mutants = {
  "the vouchers of the input are sorted in place": (input) => {
    ;(input.vouchers as Array<unknown>).reverse()
    return calculator()(input)
  },
  "amounts are written into the lines of the input": (input) => {
    for (const line of input.lines) Object.assign(line, { amount: 0 })
    return calculator()(input)
  },
  "every third invoice is of the next currency": but(({ currency }) => {
    calls += 1
    return { currency: calls % 3 === 0 ? "XXX" : currency }
  }),
  "the first invoice of a total is kept for all": (input) => {
    const key = JSON.stringify(input.lines.map(({ unitPrice }) => unitPrice))
    const invoice = seen.get(key) ?? calculator()(input)
    seen.set(key, invoice)
    return invoice
  },
}
