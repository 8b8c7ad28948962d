// The golden year: docs/golden-year.md says what an organization does for a year and what comes of it, the acts are
// carried out over HTTP, and both are compared with each other and with amounts that share nothing with the code under
// test.
import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { tablesUnder } from "../docs/markdown.ts"
import { acts } from "./goldenYear/acts.ts"
import { cycleBills, history, naiveDocuments } from "./goldenYear/naive.ts"
import { dayOf, lineText, playYear, type Row } from "./goldenYear/play.ts"

const page = readFileSync(new URL("../../docs/golden-year.md", import.meta.url), "utf8")
const headings = Array.from(page.matchAll(/^## (.*)$/gm), ([, heading = ""]) => heading)
const months = headings.filter((heading) => / 202[67]$/.test(heading))

/** The rows of the first table under a heading. */
const rowsUnder = (heading: string): ReadonlyArray<Row> => {
  const [table] = tablesUnder(page, heading)
  return Array.from(table?.rows ?? [], ([first, cells]) => ({
    Day: first,
    ...Object.fromEntries(cells.map((cell, index) => [table?.columns[index] ?? "", cell])),
  }))
}
const documents = months.flatMap(rowsUnder)

const pick = (row: Row, ...columns: ReadonlyArray<string>): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? ""]))

let year: Awaited<ReturnType<typeof playYear>>
beforeAll(async () => {
  year = await playYear()
})

describe("the page of the golden year", () => {
  it("tells the acts, each in its month", () => {
    const told = months.flatMap((month) => {
      const [, section = ""] = page.split(`\n## ${month}\n`)
      const [own = ""] = section.split("\n## ")
      return Array.from(own.matchAll(/^\* (.*)$/gm), ([, act]) => `${month}, ${act}`)
    })
    const monthOf = (at: string) =>
      new Date(at).toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" })
    expect(told).toEqual(acts.map(({ at, says }) => `${monthOf(at)}, ${dayOf(at)}: ${says}`))
  })

  it("has every document as it is shown over HTTP when the year is over", () => {
    expect(documents).toEqual(year.documents)
  })

  it("has the amounts that the naive computation finds", () => {
    const columns = ["Lines", "Total", "Coupon", "Vouchers", "To pay"]
    expect(documents.map((row) => pick(row, ...columns))).toEqual(
      naiveDocuments().map(({ lines, total, coupon, vouchers, payable }) => ({
        Lines: lines.map((line) => lineText({ ...line, amount: line.unitPrice * line.quantity })).join("; "),
        Total: String(total),
        Coupon: String(coupon),
        Vouchers: String(vouchers),
        "To pay": String(payable),
      })),
    )
  })

  it("has the standing of the subscription from day to day", () => {
    expect(rowsUnder("The subscription").map((row) => pick(row, "Day", "Status"))).toEqual(year.standings)
  })

  it("has the vouchers", async () => {
    const { json } = await year.studio("GET", "/vouchers")
    const shown: Array<Row> = []
    for (const { voucherId, name, amount, amountRedeemed, effectiveAt } of json.data.toReversed()) {
      const usages = (await year.studio("GET", `/vouchers/${voucherId}/usages`)).json.data.toReversed()
      const consumed = usages.filter(({ type }: { type: string }) => type === "CONSUME")
      shown.push({
        Day: dayOf(effectiveAt),
        Name: name,
        Amount: String(amount),
        Used: String(amountRedeemed),
        For: consumed
          .map(
            (usage: { amount: number; createdAt: string }) => `${usage.amount} on ${dayOf(usage.createdAt)}`,
          )
          .join(", "),
      })
    }
    expect(rowsUnder("The vouchers")).toEqual(shown)
  })
})

describe("the sums of the page", () => {
  const rows = rowsUnder("What each cycle cost")
  const number = (row: Row | undefined, column: string): number => Number(row?.[column])
  const sum = (of: ReadonlyArray<Row>, column: string): number =>
    of.reduce((total, row) => total + number(row, column), 0)

  it("are, cycle by cycle, what it has to cost without any document", () => {
    const day = (at: number) => dayOf(new Date(at).toISOString())
    expect(rows).toEqual(
      cycleBills().map(({ startAt, endAt, fee, usage, discount }) => ({
        Day: day(startAt),
        Until: day(Math.min(endAt, history.cancelledAt ?? endAt)),
        Fee: String(fee),
        Usage: String(usage),
        Coupon: String(discount),
        Cost: String(fee + usage - discount),
      })),
    )
  })

  it("are what the documents of each cycle come to, less what went back", () => {
    const costs = cycleBills().map(({ cycle }) =>
      naiveDocuments()
        .filter((document) => document.cycle === cycle && document.isVoid !== true)
        .reduce((cost, { total, coupon, credit }) => cost + total - coupon - credit, 0),
    )
    expect(rows.map((row) => number(row, "Cost"))).toEqual(costs)
  })

  it("come to what the gateway took and to the voucher that was a present", async () => {
    const { json } = await year.client.call("GET", "/_simulator/charges?limit=100")
    const taken = json.data
      .filter(({ status }: { status: string }) => status === "APPROVED")
      .reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    const live = documents.filter(({ Status }) => Status !== "VOID")
    const present = 5000
    expect(sum(rows, "Cost")).toBe(taken + present)
    expect(sum(live, "To pay")).toBe(taken)
    expect(page).toContain(`${sum(rows, "Cost")} − ${present} = ${taken}`)
  })
})
