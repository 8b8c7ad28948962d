// The golden year as it really happens: the acts over HTTP, and between them the clock. What came of it is written in
// the words of docs/golden-year.md.
import { expect } from "vitest"
import { callerOf, inProcess, seeded } from "../../support/simulator.ts"
import { type Actor, acts, end } from "./acts.ts"

/** A row of a table of the page: texts by the titles of its columns. */
export type Row = Readonly<Record<string, string>>

const base = `/studio/organizations/${seeded.organizationId}`

/** "14 Feb", with the time of day where it is not midnight. */
export const dayOf = (at: string): string => {
  const date = new Date(at)
  const day = `${date.getUTCDate()} ${date.toLocaleString("en", { month: "short", timeZone: "UTC" })}`
  const time = at.slice(11, 16)
  return time === "00:00" ? day : `${day} ${time}`
}

/** A line, so that it can be recalculated: "Messages: 350 × 10 = 3500". */
export const lineText = (line: {
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly amount: number
}): string => `${line.name}: ${line.quantity} × ${line.unitPrice} = ${line.amount}`

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member
type Json = any

const off = (invoice: Json, type: string): number =>
  invoice.discounts.reduce(
    (sum: number, discount: Json) => sum + (discount.type === type ? discount.amount : 0),
    0,
  )

const rowOf = (document: string, invoice: Json): Row => ({
  Day: dayOf(invoice.issuedAt),
  Document: document,
  Lines: invoice.lines.map(lineText).join("; "),
  Total: String(invoice.totalAmount),
  Coupon: String(off(invoice, "COUPON")),
  Vouchers: String(off(invoice, "VOUCHER")),
  "To pay": String(invoice.payableAmount),
  Charges: invoice.attempts.map(({ status, at }: Json) => `${status} ${dayOf(at)}`).join(", ") || "none",
  Status: invoice.status,
})

/** Plays the year. */
export const playYear = async () => {
  const client = await inProcess()
  const call = callerOf(client, await client.token())
  const studio: Actor["studio"] = (method, path, body) => call(method, base + path, body)
  const invoices = async (): Promise<ReadonlyArray<string>> =>
    (await studio("GET", "/invoices?limit=100")).json.data.map(({ invoiceId }: Json) => invoiceId)
  const named = new Map<string, string>()
  const name = async (document: string): Promise<void> => {
    for (const invoiceId of (await invoices()).toReversed()) {
      if (!named.has(invoiceId)) named.set(invoiceId, document)
    }
  }
  const standings: Array<Row> = []
  const look = async (at: string): Promise<void> => {
    const { status, pastDueReason } = (await studio("GET", "/subscriptions")).json
    const standing = pastDueReason === null ? status : `${status}, ${pastDueReason}`
    if (status !== undefined && standings.at(-1)?.Status !== standing) {
      standings.push({ Day: dayOf(at), Status: standing })
    }
  }
  const goTo = async (to: string): Promise<void> => {
    const { json } = await client.call("POST", "/_simulator/clock", { body: { to } })
    expect(json.failures).toBeUndefined()
    for (const { at } of json.timeline) await look(at)
    await name("Cycle")
  }
  const actor: Actor = {
    studio,
    control: (path, body) => client.call("POST", `/_simulator${path}`, { body }),
    cards: new Map(),
    latestInvoice: () => [...named.keys()].at(-1) ?? "",
  }
  for (const { at, document, act } of acts) {
    await goTo(at)
    const answer = await act(actor)
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300)
    await name(document ?? "none")
    await look(at)
  }
  await goTo(end)
  const documents: Array<Row> = []
  for (const [invoiceId, document] of named) {
    documents.push(rowOf(document, (await studio("GET", `/invoices/${invoiceId}`)).json))
  }
  return { documents, standings, studio, client }
}
