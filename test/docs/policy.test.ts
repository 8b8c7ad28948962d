// The page of the policy has every member with its default, and every rule between members.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { BillingPolicySchema } from "../../src/core/policy/checkPolicy.ts"
import { DEFAULT_QUANTITY_CHANGES_MAX } from "../../src/core/subscription/Quantity.ts"
import { DEFAULT_TRIAL_NOTICE_MILLIS } from "../../src/core/subscription/Trial.ts"
import {
  type BillingPolicy,
  checkPolicy,
  defaultOtpPolicy,
  defaultPolicy,
  type PolicyContradiction,
} from "../../src/index.ts"
import { tablesUnder } from "./markdown.ts"

const page = readFileSync(new URL("../../docs/policy.md", import.meta.url), "utf8")
const headings = Array.from(page.matchAll(/^## (.*)$/gm), ([, heading = ""]) => heading)

const plain = (cell: string): string => cell.replaceAll("`", "")

/** The members with their defaults, under some headings. */
const statedUnder = (...names: ReadonlyArray<string>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    names
      .flatMap((heading) => tablesUnder(page, heading))
      .filter(({ columns }) => columns[0] === "Default")
      .flatMap(({ rows }) => Array.from(rows, ([member, [value]]) => [plain(member), value])),
  )

const written = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ")
  if (typeof value !== "object" || value === null) return String(value)
  return Object.entries(value)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")
}

const writtenAll = (policy: object) =>
  Object.fromEntries(Object.entries(policy).map(([member, value]) => [member, written(value)]))

/** Where a member that is left out has a default all the same. */
const whole: Required<BillingPolicy> = {
  ...defaultPolicy,
  quantityChangesMax: DEFAULT_QUANTITY_CHANGES_MAX,
  trialNoticeMillis: DEFAULT_TRIAL_NOTICE_MILLIS,
}

/** For each rule a policy that breaks it alone. */
const breaking: Readonly<Record<PolicyContradiction["rule"], Partial<BillingPolicy>>> = {
  NO_PAYMENT_METHOD_POSSIBLE: { paymentMethodsMax: { CARD: 0, BOLETO: 0 } },
  DUNNING_DAYS_NOT_RISING: { dunningDays: [3, 1] },
  WRITTEN_OFF_WHILE_DUNNED: { writeOffAfterDays: 14 },
  RECONCILIATION_NOT_RISING: { reconciliationMillis: [2, 1] },
  STALE_BEFORE_DEADLINE: { attemptStaleMillis: defaultPolicy.chargeDeadlineMillis },
  KEY_FORGOTTEN_BEFORE_STALE: { gatewayKeyMillis: 990_000 },
  CATCH_UP_WITHIN_SKEW: { catchUpMillis: defaultPolicy.clockSkewMillis },
}

describe("the page of the policy", () => {
  it("has every member, with its default", () => {
    expect(Object.keys(whole).sort()).toEqual(Object.keys(BillingPolicySchema.fields).sort())
    const own = headings.filter((heading) => heading !== "One-time passwords")
    expect(statedUnder(...own)).toEqual(writtenAll(whole))
    expect(statedUnder("One-time passwords")).toEqual(writtenAll(defaultOtpPolicy))
  })

  it("has every rule between members, with these members", () => {
    const [table] = tablesUnder(page, "What contradicts itself")
    const stated = Array.from(table?.rows ?? [], ([rule, [members = ""]]) => [
      plain(rule),
      plain(members).split(", "),
    ])
    const refused = Object.entries(breaking).map(([rule, change]) => {
      const checked = checkPolicy({ ...defaultPolicy, ...change })
      expect(checked).toMatchObject({ failure: { rule } })
      return [rule, "failure" in checked && "members" in checked.failure ? checked.failure.members : []]
    })
    expect(stated).toEqual(refused)
  })

  it("says of members alone what another value does", () => {
    const [table] = tablesUnder(page, "Another policy")
    const members = Array.from(table?.rows.keys() ?? [], plain).filter((member) => !member.includes(" "))
    expect(members.length).toBeGreaterThan(3)
    expect(members.filter((member) => !(member in whole))).toEqual([])
  })
})
