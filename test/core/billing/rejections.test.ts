// The table of rejections, proved: every pair of operation and fact can be shown, no other fact ever comes up, and
// what an HTTP operation can be refused with is a code that it declares.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { errorCodes, failsWith } from "../../../src/api/errors/errors.ts"
import { type Rejection, refusalOf } from "../../../src/api/errors/rejections.ts"
import { invoices } from "../../../src/api/operations/invoices.ts"
import { paymentMethods } from "../../../src/api/operations/paymentMethods.ts"
import { subscriptions } from "../../../src/api/operations/subscriptions.ts"
import { thresholds } from "../../../src/api/operations/thresholds.ts"
import { type Account, Due, type Invoice, Payments } from "../../../src/index.ts"
import { rulesOf } from "../../support/account.ts"
import { runs } from "../../support/runs.ts"
import { at } from "./rejections/accounts.ts"
import { accounts, type Command, call, commands, policies } from "./rejections/anything.ts"
import { refusals } from "./rejections/refusals.ts"
import { type RejectionTag, rejections } from "./rejections/table.ts"

type Operation = keyof typeof rejections

const operations = Object.keys(rejections) as ReadonlyArray<Operation>
const pairsOf = <Op extends Operation>(operation: Op) =>
  rejections[operation].map((tag) => [operation, tag] as const)

const refused = (operation: Operation, tag: string): { readonly _tag: string } | null => {
  const row: Record<string, () => Result.Result<unknown, { readonly _tag: string }>> = refusals[operation]
  const result = row[tag]?.()
  return result !== undefined && Result.isFailure(result) ? result.failure : null
}

describe("an operation can be refused", () => {
  it.each(operations.flatMap(pairsOf))("%s with %s", (operation, tag) => {
    expect(refused(operation, tag)).toMatchObject({ _tag: tag })
  })
})

/** The paths under which a value holds a number that no account should: no safe integer, or -0. */
const badNumbers = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? [] : [path]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => badNumbers(member, `${path}.${name}`))
}

type Answer = Result.Result<Account.Change | Invoice.InvoiceDraft, { readonly _tag: string }>

const changeOf = (answer: Answer): Account.Change | null =>
  Result.isSuccess(answer) && "account" in answer.success ? answer.success : null

/** Plays commands, everything due in between, and shows every result with its operation. */
const play = (
  given: Account.Account,
  rules: Account.Rules,
  sequence: ReadonlyArray<Command>,
  show: (operation: Operation, result: Answer) => void,
): void => {
  let account = given
  let now = at
  const keep = (operation: Operation, result: Answer): boolean => {
    show(operation, result)
    const change = changeOf(result)
    account = change?.account ?? account
    // An event is recorded as it was sent.
    expect(badNumbers(change?.account)).toEqual([])
    return change !== null
  }
  for (const [index, command] of sequence.entries()) {
    const key = `key ${index}`
    now += command.later
    for (;;) {
      const due = Due.nextDue(account, rules)
      if (due === null || due.at > now || !keep("takeStep", Due.takeStep(account, due, rules))) break
    }
    const { operation, senselessNow, answer } = command
    if (senselessNow !== null) show(operation, call(account, command, { rules, now: senselessNow, key }))
    const result = call(account, command, { rules, now, key })
    keep(operation, result)
    for (const { invoiceId, attemptId } of command.answered ? (changeOf(result)?.charges ?? []) : []) {
      keep("recordAnswer", Payments.recordAnswer(account, { invoiceId, attemptId, answer, now }, rules))
    }
  }
}

describe("any operation with any arguments", () => {
  const seen = new Set<string>()
  const sequences = fc.array(commands, { minLength: 10, maxLength: 40, size: "max" })

  it("is refused with nothing else, and keeps the numbers of an account sound", () => {
    fc.assert(
      fc.property(accounts, policies, sequences, (account, policy, sequence) => {
        play(account, rulesOf(policy), sequence, (operation, result) => {
          const tag = Result.isFailure(result) ? result.failure._tag : "success"
          seen.add(`${operation} ${tag}`)
          expect([...rejections[operation], "success"], operation).toContain(tag)
        })
      }),
      { numRuns: runs(2000) },
    )
    // Of a hundred outcomes, refusals by sheer size among them, nearly all come up.
    if (runs(2000) >= 2000) expect(seen.size).toBeGreaterThan(80)
  })
})

const { create, previewUpcomingInvoice, update, pause, resume, cancel, undoCancel, changePlan } =
  subscriptions.endpoints

/** The HTTP operations of today; usage is not recorded by HTTP yet, so that any code of the table will do. */
const declared = {
  subscribe: [...create.error],
  pay: [...invoices.endpoints.pay.error],
  upcoming: [...previewUpcomingInvoice.error],
  recordUsage: failsWith(...errorCodes),
  pause: [...pause.error],
  resume: [...resume.error],
  cancel: [...cancel.error],
  scheduleCancel: [...cancel.error],
  undoCancel: [...undoCancel.error],
  changePlan: [...changePlan.error],
  schedulePlanChange: [...changePlan.error],
  changePaymentMethod: [...update.error],
  setThreshold: [...thresholds.endpoints.set.error],
  updateMethod: [...paymentMethods.endpoints.update.error],
  removeMethod: [...paymentMethods.endpoints.remove.error],
}
/** What every HTTP operation declares beside its own. */
const common = failsWith("validation_error", "internal_server_error")

type Declared = keyof typeof declared

/** A fact that has no row in the table of the wire does not compile here. */
type Answered = Exclude<RejectionTag<Declared>, Rejection["_tag"]>
const answered: [Answered] extends [never] ? true : Answered = true

describe("on the wire", () => {
  const shown = (Object.keys(declared) as ReadonlyArray<Declared>).flatMap(pairsOf)

  it.each(shown)("%s refused with %s is a body that the operation declares", (operation, tag) => {
    const body = refusalOf(refused(operation, tag) as Rejection)
    const schemas: ReadonlyArray<Schema.Constraint> = [...declared[operation], ...common]
    expect(errorCodes).toContain(body.code)
    expect(schemas.some((schema) => Schema.is(schema)(body))).toBe(answered)
  })
})
