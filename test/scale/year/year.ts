// A year over PostgreSQL, measured, audited, and compared with the same year in memory.
import type pg from "pg"
import type { Put } from "../../../src/index.ts"
import { auditEngines, recordsOf } from "../engine/audit.ts"
import { playYear } from "./play.ts"
import { processorMillis } from "./processorTime.ts"
import { organizationAt } from "./scenario.ts"
import { makeMemoryStage, makePostgresStage, type Stage } from "./stages.ts"

/** How much is played. */
export interface YearOptions {
  readonly organizations: number
  readonly processes: number
  /** How many organizations are compared with memory. */
  readonly sample: number
  readonly days: number
}

/** What was seen. */
export interface Year {
  readonly invoices: number
  readonly charges: number
  readonly seconds: number
  readonly invoicesPerHour: number
  /** What an invoice of the last thirty days took, in those of the second thirty, when all had signed up. */
  readonly timeGrowth: number
  /** The same of the processor time of all processes, those of the server as well. */
  readonly processorGrowth: number
  readonly peakBytes: number
  readonly audit: { readonly unrecorded: number; readonly chargedTwice: number; readonly findings: number }
  /** Organizations of the sample whose records are not those in memory. */
  readonly different: number
}

const SLICE = 2_000
const MONTH_DAYS = 30

/** Plays, measures, audits and compares. `say` gets a line for each month and each finding. */
export const yearOf = async (options: YearOptions, say: (line: object) => void): Promise<Year> => {
  const { organizations, processes, sample, days } = options
  const stage = await makePostgresStage(processes)
  const { pool } = stage.server
  const months: Array<Record<"invoices" | "millisAnInvoice" | "processorMillisAnInvoice", number>> = []
  let [millis, processor, before, total] = [0, 0, 0, 0]
  const measured: Stage = {
    ...stage,
    advance: async (at) => {
      const [began, used] = [performance.now(), processorMillis()]
      await stage.advance(at)
      millis += performance.now() - began
      processor += processorMillis() - used
    },
  }
  const end = await playYear(measured, { organizations, days }, async (day) => {
    if ((day + 1) % MONTH_DAYS !== 0) return
    const count = await countOf(pool, "invoices")
    const invoices = count - before
    const [millisAnInvoice, processorMillisAnInvoice] = [
      round(millis / invoices),
      round(processor / invoices),
    ]
    months.push({ invoices, millisAnInvoice, processorMillisAnInvoice })
    say({ day, ...months.at(-1), bytes: stage.peakBytes() })
    total += millis
    ;[millis, processor, before] = [0, 0, count]
  })
  total += millis
  const invoices = await countOf(pool, "invoices")
  const charges = await countOf(pool, "charges")
  say({ tables: await sizesOf(pool) })
  const audit = { unrecorded: 0, chargedTwice: 0, findings: 0 }
  for (let from = 0; from < organizations; from += SLICE) {
    const ids = Array.from({ length: Math.min(SLICE, organizations - from) }, (_, index) =>
      organizationAt(from + index),
    )
    const found = await auditEngines(pool, end, ids)
    audit.unrecorded += found.unrecorded
    audit.chargedTwice += found.chargedTwice
    audit.findings += found.findings.length
    for (const finding of found.findings.slice(0, 3)) say({ finding })
  }
  const different = await differences(pool, Math.min(sample, organizations), days, say)
  await stage.stop()
  const growthOf = (cost: "millisAnInvoice" | "processorMillisAnInvoice"): number =>
    round((months.at(-1)?.[cost] ?? Number.NaN) / (months[1]?.[cost] ?? Number.NaN))
  return {
    invoices,
    charges,
    seconds: round(total / 1000),
    invoicesPerHour: Math.round((invoices / total) * 3_600_000),
    timeGrowth: growthOf("millisAnInvoice"),
    processorGrowth: growthOf("processorMillisAnInvoice"),
    peakBytes: stage.peakBytes(),
    audit,
    different,
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

const countOf = async (pool: pg.Pool, table: "invoices" | "charges"): Promise<number> => {
  const name = table === "invoices" ? "studio_billing.invoices" : table
  return (await pool.query(`SELECT count(*)::int AS count FROM ${name}`)).rows[0]?.count ?? 0
}

/** The tables of more than a megabyte, with their indexes, in bytes. */
const sizesOf = async (pool: pg.Pool): Promise<Record<string, number>> => {
  const { rows } = await pool.query(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
     WHERE relnamespace = 'studio_billing'::regnamespace AND relkind = 'r' ORDER BY 2 DESC`,
  )
  return Object.fromEntries(rows.flatMap(({ name, bytes }) => (bytes > 1_000_000 ? [[name, bytes]] : [])))
}

/** How many of the first organizations have other records than in memory. */
const differences = async (
  pool: pg.Pool,
  sample: number,
  days: number,
  say: (line: object) => void,
): Promise<number> => {
  const memory = makeMemoryStage()
  await playYear(memory, { organizations: sample, days })
  const there = byOrganization(memory.records())
  const ids = Array.from({ length: sample }, (_, index) => organizationAt(index))
  const here = byOrganization(await recordsOf(pool, ids))
  let count = 0
  for (const id of ids) {
    const [ours, theirs] = [here.get(id) ?? [], there.get(id) ?? []].map((texts) => texts.toSorted())
    const at = ours?.findIndex((text, index) => text !== theirs?.[index]) ?? 0
    if (at === -1 && ours?.length === theirs?.length) continue
    count += 1
    if (count <= 3) say({ differs: id, here: ours?.[at], there: theirs?.[at] })
  }
  return count
}

const COMPARED = new Set<Put["kind"]>([
  "Organization",
  "PaymentMethod",
  "Subscription",
  "BillingPeriod",
  "Invoice",
  "Voucher",
  "VoucherEntry",
  "CouponUse",
  "UsageEvent",
])

/** The records that the audit reads, of each organization, as texts whose members are in order. */
const byOrganization = (records: ReadonlyArray<Put>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const { kind, record } of records) {
    if (!("organizationId" in record) || !COMPARED.has(kind)) continue
    const own = found.get(record.organizationId) ?? []
    found.set(record.organizationId, own)
    own.push(`${kind} ${JSON.stringify(ordered(record))}`)
  }
  return found
}

const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, ordered(member)]),
        )
      : value
