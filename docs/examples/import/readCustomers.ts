// Reads customers of another system from a CSV with a line of column names. A row that cannot be read is told with its
// line and its column, and stops no other.
import type { Readable } from "node:stream"
import { CsvError, parse } from "csv-parse"
import * as Result from "effect/Result"
import { type ImportedCustomer, Iso, isStorable } from "studio-billing"

/** The columns, in any order. Amounts are in minor units; an empty cell is what there is not. */
export const COLUMNS = [
  "id",
  "name",
  "currency",
  "plan",
  "interval",
  "quantity",
  "anchor",
  "anchor_day",
  "period_start",
  "period_end",
  "trial",
  "fee_paid",
  "cancels",
  "coupon",
  "coupon_cycles",
  "credit",
  "owed",
  "card_reference",
  "card_brand",
  "card_last4",
  "card_expiry",
] as const

type Column = (typeof COLUMNS)[number]

/** A row: its line in the file, and the customer, or what is wrong with it. */
export type Row = { readonly line: number } & (
  | { readonly customer: ImportedCustomer.ImportedCustomer }
  | { readonly customer: null; readonly fault: string }
)

class CellFault extends Error {}

/** The cells of a row, read by what they have to be. */
const cellsOf = (record: Readonly<Record<string, string>>) => {
  const text = (column: Column): string => {
    const cell = record[column]
    if (cell === undefined) throw new CellFault(`${column}: the row has no such cell`)
    if (!isStorable(cell)) throw new CellFault(`${column}: has a character that not every store can keep`)
    // A file in another encoding reads so, and nobody could write the letter back.
    if (cell.includes("\uFFFD")) throw new CellFault(`${column}: is not in UTF-8`)
    return cell.trim()
  }
  const match = (column: Column, pattern: RegExp, expected: string): string => {
    const cell = text(column)
    if (!pattern.test(cell))
      throw new CellFault(`${column}: expected ${expected}, got "${cell.slice(0, 40)}"`)
    return cell
  }
  const whole = (column: Column): number => Number(match(column, /^\d{0,15}$/, "a whole number") || 0)
  const instant = (column: Column): number => {
    const read = Iso.fromIso(text(column))
    if (Result.isSuccess(read)) return read.success
    throw new CellFault(`${column}: expected an instant such as 2026-01-31T12:00:00-03:00`)
  }
  return { text, match, whole, instant }
}

const customerOf = (record: Readonly<Record<string, string>>): ImportedCustomer.ImportedCustomer => {
  const { text, match, whole, instant } = cellsOf(record)
  const [month, year] = match("card_expiry", /^\d\d\/\d{4}$/, "a month and a year, 05/2030")
    .split("/")
    .map(Number)
  const [code, credit, day] = [text("coupon"), whole("credit"), whole("anchor_day")]
  // Without it the coupon would begin anew.
  const cyclesSince = () => Number(match("coupon_cycles", /^\d{1,4}$/, "the periods since the coupon began"))
  return {
    importId: `old-system/${text("id")}`,
    organization: { organizationId: text("id"), name: text("name"), currency: text("currency") },
    planId: text("plan"),
    planIntervalId: text("interval"),
    ...(text("quantity") !== "" && { quantity: whole("quantity") }),
    anchor: { at: instant("anchor"), day: day === 0 ? null : day },
    period: {
      startAt: instant("period_start"),
      endAt: instant("period_end"),
      trial: match("trial", /^(yes|no|)$/, "yes or no") === "yes",
      feePaid: match("fee_paid", /^(yes|no)$/, "yes or no") === "yes",
      usage: [],
    },
    cancelAtPeriodEnd: match("cancels", /^(yes|no|)$/, "yes or no") === "yes",
    coupon: code === "" ? null : { code, cyclesSince: cyclesSince() },
    credits: credit === 0 ? [] : [{ name: "Balance of the old system", amount: credit, expiresAt: null }],
    owedAmount: whole("owed"),
    paymentMethods: [
      {
        type: "CARD",
        gatewayReference: text("card_reference"),
        brand: text("card_brand"),
        last4: text("card_last4"),
        expMonth: month ?? 0,
        expYear: year ?? 0,
        isDefault: true,
        billingDetails: { name: text("name"), email: null },
      },
    ],
  }
}

const parsing = {
  bom: true,
  columns: true,
  info: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  skip_empty_lines: true,
  skip_records_with_error: true,
}

/** Rows with their cells, and what cannot be taken apart into cells, in the order of the file. */
async function* rowsOf(csv: Readable) {
  // They are found ahead of the rows before them.
  const faults: Array<CsvError> = []
  const rows = parse({ ...parsing, on_skip: (fault) => void (fault && faults.push(fault)) })
  for await (const { record, info } of csv.pipe(rows)) {
    while (faults[0] !== undefined && Number(faults[0].lines) < info.lines) yield faults.shift() as CsvError
    yield { record, line: Number(info.lines) }
  }
  yield* faults
}

const isOfQuotes = ({ code }: CsvError): boolean =>
  code === "CSV_INVALID_CLOSING_QUOTE" || code === "CSV_QUOTE_NOT_CLOSED"

/**
 * Reads row by row, so that a file of any length needs little memory. Lines may end in any way, and empty ones are no
 * rows. Only a quote that is not closed where its cell ends stops it: nobody knows where the next row begins.
 */
export async function* readCustomers(csv: Readable): AsyncGenerator<Row> {
  let line = 1
  for await (const row of rowsOf(csv)) {
    if (row instanceof CsvError) {
      const { message } = row
      if (isOfQuotes(row)) {
        yield { line: line + 1, customer: null, fault: `no row from here on is read. ${message}` }
        return
      }
      // A row may have several.
      if (row.lines !== line) yield { line: Number(row.lines), customer: null, fault: message }
      line = Number(row.lines)
      continue
    }
    line = row.line
    try {
      yield { line, customer: customerOf(row.record) }
    } catch (fault) {
      if (!(fault instanceof CellFault)) throw fault
      yield { line, customer: null, fault: fault.message }
    }
  }
}
