// A year over PostgreSQL, measured, audited, and compared with the same year in memory; at once, or in parts.
import type pg from "pg"
import type { Put } from "../../../src/index.ts"
import { auditEngines, recordsOf } from "../engine/audit.ts"
import { instantOf, type Play, playYear } from "./play.ts"
import { processorMillis } from "./processorTime.ts"
import { type Month, type Progress, readProgress, writeProgress } from "./progress.ts"
import { organizationAt } from "./scenario.ts"
import { makeMemoryStage, makePostgresStage, type Stage } from "./stages.ts"

/** How much is played. */
export interface YearOptions extends Play {
  readonly processes: number
  /** How many organizations are compared with memory. */
  readonly sample: number
  /** Where the data and the progress are kept, so that another run goes on; nothing is kept without it. */
  readonly directory?: string | null
  /** Asked after each day whether this run is to end, so that another one goes on. */
  readonly isEnough?: () => boolean
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
  readonly audit: Progress["audit"]
  /** Organizations of the sample whose records are not those in memory. */
  readonly different: number
}

const SLICE = 2_000
const MONTH_DAYS = 30

/**
 * Plays, measures, audits and compares. `say` gets a line for each month and each finding. Null where it was enough before
 * the end.
 */
export const yearOf = async (options: YearOptions, say: (line: object) => void): Promise<Year | null> => {
  const { organizations, processes, sample, days, directory = null, isEnough = () => false } = options
  let progress = readProgress(directory, options)
  const stage = await makePostgresStage(processes, directory)
  const { pool } = stage.server
  const keep = (change: Partial<Progress>): void => {
    progress = { ...progress, ...change, peakBytes: Math.max(progress.peakBytes, stage.peakBytes()) }
    writeProgress(directory, progress)
  }
  const measured: Stage = {
    advance: async (at) => {
      const [began, used] = [performance.now(), processorMillis()]
      await stage.advance(at)
      const took = performance.now() - began
      keep({
        totalMillis: progress.totalMillis + took,
        millis: progress.millis + took,
        processorMillis: progress.processorMillis + processorMillis() - used,
      })
    },
    run: async (at, commands) => {
      keep({ isInDay: true })
      await stage.run(at, commands)
    },
  }
  await playYear(measured, options, progress.day, async (day) => {
    keep({ day: day + 1, isInDay: false })
    if ((day + 1) % MONTH_DAYS === 0) {
      const month = monthOf(progress, await countOf(pool, "invoices"))
      say({ day, ...month, bytes: progress.peakBytes })
      keep({ months: [...progress.months, month], millis: 0, processorMillis: 0 })
    }
    return isEnough() ? "enough" : "go on"
  })
  if (progress.day > days) {
    say({ tables: await sizesOf(pool) })
    await pool.query("CREATE INDEX IF NOT EXISTS charges_organization ON charges (organization_id)")
  }
  while (progress.day > days && progress.audited < organizations && !isEnough()) {
    const { audited, audit } = progress
    const ids = idsOf(audited, Math.min(SLICE, organizations - audited))
    const found = await auditEngines(pool, instantOf(days), ids)
    for (const finding of found.findings.slice(0, 3)) say({ finding })
    keep({
      audited: audited + ids.length,
      audit: {
        unrecorded: audit.unrecorded + found.unrecorded,
        chargedTwice: audit.chargedTwice + found.chargedTwice,
        findings: audit.findings + found.findings.length,
      },
    })
  }
  const isWhole = progress.audited === organizations
  if (!isWhole) say({ day: progress.day, audited: progress.audited, goesOn: "with the same command" })
  const year = isWhole ? await seenIn(pool, progress, Math.min(sample, organizations), say) : null
  await stage.stop()
  return year
}

/** What was seen in a year that is played and audited. */
const seenIn = async (
  pool: pg.Pool,
  { days, months, totalMillis, peakBytes, audit }: Progress,
  sample: number,
  say: (line: object) => void,
): Promise<Year> => {
  const invoices = await countOf(pool, "invoices")
  const growthOf = (cost: "millisAnInvoice" | "processorMillisAnInvoice"): number =>
    round((months.at(-1)?.[cost] ?? Number.NaN) / (months[1]?.[cost] ?? Number.NaN))
  return {
    invoices,
    charges: await countOf(pool, "charges"),
    seconds: round(totalMillis / 1000),
    invoicesPerHour: Math.round((invoices / totalMillis) * 3_600_000),
    timeGrowth: growthOf("millisAnInvoice"),
    processorGrowth: growthOf("processorMillisAnInvoice"),
    peakBytes,
    audit,
    different: await differences(pool, sample, days, say),
  }
}

/** What is new since the months before. */
const monthOf = ({ months, millis, processorMillis }: Progress, invoicesNow: number): Month => {
  const invoices = months.reduce((left, month) => left - month.invoices, invoicesNow)
  return {
    invoices,
    millisAnInvoice: round(millis / invoices),
    processorMillisAnInvoice: round(processorMillis / invoices),
  }
}

const idsOf = (from: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => organizationAt(from + index))

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
  const ids = idsOf(0, sample)
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
