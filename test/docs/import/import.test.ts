// The example that imports customers from a CSV: ten thousand of them, stopped and started again, and the small file.
import { createReadStream, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { command } from "../../../docs/examples/import/command.ts"
import { auditCustomers, importCustomers } from "../../../docs/examples/import/importCustomers.ts"
import { COLUMNS, readCustomers } from "../../../docs/examples/import/readCustomers.ts"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { audit } from "../../../simulator/audit/audit.ts"
import { makeScriptedGateway } from "../../../simulator/index.ts"
import { Uuid } from "../../../src/api/records/wire.ts"
import { WIRE_CURRENCIES } from "../../../src/core/money/Currency.ts"
import { defaultPolicy } from "../../../src/index.ts"
import { createBilling } from "../../../src/promises/index.ts"
import { coupon, monthly, plan } from "../../support/billing.ts"
import { read } from "../../tidy/source.ts"
import { fencesOf, printedBy, saidBy } from "../fences.ts"

const NOW = Date.UTC(2026, 2, 15, 12)
const DAY = 86_400_000
const three = { ...coupon, duration: { type: "REPEATING", months: 3 } } as const

/** The rows of customers that began on each day of January of last year. */
const csvOf = (count: number, faulty: (index: number) => boolean): string => {
  const rows = Array.from({ length: count }, (_, index) => {
    const anchor = new Date(Date.UTC(2025, 0, 1 + (index % 31)))
    const day = anchor.getUTCDate()
    const begins = (month: number) =>
      new Date(Date.UTC(2026, month, Math.min(day, [31, 28, 31, 30][month] ?? 30)))
    const first = begins(2).getTime() <= NOW ? 2 : 1
    const isTrial = index % 13 === 4
    const trialEnd = new Date(NOW + day * DAY).toISOString()
    const cells: Record<string, string | number> = {
      id: `0190a000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      name: `"Company ""${index}"", and sons"`,
      currency: "BRL",
      plan: plan.planId,
      interval: monthly,
      quantity: index % 2 === 0 ? "" : 1,
      anchor: isTrial ? trialEnd : anchor.toISOString(),
      anchor_day: "",
      period_start: begins(first).toISOString(),
      period_end: isTrial ? trialEnd : begins(first + 1).toISOString(),
      trial: isTrial ? "yes" : "",
      fee_paid: index % 3 === 0 && !isTrial ? "yes" : "no",
      cancels: index % 11 === 0 ? "yes" : "",
      coupon: index % 5 === 0 ? coupon.code : "",
      coupon_cycles: isTrial ? 0 : index % 4,
      credit: index % 7 === 0 ? 500 : "",
      owed: faulty(index) ? 1 : 0,
      card_reference: `card ${index}`,
      card_brand: "visa",
      card_last4: "4242",
      card_expiry: "05/2030",
    }
    return COLUMNS.map((column) => cells[column]).join(",")
  })
  return [COLUMNS.join(","), ...rows].join("\r\n")
}

const open = async () => {
  const memory = makeMemoryBillingStore()
  const scripted = makeScriptedGateway()
  const time = { at: NOW }
  const puts = [
    { kind: "Plan" as const, record: plan },
    { kind: "Coupon" as const, record: three },
  ]
  const nothing = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  await Effect.runPromise(memory.store.commit({ ...nothing, puts }))
  const billing = createBilling({ store: memory.store, gateway: scripted.gateway, clock: () => time.at })
  const findings = () =>
    audit({
      snapshot: memory.state.snapshot(),
      charges: { items: scripted.charges({ page: 1, limit: 100_000 }).items, complete: true },
      now: time.at,
      policy: defaultPolicy,
      couponsBefore: [],
    }).findings
  return { billing, memory, scripted, time, findings }
}

describe("the page", () => {
  const page = read("docs/import.md").text

  it("has an example that prints what it says", async () => {
    const [example] = fencesOf(page).filter(({ info }) => info === "ts run")
    expect(await printedBy(example?.text ?? "")).toBe(saidBy(example?.text ?? ""))
  })

  it("has ids and currencies that the contract can present, and so has the small file", async () => {
    const [example] = fencesOf(page).filter(({ info }) => info === "ts run")
    const ids = [
      ...(example?.text ?? "").matchAll(/(?:organizationId: |planId = |planIntervalId = )"(.*?)"/g),
    ]
    const shown = ids.map(([, id]) => id)
    expect(shown).toHaveLength(3)
    for await (const { customer } of readCustomers(createReadStream("docs/examples/import/customers.csv"))) {
      if (customer === null) continue
      const { organization, planId, planIntervalId } = customer
      shown.push(organization.organizationId, planId, planIntervalId)
      expect(WIRE_CURRENCIES).toContain(organization.currency)
    }
    expect(shown.length).toBeGreaterThan(3)
    expect(shown.filter((id) => !Schema.is(Uuid)(id))).toEqual([])
  })

  it("shows what the command prints for the small file", async () => {
    const fenceOf = (wanted: string) => fencesOf(page).find(({ info }) => info === wanted)?.text
    const printed: Array<string> = []
    for (const line of (fenceOf("sh run") ?? "").trim().split("\n")) {
      const [node, main, ...args] = line.split(" ")
      expect([node, main]).toEqual(["node", "docs/examples/import/main.ts"])
      await command([...args, "--database", ":memory:"], (text) => printed.push(`${text}\n`))
    }
    const half = printed.findIndex((text) => text.startsWith("The first invoice")) + 1
    expect(printed.slice(0, half).join("")).toBe(fenceOf("text"))
    expect(printed.slice(half)).toContain("Audit: clean\n")
  })
})

describe("the example of an import", () => {
  it("moves ten thousand customers in, after a dry run, and once", async () => {
    const { billing, memory, scripted, time, findings } = await open()
    const csv = csvOf(10_000, (index) => index % 1_000 === 999)
    const rows = () => readCustomers(Readable.from([csv]))
    const empty = memory.state.snapshot().records.length
    const dry = await importCustomers(billing, rows(), { run: false })
    expect(dry).toMatchObject({ rows: 10_000, made: 9_990, before: 0 })
    expect(dry.refusals).toHaveLength(10)
    expect(dry.refusals[0]).toEqual({
      line: 1_001,
      fault: expect.stringMatching(/^owedAmount: .*collect the debt/),
    })
    expect(memory.state.snapshot().records).toHaveLength(empty)
    // It is stopped in the middle of it, and started again.
    const half = csvOf(4_000, (index) => index % 1_000 === 999)
    await importCustomers(billing, readCustomers(Readable.from([half])), { run: true })
    const report = await importCustomers(billing, rows(), { run: true })
    expect(report).toMatchObject({ made: 5_994, before: 3_996 })
    expect(await auditCustomers(billing, rows(), report)).toEqual([])
    expect(findings()).toEqual([])
    const stored = memory.state.snapshot().records
    expect(await importCustomers(billing, rows(), { run: true })).toMatchObject({ made: 0, before: 9_990 })
    expect(memory.state.snapshot().records).toEqual(stored)
    expect(scripted.charges({ page: 1, limit: 10 }).items).toEqual([])
    time.at = NOW + DAY
    const { failures } = await billing.engine.runDue()
    expect(failures).toEqual([])
    expect(scripted.charges({ page: 1, limit: 10 }).items.length).toBeGreaterThan(0)
    expect(findings()).toEqual([])
  })

  it("comes to what the dry run said, and stays sound for months", async () => {
    const { billing, scripted, time, findings } = await open()
    const csv = csvOf(120, () => false)
    const rows = () => readCustomers(Readable.from([csv]))
    const dry = await importCustomers(billing, rows(), { run: false })
    expect(await importCustomers(billing, rows(), { run: true })).toEqual(dry)
    for (let day = 0; day < 120; day++) {
      time.at += DAY
      expect((await billing.engine.runDue()).failures).toEqual([])
      if (day % 30 === 0) expect(findings()).toEqual([])
    }
    expect(findings()).toEqual([])
    const firsts = new Map<string, number>()
    for (const charge of scripted.charges({ page: 1, limit: 10_000 }).items.toReversed()) {
      if (!firsts.has(charge.organizationId)) firsts.set(charge.organizationId, charge.amount)
    }
    expect([...firsts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(dry.totals.BRL?.payable)
  })

  it("tells a member of another type by its line, as of rows that come from a table, and goes on", async () => {
    const { billing } = await open()
    const rows = async function* () {
      for await (const row of readCustomers(Readable.from([csvOf(3, () => false)]))) {
        if (row.line !== 3 || row.customer === null) yield row
        else
          yield {
            ...row,
            customer: { ...row.customer, anchor: { at: null as unknown as number, day: null } },
          }
      }
    }
    const { made, refusals } = await importCustomers(billing, rows(), { run: true })
    const fault = expect.stringMatching(/anchor\.at has to be an instant.*is null$/)
    expect([made, refusals]).toEqual([2, [{ line: 3, fault }]])
  })

  it("tells by line what of the small file is wrong, and moves the others into SQLite", async () => {
    const folder = mkdtempSync(join(tmpdir(), "import-"))
    const printed: Array<string> = []
    const run = async (...more: ReadonlyArray<string>) => {
      printed.length = 0
      const args = ["docs/examples/import/customers.csv", "--at", "2026-03-15T12:00:00Z", "--database"]
      return command([...args, join(folder, "billing.db"), ...more], (line) => printed.push(line))
    }
    try {
      expect(await run()).toBe(1)
      expect(printed).toEqual([
        expect.stringMatching(/^line 4: owedAmount: Expected 0: collect the debt/),
        expect.stringMatching(/^line 5: period_start: expected an instant/),
        expect.stringMatching(/^line 6: period.startAt: Expected the running period/),
        "line 7: id: line 2 has it too",
        "Dry run: nothing of them is stored",
        "2 new, 0 imported before, 4 refused, of 6",
        "BRL: next invoices 19480, credit 500, paid of running periods 9990",
        "The first invoice is due at 2026-03-31T00:00:00.000Z",
      ])
      await run("--run")
      expect(printed.slice(4, 6)).toEqual(["Imported", "2 new, 0 imported before, 4 refused, of 6"])
      expect(printed.at(-1)).toBe("Audit: clean")
      await run("--run")
      expect(printed.slice(4)).toEqual([
        "Imported",
        "0 new, 2 imported before, 4 refused, of 6",
        "Audit: clean",
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
