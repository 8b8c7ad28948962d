// The file of a seed: what it may say is what the control plane takes, and whatever is wrong is told at its member.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../../simulator/adapters/seed/defaultSeed.ts"
import { commitOfSeed, type Seed } from "../../../simulator/adapters/seed/Seed.ts"
import { readCommentedJson } from "../../../simulator/cli/files/commentedJson.ts"
import { seedExample } from "../../../simulator/cli/files/seedExample.ts"
import { seedOf } from "../../../simulator/cli/files/seedFile.ts"
import { policyOf } from "../../../simulator/cli/policy.ts"
import { BillingPolicySchema, defaultPolicy, Iso } from "../../../src/index.ts"
import { inProcess } from "../../support/simulator.ts"

const valueIn = (text: string) => Result.getOrThrow(readCommentedJson(text))
const example = valueIn(seedExample()) as ReturnType<typeof documentOf>

/** A seed as its file says it. */
const documentOf = ({ organizations, users, plans, coupons }: Seed) => ({
  organizations,
  users,
  plans,
  coupons: coupons.map(({ discount, duration, redemptionsMax, redeemBy, ...coupon }) => ({
    ...coupon,
    type: discount.type,
    amount: discount.type === "FIXED" ? discount.amount : discount.basisPoints / 100,
    currency: discount.type === "FIXED" ? discount.currency : null,
    duration: duration.type,
    durationInMonths: duration.type === "REPEATING" ? duration.months : null,
    maxRedemptions: redemptionsMax,
    redeemBy: redeemBy === null ? null : Iso.toIso(redeemBy),
  })),
})

describe("a file of a seed", () => {
  it("can say all that the default seed has", () => {
    expect(seedOf(documentOf(defaultSeed))).toEqual(Result.succeed({ seed: defaultSeed, policy: {} }))
  })

  it("needs an organization, and no more", () => {
    const [organization] = defaultSeed.organizations
    expect(seedOf({ organizations: [organization] })).toEqual(
      Result.succeed({
        seed: { organizations: [organization], users: [], plans: [], coupons: [] },
        policy: {},
      }),
    )
  })

  it("has the addresses of users as they are looked up", () => {
    const users = [{ userId: defaultSeed.users[0]?.userId, email: "Owner@Example.COM", memberships: [] }]
    const { seed } = Result.getOrThrow(seedOf({ organizations: defaultSeed.organizations, users }))
    expect(seed.users).toMatchObject([{ email: "owner@example.com", emailVerified: true }])
  })
})

type Document = Record<string, Array<Record<string, unknown>>>

const refusals = (change: (document: Document) => void): ReadonlyArray<string> => {
  const document = structuredClone(documentOf(defaultSeed)) as unknown as Document
  change(document)
  return Result.getOrThrow(Result.flip(seedOf(document))).map(({ path, message }) => `${path}: ${message}`)
}
const member = (list: string, index: number, name: string, value: unknown) => (document: Document) => {
  const record = document[list]?.[index]
  if (record !== undefined) record[name] = value
}
const again = (list: string, change: object) => (document: Document) =>
  void document[list]?.push({ ...document[list][0], ...change })
const other = "0190a000-0000-7000-8000-00000000dead"

describe("what is wrong is told at its member", () => {
  it.each<readonly [string, (document: Document) => unknown]>([
    ["organisations: Unknown member", (document) => Object.assign(document, { organisations: [] })],
    ["organizations: Required", (document) => delete document.organizations],
    ["organizations: Expected an array", (document) => Object.assign(document, { organizations: {} })],
    [
      "organizations: Expected at least one",
      (document) => Object.assign(document, { organizations: [], users: [] }),
    ],
    ["policy: Expected an object", (document) => Object.assign(document, { policy: [] })],
    ["organizations.0.organizationId: Expected a UUID", member("organizations", 0, "organizationId", "1")],
    ["organizations.1.name: Expected a text of 1 to 200 characters", member("organizations", 1, "name", "")],
    ['organizations.2.status: Expected "ACTIVE" or "INACTIVE"', member("organizations", 2, "status", "GONE")],
    ["users.1.email: Expected an e-mail address", member("users", 1, "email", "viewer")],
    ["users.3.role: Unknown member", member("users", 3, "role", "admin")],
    ["users.0.memberships.0.organizationId: Required", member("users", 0, "memberships", [{}])],
    [
      "users.0.memberships.0.organizationId: Expected the id of one that is in this file",
      member("users", 0, "memberships", [{ organizationId: other }]),
    ],
    [
      "users.0.memberships.1.organizationId: Another membership is of this organization",
      member(
        "users",
        0,
        "memberships",
        [defaultSeed.organizations[0], defaultSeed.organizations[0]].map((of) => ({
          organizationId: of?.organizationId,
        })),
      ),
    ],
    ["plans.0.planId: Required", (document) => delete document.plans?.[0]?.planId],
    ["plans.0.intervals: Expected at least one interval", member("plans", 0, "intervals", [])],
    [
      "plans.0.intervals.0.amount: Expected an integer from 0 to 1000000000000",
      member("plans", 0, "intervals", [{ id: other, interval: "MONTHLY", amount: -1, currency: "BRL" }]),
    ],
    [
      "plans.1.prices.0.bands.0.upTo: Expected null in the last band",
      member("plans", 1, "prices", [
        { meter: "m", name: "M", currency: "BRL", model: "GRADUATED", bands: [{ upTo: 5, unitPrice: 1 }] },
      ]),
    ],
    [
      "coupons.0.amount: Expected a positive integer, or a percentage up to 100",
      member("coupons", 0, "amount", 101),
    ],
    [
      "coupons.0.amount: Expected a percentage with at most two decimals",
      member("coupons", 0, "amount", 1.001),
    ],
    [
      "coupons.0.durationInMonths: Expected with REPEATING, and with nothing else",
      member("coupons", 0, "durationInMonths", 3),
    ],
    [
      "coupons.2.currency: Expected with FIXED, and with nothing else",
      member("coupons", 2, "currency", null),
    ],
    [
      "coupons.3.planIds.0: Expected the id of one that is in this file",
      member("coupons", 3, "planIds", [other]),
    ],
    ["coupons.5.timesRedeemed: Expected a whole number from 0 up", member("coupons", 5, "timesRedeemed", -1)],
    ["organizations.3.organizationId: One before it has the same", again("organizations", {})],
    ["users.6.userId: One before it has the same", again("users", {})],
    [
      "users.6.email: One before it has the same",
      again("users", { userId: other, email: "OWNER@example.com" }),
    ],
    ["plans.5.planId: One before it has the same", again("plans", {})],
    ["coupons.6.couponId: One before it has the same", again("coupons", {})],
    ["coupons.6.code: One before it has the same", again("coupons", { couponId: other })],
  ])("%s", (message, change) => {
    expect(refusals(change)).toEqual([message])
  })

  it.each([null, [], "seed", 1])("%j is none", (value) => {
    expect(seedOf(value)).toEqual(Result.fail([{ path: "", message: "Expected an object" }]))
  })

  it("is told of all that is wrong", () => {
    const change = (document: Document) => {
      member("users", 0, "email", "x")(document)
      member("plans", 3, "name", 1)(document)
    }
    expect(refusals(change).map((fault) => fault.split(":", 1)[0])).toEqual(["users.0.email", "plans.3.name"])
  })
})

describe("the example", () => {
  const { seed, policy } = Result.getOrThrow(seedOf(example))

  it("is a seed, with the ids of the default one", () => {
    expect(Result.isSuccess(commitOfSeed(seed, 0))).toBe(true)
    const idsOf = ({ organizations, users, plans, coupons }: Seed) => [
      ...organizations.map(({ organizationId, name }) => `${organizationId} ${name}`),
      ...users.map(({ userId, email }) => `${userId} ${email}`),
      ...plans.flatMap(({ planId, name, intervals }) => [
        `${planId} ${name}`,
        ...intervals.map(({ id, interval, amount, currency }) => `${id} ${interval} ${amount} ${currency}`),
      ]),
      ...coupons.map(({ couponId, code }) => `${couponId} ${code}`),
    ]
    expect(idsOf(defaultSeed)).toEqual(expect.arrayContaining(idsOf(seed)))
  })

  it("shows each kind of price, and a list of everything", () => {
    expect(seed.plans.flatMap(({ prices }) => prices.map(({ model }) => model)).sort()).toEqual([
      "GRADUATED",
      "PACKAGE",
      "STANDARD",
    ])
    expect(Object.values(example).filter(Array.isArray)).toHaveLength(4)
  })

  it("shows every member of the policy, with its default, to be taken in by taking // away", () => {
    expect(policy).toEqual({})
    const members = Object.keys(BillingPolicySchema.fields).join("|")
    const taken = seedExample().replaceAll(new RegExp(`^( *)// ("(?:${members})": )`, "gm"), "$1$2")
    const all = Result.getOrThrow(seedOf(valueIn(taken))).policy
    expect(all).toEqual(defaultPolicy)
    expect(policyOf(all)).toEqual(Result.succeed(defaultPolicy))
  })

  it("holds whichever other member is taken in", () => {
    const others = Array.from(seedExample().matchAll(/^ *\/\/ "(\w+)": (?!.*\n.*Millis)/gm), ([line]) => line)
    expect(others.length).toBeGreaterThan(6)
    for (const line of others) {
      const taken = seedExample().replace(line, line.replace("// ", ""))
      expect(Result.isSuccess(seedOf(valueIn(taken))), line).toBe(true)
    }
  })

  it("is a world in which one can begin", async () => {
    const client = await inProcess({ seed })
    const token = await client.token()
    const plans = await client.call("GET", "/studio/plans", { token })
    expect(plans.json.data.map(({ name }: { name: string }) => name)).toEqual(["Starter"])
    expect((await client.call("GET", "/_simulator/audit")).json).toEqual({
      ok: true,
      findings: [],
      shortfalls: [],
    })
  })
})
