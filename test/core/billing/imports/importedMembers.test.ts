// Bad input of each member of an imported customer: which member is refused, with what is wrong and how it ought to be.
// The longest of all that is still taken, and what a card can do without.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Email } from "../../../../src/api/records/wire.ts"
import type { ImportedCustomer } from "../../../../src/index.ts"
import { decided } from "../../../support/account.ts"
import { startAt } from "../../../support/billing.ts"
import { card, customer, importing, period, slip } from "../../../support/imports.ts"
import { DAY } from "../fixtures.ts"

type Members = Partial<ImportedCustomer.ImportedCustomer>

type Refusal = readonly [
  reason: ImportedCustomer.ImportFault,
  value: number | string,
  expected?: number | null,
]

const refusedAt = (member: string, [reason, value, expected = null]: Refusal) =>
  Result.fail({ _tag: "ImportInvalid", member, reason, value, expected })

const long = "x".repeat(201)
const longest = "x".repeat(200)
const used = { meter: "tokens", quantity: 2, paidQuantity: 1 }
const credit = { name: "Balance", amount: 1, expiresAt: null }

const named = (members: object): Members => ({ organization: { ...customer.organization, ...members } })
const running = (members: object): Members => ({ period: { ...period, ...members } })
const using = (members: object): Members => running({ usage: [{ ...used, ...members }] })
const granting = (members: object): Members => ({ credits: [{ ...credit, ...members }] })
const saving = (members: object): Members => ({ paymentMethods: [{ ...card, ...members }] })
const billedTo = (members: object): Members =>
  saving({ billingDetails: { ...card.billingDetails, ...members } })
const slipTo = (members: object): Members => ({
  paymentMethods: [card, { ...slip, billingDetails: { ...slip.billingDetails, ...members } }],
})
const livingAt = (members: object): Members =>
  slipTo({ address: { ...slip.billingDetails.address, ...members } })

/** What an imported customer has under a dotted path. */
const valueAt = (members: Members, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], { ...customer, ...members })

describe("a trial of an imported customer", () => {
  const endAt = startAt + 14 * DAY
  const trying = (members: object): Members => ({
    anchor: { at: endAt, day: null },
    period: { ...period, trial: true, startAt: startAt - DAY, endAt, ...members },
  })

  it("runs, and is nothing that a coupon has discounted", () => {
    const coupon = { code: "CODE", cyclesSince: 1 }
    expect(Result.isSuccess(importing(trying({})))).toBe(true)
    expect(importing({ ...trying({}), coupon })).toEqual(refusedAt("coupon.cyclesSince", ["IN_TRIAL", 1, 0]))
  })

  it.each<readonly [member: string, members: object, refusal: Refusal]>([
    ["period.startAt", { startAt: startAt + 1 }, ["IN_FUTURE", startAt + 1]],
    ["period.endAt", { endAt: startAt }, ["OUT_OF_RANGE", startAt]],
    ["period.endAt", { endAt: endAt + 1 }, ["NOT_THE_PERIOD", endAt + 1, endAt]],
    ["period.feePaid", { feePaid: true }, ["IN_TRIAL", 1, 0]],
    ["period.usage", { usage: [used] }, ["IN_TRIAL", 1, 0]],
  ])("is refused by its %s: %o", (member, members, refusal) => {
    expect(importing(trying(members))).toEqual(refusedAt(member, refusal))
  })
})

describe("a text of an imported customer", () => {
  const members: ReadonlyArray<readonly [string, (text: string) => Members]> = [
    ["importId", (importId) => ({ importId })],
    ["organization.organizationId", (id) => named({ organizationId: id })],
    ["organization.name", (name) => named({ name })],
    ["period.usage.0.meter", (meter) => using({ meter })],
    ["credits.0.name", (name) => granting({ name })],
    ["paymentMethods.0.gatewayReference", (gatewayReference) => saving({ gatewayReference })],
    ["paymentMethods.0.brand", (brand) => saving({ brand })],
    ["paymentMethods.0.billingDetails.name", (name) => billedTo({ name })],
    ["paymentMethods.0.billingDetails.phone", (phone) => billedTo({ phone })],
    ["paymentMethods.1.billingDetails.address.line1", (line1) => livingAt({ line1 })],
    ["paymentMethods.1.billingDetails.address.line2", (line2) => livingAt({ line2 })],
    ["paymentMethods.1.billingDetails.address.city", (city) => livingAt({ city })],
    ["paymentMethods.1.billingDetails.address.state", (state) => livingAt({ state })],
    ["paymentMethods.1.billingDetails.address.postalCode", (postalCode) => livingAt({ postalCode })],
    ["paymentMethods.1.billingDetails.address.country", (country) => livingAt({ country })],
  ]

  it.each(members)("%s has 1 to 200 characters, and those that every store can keep", (member, having) => {
    expect(valueAt(having(long), member)).toBe(long)
    expect(importing(having(""))).toEqual(refusedAt(member, ["EMPTY", ""]))
    expect(importing(having(long))).toEqual(refusedAt(member, ["TOO_LONG", 201, 200]))
    expect(importing(having("a\0b"))).toEqual(refusedAt(member, ["NOT_STORABLE", 3]))
    expect(importing(having("\ud83d"))).toEqual(refusedAt(member, ["NOT_STORABLE", 1]))
  })

  it("may have 254 characters where it is an e-mail address, as everywhere", () => {
    const member = "paymentMethods.0.billingDetails.email"
    const email = `${"x".repeat(247)}@abc.de`
    const { paymentMethods } = decided(importing(billedTo({ email }))).account
    expect(paymentMethods).toMatchObject([{ billingDetails: { email } }])
    expect(Schema.is(Email)(email)).toBe(true)
    expect(importing(billedTo({ email: `x${email}` }))).toEqual(refusedAt(member, ["TOO_LONG", 255, 254]))
    expect(Schema.is(Email)(`x${email}`)).toBe(false)
    expect(importing(billedTo({ email: "" }))).toEqual(refusedAt(member, ["EMPTY", ""]))
    expect(importing(billedTo({ email: "a\0b" }))).toEqual(refusedAt(member, ["NOT_STORABLE", 3]))
  })

  it("counts the characters of an e-mail address in one way", () => {
    const email = `${"🙂".repeat(124)}@abc.de`
    expect([email.length, Schema.is(Email)(email)]).toEqual([255, false])
    expect(importing(billedTo({ email }))).toMatchObject({ failure: { reason: "TOO_LONG" } })
  })

  it("may be as long as the longest one, in each member", () => {
    const { account } = decided(
      importing({
        importId: longest,
        organization: { ...customer.organization, name: longest },
        credits: [{ ...credit, name: longest }],
        paymentMethods: [
          {
            ...card,
            gatewayReference: longest,
            brand: longest,
            billingDetails: { name: longest, email: longest, phone: longest },
          },
        ],
      }),
    )
    expect(account.vouchers.map(({ name }) => name)).toEqual([longest])
    expect(account.paymentMethods).toMatchObject([{ gatewayReference: longest, brand: longest }])
  })
})

describe("a member of an imported customer is refused", () => {
  const cases: ReadonlyArray<readonly [title: string, member: string, Members, Refusal]> = [
    [
      "a start that is no instant",
      "period.startAt",
      running({ startAt: Number.NaN }),
      ["NOT_AN_INSTANT", Number.NaN],
    ],
    ["a start before all time", "period.startAt", running({ startAt: -1 }), ["NOT_AN_INSTANT", -1]],
    ["half a millisecond", "period.endAt", running({ endAt: 0.5 }), ["NOT_AN_INSTANT", 0.5]],
    [
      "101 meters",
      "period.usage",
      running({ usage: Array.from({ length: 101 }, (_, index) => ({ ...used, meter: `m${index}` })) }),
      ["TOO_MANY", 101, 100],
    ],
    ["half a unit", "period.usage.0.quantity", using({ quantity: 2.5 }), ["NOT_AN_AMOUNT", 2.5]],
    ["half a paid unit", "period.usage.0.paidQuantity", using({ paidQuantity: 0.5 }), ["OUT_OF_RANGE", 0.5]],
    [
      "a coupon of more periods than a century has months",
      "coupon.cyclesSince",
      { coupon: { code: "X", cyclesSince: 1201 } },
      ["OUT_OF_RANGE", 1201],
    ],
    ["a part of a cent", "credits.0.amount", granting({ amount: 1.5 }), ["NOT_AN_AMOUNT", 1.5]],
    [
      "credit until no instant",
      "credits.0.expiresAt",
      granting({ expiresAt: startAt + 0.5 }),
      ["NOT_AN_INSTANT", startAt + 0.5],
    ],
    [
      "credit until never, said as a number",
      "credits.0.expiresAt",
      granting({ expiresAt: Number.POSITIVE_INFINITY }),
      ["NOT_AN_INSTANT", Number.POSITIVE_INFINITY],
    ],
    [
      "101 methods",
      "paymentMethods",
      {
        paymentMethods: Array.from({ length: 101 }, (_, index) => ({
          ...card,
          gatewayReference: `card ${index}`,
          isDefault: false,
        })),
      },
      ["TOO_MANY", 101, 100],
    ],
    ["last digits that are none", "paymentMethods.0.last4", saving({ last4: "42 2" }), ["NOT_A_CARD", 4]],
    ["a month before January", "paymentMethods.0.expMonth", saving({ expMonth: 0 }), ["NOT_A_CARD", 0]],
    ["a year of two digits", "paymentMethods.0.expYear", saving({ expYear: 30 }), ["NOT_A_CARD", 30]],
    [
      "a year of five digits",
      "paymentMethods.0.expYear",
      saving({ expYear: 10_000 }),
      ["NOT_A_CARD", 10_000],
    ],
    ["half a year", "paymentMethods.0.expYear", saving({ expYear: 2030.5 }), ["NOT_A_CARD", 2030.5]],
    ["a boleto to nobody", "paymentMethods.1.billingDetails.name", slipTo({ name: null }), ["EMPTY", ""]],
    [
      "a boleto without an e-mail address",
      "paymentMethods.1.billingDetails.email",
      slipTo({ email: null }),
      ["EMPTY", ""],
    ],
    [
      "a boleto without an address",
      "paymentMethods.1.billingDetails.address",
      slipTo({ address: undefined }),
      ["EMPTY", ""],
    ],
  ]

  it.each(cases)("for %s, at %s", (_, member, members, refusal) => {
    expect(importing(members)).toEqual(refusedAt(member, refusal))
  })

  it("for a currency that is none, as any organization is", () => {
    expect(importing(named({ currency: "XXX" }))).toEqual(
      Result.fail({ _tag: "InvalidOrganization", member: "currency", value: "XXX" }),
    )
  })
})

describe("a card of an imported customer", () => {
  it("does without a name, an e-mail address and an address", () => {
    const billingDetails = { name: null, email: null }
    const { paymentMethods } = decided(importing(saving({ billingDetails }))).account
    expect(paymentMethods).toMatchObject([{ type: "CARD", billingDetails }])
  })

  it("may have expired: that is found when it is charged", () => {
    const { paymentMethods } = decided(importing(saving({ expMonth: 1, expYear: 2001 }))).account
    expect(paymentMethods).toMatchObject([{ expMonth: 1, expYear: 2001, isDefault: true }])
  })
})
