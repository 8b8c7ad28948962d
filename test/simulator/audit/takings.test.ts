// The audit rule of what vouchers paid, by what it would see of each mistake. A document of 100 is issued on day 10.
import { describe, expect, it } from "vitest"
import { takings } from "../../../simulator/audit/takings.ts"

const DAY = 86_400_000
const issuedAt = 10 * DAY

interface Granted {
  readonly voucherId: string
  readonly amount: number
  readonly members?: object
  readonly at?: number
  /** When all of it was paid out. */
  readonly paidOutAt?: number
}

/** What the rule says of a document that took some of these vouchers, in this order. */
const faultsOf = (
  granted: ReadonlyArray<Granted>,
  taken: ReadonlyArray<readonly [voucherId: string, amount: number]>,
  {
    members = {},
    invoices = [],
  }: { readonly members?: object; readonly invoices?: ReadonlyArray<object> } = {},
): ReadonlyArray<string> => {
  const paid = taken.reduce((sum, [, amount]) => sum + amount, 0)
  const invoice = {
    invoiceId: "invoice",
    currency: "BRL",
    issuedAt,
    periodStartAt: 0,
    sequence: 0,
    payableAmount: 100 - paid,
    discounts: taken.map(([code, amount]) => ({ type: "VOUCHER", code, amount })),
    attempts: [],
    receipts: [],
    ...members,
  }
  const vouchers = granted.map(({ voucherId, members, at = 0 }) => {
    const terms = { currency: "BRL", createdAt: at, effectiveAt: at, expiresAt: null, creditOf: null }
    return { voucherId, ...terms, ...members }
  })
  const voucherEntries = new Map(
    granted.map(({ voucherId, amount, at = 0, paidOutAt }) => {
      const used = taken.filter(([code]) => code === voucherId)
      return [
        voucherId,
        [
          { kind: "GRANT", amount, at },
          ...used.map(([, amount]) => ({ kind: "CONSUME", amount, at: issuedAt })),
          ...(paidOutAt === undefined ? [] : [{ kind: "PAYOUT", amount, at: paidOutAt }]),
        ],
      ] as const
    }),
  )
  const subscriptions = [{ subscription: { createdAt: 0 }, documents: [invoice] }]
  const books = { subscriptions, vouchers, voucherEntries, invoices: [invoice, ...invoices] }
  return Array.from(takings(books as never), ({ message }) => message)
}

const a = { voucherId: "a", amount: 60 }
const b = { voucherId: "b", amount: 60, at: DAY }

describe("the rule of what vouchers paid", () => {
  it.each<[string, ReadonlyArray<string>]>([
    [
      "the oldest first, and of the last one what is left",
      faultsOf(
        [b, a],
        [
          ["a", 60],
          ["b", 40],
        ],
      ),
    ],
    [
      "the one that ends first, also at this very instant",
      faultsOf(
        [a, { ...b, members: { expiresAt: issuedAt } }],
        [
          ["b", 60],
          ["a", 40],
        ],
      ),
    ],
    ["none of another currency", faultsOf([{ ...a, members: { currency: "USD" } }], [])],
    [
      "none that comes later, or ends now",
      faultsOf(
        [
          { ...a, members: { effectiveAt: issuedAt + 1 } },
          { ...b, members: { expiresAt: issuedAt } },
        ],
        [],
      ),
    ],
    ["none that was granted then", faultsOf([{ ...a, at: issuedAt }], [])],
    [
      "none whose payment was disputed",
      faultsOf([{ ...a, members: { creditOf: "lost" } }], [], {
        invoices: [{ invoiceId: "lost", status: "CHARGEBACK" }],
      }),
    ],
    [
      "none by what another system billed",
      faultsOf([a], [], { members: { issuedAt: 0, periodStartAt: -1 } }),
    ],
    [
      "none by what another system billed of a period that begins right then",
      faultsOf([{ ...a, at: -1 }], [], {
        members: {
          issuedAt: 0,
          receipts: [{ kind: "SETTLEMENT", at: 0, amount: 100, appliedAmount: 100, voucherId: null }],
        },
      }),
    ],
    [
      "none that a clock a little ahead had paid out",
      faultsOf([{ ...a, paidOutAt: issuedAt + 2 * 60_000 }], []),
    ],
    ["none where nothing was payable", faultsOf([a], [], { members: { payableAmount: 0 } })],
  ])("is silent over %s", (_, faults) => {
    expect(faults).toEqual([])
  })

  it.each<[string, ReadonlyArray<string>, string]>([
    ["money in place of a voucher", faultsOf([a], []), "It left 60 of the voucher a, whose turn it was"],
    [
      "money in place of one that was paid out an hour later",
      faultsOf([{ ...a, paidOutAt: issuedAt + 3_600_000 }], []),
      "It left 60 of the voucher a, whose turn it was",
    ],
    ["less than a voucher had", faultsOf([a], [["a", 50]]), "It left 10 of the voucher a, whose turn it was"],
    [
      "a later one in its place",
      faultsOf([a, { ...b, amount: 100 }], [["b", 100]]),
      "It left 60 of the voucher a, whose turn it was",
    ],
    [
      "another order",
      faultsOf(
        [a, b],
        [
          ["b", 60],
          ["a", 40],
        ],
      ),
      "It took vouchers out of their order",
    ],
    [
      "one that was not good yet",
      faultsOf([{ ...a, members: { effectiveAt: issuedAt + 1 } }], [["a", 60]]),
      `60 were taken at ${issuedAt}, and it was not good then`,
    ],
    [
      "one that was good no more",
      faultsOf([{ ...a, members: { expiresAt: issuedAt - 1 } }], [["a", 60]]),
      `60 were taken at ${issuedAt}, and it was not good then`,
    ],
  ])("tells of %s", (_, faults, message) => {
    expect(faults).toContain(message)
  })
})
