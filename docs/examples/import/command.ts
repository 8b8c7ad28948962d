// The command line of the import.
import { createReadStream } from "node:fs"
import { parseArgs } from "node:util"
import { type Billing, createBilling } from "studio-billing/promises"
import { makeScriptedGateway } from "studio-billing/simulator"
import { openDatabase } from "../sqlite/Database.ts"
import { makeSqliteBillingStore } from "../sqlite/SqliteBillingStore.ts"
import { auditCustomers, importCustomers } from "./importCustomers.ts"
import { readCustomers } from "./readCustomers.ts"

const options = {
  /** Imports; without it nothing is stored. */
  run: { type: "boolean", default: false },
  /** The database. */
  database: { type: "string", default: "billing.db" },
  /** The instant of the move, to try a file of another day; by default now. */
  at: { type: "string" },
} as const

/** The plans that the customers have. They are INACTIVE: closed to new customers. Their ids are UUIDs, to be served. */
const definePlans = async (billing: Billing): Promise<void> => {
  await billing.plans
    .define({
      planId: "0190a000-0000-7000-8000-0000000000a1",
      name: "Starter",
      description: "As in the old system",
      status: "INACTIVE",
      intervals: [
        { id: "0190a000-0000-7000-8000-0000000000a2", interval: "MONTHLY", amount: 9990, currency: "BRL" },
      ],
      prices: [],
    })
    // A second run finds it there.
    .outcome()
}

/** Runs the command, and gives its exit code: 1 where a row was refused or the audit found a difference. */
export const command = async (
  args: ReadonlyArray<string>,
  print: (line: string) => void,
): Promise<number> => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [path] = positionals
  if (path === undefined) throw new Error("Which file? Give the path of a CSV")
  const at = values.at === undefined ? null : Date.parse(values.at)
  const database = openDatabase(values.database)
  // Your own gateway takes this place: it has to know the cards by the references of the file.
  const { gateway } = makeScriptedGateway()
  const store = makeSqliteBillingStore(database)
  const billing = createBilling({ store, gateway, ...(at !== null && { clock: () => at }) })
  await definePlans(billing)
  const rows = () => readCustomers(createReadStream(path))
  const report = await importCustomers(billing, rows(), { run: values.run, onRefusal: print })
  print(values.run ? "Imported" : "Dry run: nothing of them is stored")
  print(
    `${report.made} new, ${report.before} imported before, ${report.refusals.length} refused, of ${report.rows}`,
  )
  for (const [currency, { payable, credit, paid }] of Object.entries(report.totals)) {
    print(`${currency}: next invoices ${payable}, credit ${credit}, paid of running periods ${paid}`)
  }
  if (report.firstDueAt !== null) {
    print(`The first invoice is due at ${new Date(report.firstDueAt).toISOString()}`)
  }
  const differences = values.run ? await auditCustomers(billing, rows(), report) : []
  for (const difference of differences) print(difference)
  if (values.run)
    print(differences.length === 0 ? "Audit: clean" : `Audit: ${differences.length} differences`)
  await billing.close()
  database.close()
  return differences.length + report.refusals.length === 0 ? 0 : 1
}
