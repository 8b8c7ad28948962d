// Law 4: the upcoming invoice is the document that is issued, byte for byte, at the boundary or when it is paid early,
// when nothing happens in between.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Account, type Invoice, UpcomingInvoice } from "../../../../src/index.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { always, watching } from "./always.ts"
import { everything } from "./arbitraries.ts"
import { mixedSetups } from "./setups.ts"
import { play } from "./world.ts"

const shown = ({ invoiceId, currency, periodStartAt, periodEndAt, dueAt, ...rest }: Invoice.InvoiceDraft) => {
  const { lines, discounts, totalAmount, discountAmount, payableAmount, createdAt, billingThreshold } = rest
  const totals = { totalAmount, discountAmount, payableAmount }
  return {
    invoiceId,
    currency,
    periodStartAt,
    periodEndAt,
    dueAt,
    lines,
    discounts,
    totals,
    createdAt,
    billingThreshold,
  }
}

const previewOf = (
  account: Account.Account,
  at: number,
  rules: Account.Rules,
): Invoice.InvoiceDraft | null => {
  const upcoming = UpcomingInvoice.upcoming(account, at, rules)
  return Result.isSuccess(upcoming) ? upcoming.success : null
}

const issuedIn = (account: Account.Account, preview: Invoice.InvoiceDraft) =>
  account.invoices.filter(({ invoiceId }) => invoiceId === preview.invoiceId).map(shown)

describe("law 4: preview is issue", () => {
  it("also when it is made later, before anybody has taken the step that issues it", () => {
    always(
      400,
      watching(({ by, at, before, change: { account }, rules }) => {
        if (by !== "time") return
        const issued = account.invoices.filter(
          ({ kind, invoiceId }) =>
            (kind === "CYCLE" || kind === "CREATION") &&
            !before.invoices.some((was) => was.invoiceId === invoiceId),
        )
        for (const later of issued.length === 0 ? [] : [0, 1, DAY, 40 * DAY]) {
          const preview = previewOf(before, at + later, rules)
          expect(preview === null ? null : shown(preview)).toEqual(issued.map(shown)[0])
        }
      }),
    )
  })

  it("at the boundary and when paid early, whatever happened before", () => {
    fc.assert(
      fc.property(mixedSetups, everything, (setup, steps) => {
        // The latest preview, and the account that it was made of.
        let latest: {
          readonly account: Account.Account
          readonly preview: Invoice.InvoiceDraft | null
        } | null = null
        play(setup, steps, setup.startAt + 300 * DAY, {
          watch: ({ by, at, before, change: { account }, rules }) => {
            const preview = latest?.account === before ? latest.preview : previewOf(before, at, rules)
            const crossed =
              by === "time" && before.subscription?.cycle.endAt === at && before.periods !== account.periods
            if (preview !== null && before.subscription !== null && (crossed || by === "payEarly")) {
              const expected = preview.lines.length === 0 ? [] : [shown(preview)]
              expect(issuedIn(account, preview)).toEqual(expected)
            }
            latest = { account, preview: previewOf(account, at, rules) }
          },
        })
      }),
      { numRuns: runs(1000) },
    )
  })

  it("of the end of what runs, whatever vouchers end and take effect until then", () => {
    const [ended, begun] = [{ count: 0 }, { count: 0 }]
    fc.assert(
      fc.property(mixedSetups, everything, (setup, steps) => {
        // What was foretold, as of the last change but for vouchers.
        let foretold: Invoice.InvoiceDraft | null = null
        play(setup, steps, setup.startAt + 300 * DAY, {
          watch: ({ by, at, before, change: { account }, rules }) => {
            const { subscription, periods, invoices } = before
            const isOfVouchers =
              by === "time" &&
              account.subscription === subscription &&
              account.periods === periods &&
              account.invoices === invoices
            if (by === "time" && foretold !== null) {
              const issued = issuedIn(account, foretold).filter(
                ({ invoiceId }) => !invoices.some((was) => was.invoiceId === invoiceId),
              )
              for (const one of issued) {
                expect(shown(foretold)).toEqual(one)
                if (foretold.discountAmount > 0) begun.count += 1
              }
            }
            if (isOfVouchers && foretold !== null) {
              const now = previewOf(account, at, rules)
              if (now?.invoiceId === foretold.invoiceId) ended.count += 1
            } else foretold = previewOf(account, Number.POSITIVE_INFINITY, rules)
          },
        })
      }),
      { numRuns: runs(600) },
    )
    expect(Math.min(ended.count, begun.count)).toBeGreaterThan(0)
  })

  it("keeps the time of its creation, from when it is first shown", () => {
    fc.assert(
      fc.property(mixedSetups, everything, (setup, steps) => {
        const shownFirst = new Map<string, number>()
        let last: ReturnType<typeof previewOf> = null
        play(setup, steps, setup.startAt + 300 * DAY, {
          watch: ({ at, change: { account }, rules }) => {
            const preview = previewOf(account, at, rules)
            const known = [...account.invoices, ...(preview === null ? [] : [preview])]
            // The end of a trial that was called off: a later FINAL of its cycle is another document.
            const isIssued = account.invoices.some(({ invoiceId }) => invoiceId === last?.invoiceId)
            if (last?.kind === "FINAL" && preview?.invoiceId !== last.invoiceId && !isIssued)
              shownFirst.delete(last.invoiceId)
            last = preview
            if (preview !== null && !shownFirst.has(preview.invoiceId)) {
              shownFirst.set(preview.invoiceId, preview.createdAt)
            }
            for (const { invoiceId, createdAt } of known) {
              expect(createdAt).toBe(shownFirst.get(invoiceId) ?? createdAt)
            }
          },
        })
      }),
      { numRuns: runs(400) },
    )
  })
})
