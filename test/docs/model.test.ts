// The tables of docs/model.md against the deciders, cell by cell, and against the types that name their states and
// commands: a document that forgets one, or says something else than the code, fails here.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { run } from "../../src/core/Decider.ts"
import { IDEMPOTENCY_KEY_STATUSES } from "../../src/core/identity/IdempotencyKey.ts"
import { OTP_STATUSES } from "../../src/core/identity/Otp.ts"
import { ISSUED_STATUSES } from "../../src/core/invoice/InvoiceRecord.ts"
import { read } from "../tidy/source.ts"
import type { Lifecycle } from "./lifecycles/Lifecycle.ts"
import { lifecycles } from "./lifecycles.ts"
import { tablesUnder } from "./markdown.ts"
import { unionOf } from "./unions.ts"

const document = read("docs/model.md").text

const REFUSED = "—"
const NOTHING = "·"

const cellOf = (lifecycle: Lifecycle<never, never>, state: string, column: string): string => {
  const ask = lifecycle.columns[column]
  const before = lifecycle.states[state]
  if (ask === undefined || before === undefined) return `no fixture for ${state}, ${column}`
  const [from, command] = ask(before)
  const decided = run(lifecycle.decider, from, command)
  if (Result.isFailure(decided)) return REFUSED
  const { state: after, events } = decided.success
  return events.length === 0 || after === null ? NOTHING : lifecycle.nameOf(after)
}

const invoice = "src/core/invoice/InvoiceCommands.ts"
const attempt = "src/core/payment/PaymentAttempt.ts"
const subscription = "src/core/subscription/SubscriptionCommands.ts"

/** What the types say that there is: an invoice is never stored as a DRAFT, and a session has no named states. */
const complete: Readonly<Record<string, { states: ReadonlyArray<string>; commands: ReadonlyArray<string> }>> =
  {
    Subscription: {
      states: unionOf("src/core/subscription/SubscriptionRecord.ts", "SubscriptionStatus"),
      commands: unionOf(subscription, "SubscriptionCommand"),
    },
    Invoice: {
      states: ISSUED_STATUSES,
      commands: unionOf(invoice, "InvoiceCommand"),
    },
    "Payment attempt": {
      states: unionOf(attempt, "AttemptStatus"),
      commands: unionOf(attempt, "AttemptCommand"),
    },
    "One-time password": {
      states: OTP_STATUSES,
      commands: unionOf("src/core/identity/Otp.ts", "OtpCommand"),
    },
    Session: {
      states: ["OPEN", "OVER", "ENDED"],
      commands: unionOf("src/core/identity/Session.ts", "SessionCommand"),
    },
    "Idempotency key": {
      states: IDEMPOTENCY_KEY_STATUSES,
      commands: unionOf("src/core/identity/IdempotencyKey.ts", "IdempotencyKeyCommand"),
    },
  }

const sorted = (names: Iterable<string>): ReadonlyArray<string> => Array.from(new Set(names)).sort()

describe.each(Object.entries(lifecycles))("%s", (heading, lifecycle) => {
  const tables = tablesUnder(document, heading)
  const columns = tables.flatMap((table) => table.columns)
  const expected = complete[heading]

  it("has a column for every command, and a fixture for every column", () => {
    expect(sorted(columns.map((column) => column.replace(/ \(.*$/, "")))).toEqual(
      sorted(expected?.commands ?? []),
    )
    expect(sorted(columns)).toEqual(sorted(Object.keys(lifecycle.columns)))
  })

  it.each(tables.map((table) => [table.columns.join(", "), table] as const))(
    "does what its table says: %s",
    (_, table) => {
      expect(sorted(table.rows.keys())).toEqual(sorted(["none", ...(expected?.states ?? [])]))
      for (const [state, cells] of table.rows) {
        const computed = table.columns.map(
          (column) => `${state}, ${column}: ${cellOf(lifecycle, state, column)}`,
        )
        const documented = table.columns.map((column, index) => `${state}, ${column}: ${cells[index]}`)
        expect(documented).toEqual(computed)
      }
    },
  )
})

describe("the kinds of invoice", () => {
  const kinds = unionOf("src/core/invoice/InvoiceRecord.ts", "BillingReason")

  it("are all in the table", () => {
    const table = tablesUnder(document, "Words").find(({ columns }) => columns[0] === "Issued because")
    expect(sorted(table?.rows.keys() ?? [])).toEqual(sorted(kinds))
  })

  it.each(["docs/observability.md", "docs/simulator/control-plane.md"])("are all named in %s", (page) => {
    const names = kinds.map((kind) => `\`${kind}\``)
    expect(read(page).text).toContain(`${names.slice(0, -1).join(", ")} or ${names.at(-1)}`)
  })
})

describe("a table", () => {
  it("is read whole", () => {
    const tables = tablesUnder(
      "# T\n\n## A\n\nText.\n\n| s | x |\n|---|---|\n| none | · |\n\n## B\n\n| s | y |\n|---|---|\n| none | — |\n",
      "A",
    )
    expect(tables).toEqual([{ columns: ["x"], rows: new Map([["none", ["·"]]]) }])
  })
})
