import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  Amount,
  FIELD_ERRORS_MAX,
  type FieldError,
  fieldErrors,
  WireNewPaymentMethod,
  WireNewSubscription,
  WireOtpRequest,
  WireOtpValidation,
  WirePayment,
  WirePaymentMethodChange,
  WireRefresh,
  WireSignIn,
} from "../../src/api/index.ts"
import { runs } from "../support/runs.ts"

const faultsOf = (schema: Schema.Top, body: unknown): ReadonlyArray<FieldError> => {
  const decoded = Schema.decodeUnknownResult(schema as unknown as Schema.Codec<unknown>, {
    errors: "all",
    onExcessProperty: "error",
  })(body)
  return Result.isFailure(decoded) ? fieldErrors(decoded.failure.issue) : []
}

const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const billingDetails = { name: "Ana Souza", email: "ana@example.com", phone: "+5511999990000", address }
const card = { type: "CARD", cardToken: "tok_visa", isDefault: true, billingDetails }
const boleto = { type: "BOLETO", billingDetails }

describe("adding a payment method", () => {
  it("without a body says once that an object is expected, as an operation reads it", () => {
    const faults = faultsOf(Schema.Union([WireNewPaymentMethod]), undefined)
    expect(faults).toEqual([{ message: "Expected an object", path: "" }])
  })

  it.each<readonly [string, unknown, ReadonlyArray<readonly [path: string, message: string]>]>([
    ["a card", card, []],
    ["a card in short", { ...card, billingDetails: { name: "Ana", email: "a@b.co" } }, []],
    ["a boleto", boleto, []],
    ["nothing", {}, [["type", 'Expected "CARD" or "BOLETO"']]],
    ["null", null, [["type", 'Expected "CARD" or "BOLETO"']]],
    ["a list", [card], [["type", 'Expected "CARD" or "BOLETO"']]],
    ["another type", { ...card, type: "PIX" }, [["type", 'Expected "CARD" or "BOLETO"']]],
    ["a card of nobody", { type: "CARD", cardToken: "tok_visa" }, []],
    ["a card of nothing", { type: "CARD" }, [["cardToken", "Required"]]],
    [
      "a country by name",
      { ...card, billingDetails: { ...billingDetails, address: { ...address, country: "Brazil" } } },
      [["billingDetails.address.country", "Expected a two-letter country code"]],
    ],
    [
      "a local phone number and a wrong address",
      { ...card, billingDetails: { ...billingDetails, email: "ana", phone: "(11) 99999-0000" } },
      [
        ["billingDetails.email", "Expected an e-mail address"],
        ["billingDetails.phone", "Expected a phone number in international format"],
      ],
    ],
    [
      "a boleto that is addressed to nobody",
      { type: "BOLETO", billingDetails: { name: "Ana" } },
      [
        ["billingDetails.email", "Required"],
        ["billingDetails.address", "Required"],
      ],
    ],
    ["a boleto with a card", { ...boleto, cardToken: "tok_visa" }, [["cardToken", "Unknown member"]]],
    [
      "an unknown member inside",
      { ...card, billingDetails: { ...billingDetails, address: { ...address, line2: "" } } },
      [["billingDetails.address.line2", "Unknown member"]],
    ],
    [
      "a string for a boolean, a number for an object",
      { ...card, isDefault: "yes", billingDetails: 1 },
      [
        ["isDefault", "Expected true or false"],
        ["billingDetails", "Expected an object"],
      ],
    ],
  ])("%s", (_, body, faults) => {
    expect(faultsOf(WireNewPaymentMethod, body)).toEqual(faults.map(([path, message]) => ({ message, path })))
  })
})

describe("changing a payment method", () => {
  it.each<readonly [string, unknown, ReadonlyArray<readonly [path: string, message: string]>]>([
    ["nothing", {}, []],
    ["the default", { isDefault: true }, []],
    ["some details, removing others", { billingDetails: { name: "Ana", email: null, address: null } }, []],
    ["no longer the default", { isDefault: false }, [["isDefault", "Expected true"]]],
    ["a list", [], [["", "Expected an object"]]],
    ["details that are gone", { billingDetails: null }, [["billingDetails", "Expected an object"]]],
    [
      "a part of an address",
      { billingDetails: { address: { city: "Santos" } } },
      ["line1", "state", "postalCode", "country"].map((member) => [
        `billingDetails.address.${member}`,
        "Required",
      ]),
    ],
  ])("%s", (_, body, faults) => {
    expect(faultsOf(WirePaymentMethodChange, body)).toEqual(
      faults.map(([path, message]) => ({ message, path })),
    )
  })
})

describe("an integer", () => {
  const bound = "Expected an integer of at most 9007199254740991"

  it.each<readonly [unknown, ReadonlyArray<string>]>([
    [Number.MAX_SAFE_INTEGER, []],
    [2 ** 53, [bound]],
    [1.5, [bound]],
    [-1, ["Expected a non-negative integer"]],
    ["1", ["Expected a number"]],
  ])("of %j is told how large it may be", (value, messages) => {
    const faults = faultsOf(Schema.Struct({ amount: Amount }), { amount: value })
    expect(faults).toEqual(messages.map((message) => ({ message, path: "amount" })))
  })
})

describe("requesting an OTP", () => {
  it.each<readonly [string, object, ReadonlyArray<readonly [path: string, message: string]>]>([
    ["by email", { email: "a@b.co", context: "MAGIC_AUTH" }, []],
    ["by recipient", { recipient: "a@b.co", context: "MAGIC_AUTH" }, []],
    ["for nobody", { context: "MAGIC_AUTH" }, [["email", "Required"]]],
    [
      "for two",
      { email: "a@b.co", recipient: "c@d.co", context: "MAGIC_AUTH" },
      [["recipient", "Expected email or recipient, not both"]],
    ],
    [
      "in another context",
      { email: "a@b.co", context: "LOGIN" },
      [["context", 'Expected "MAGIC_AUTH" or "EMAIL_VERIFICATION" or "RESET_PASSWORD"']],
    ],
  ])("%s", (_, body, faults) => {
    expect(faultsOf(WireOtpRequest, body)).toEqual(faults.map(([path, message]) => ({ message, path })))
  })
})

describe("faults", () => {
  const bodies: ReadonlyArray<Schema.Top> = [
    WireNewPaymentMethod,
    WireNewSubscription,
    WirePayment,
    WirePaymentMethodChange,
    WireOtpRequest,
    WireOtpValidation,
    WireSignIn,
    WireRefresh,
  ]
  const names = [
    "type",
    "cardToken",
    "billingDetails",
    "address",
    "country",
    "email",
    "code",
    "otpId",
    "refreshToken",
    "planId",
    "coupon",
    "expectedPayableAmount",
    "__proto__",
  ]
  const secret = "hunter2"

  it("are bounded, in number and in length", () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${"k".repeat(1000)}${n}`, n]))
    const faults = faultsOf(WirePayment, body)
    expect(faults).toHaveLength(FIELD_ERRORS_MAX)
    expect(JSON.stringify(faults).length).toBeLessThan(4000)
  })

  it("never repeat a value, whatever the body", () => {
    const leaf = fc.oneof(
      fc.constantFrom(secret, `${secret}${"x".repeat(5000)}`, "CARD", "BOLETO", -1, 0.5, true, null),
      fc.constant([secret]),
    )
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.dictionary(fc.constantFrom(...names), tie("body"), { maxKeys: 8 }),
        fc.array(tie("body"), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.constantFrom(...bodies), body, (schema, value) => {
        const faults = faultsOf(schema, JSON.parse(JSON.stringify(value)))
        expect(faults.length).toBeLessThanOrEqual(FIELD_ERRORS_MAX)
        expect(JSON.stringify(faults)).not.toContain(secret)
        expect(faults.every(({ message }) => /^(?:Required|Unknown member|Expected .+)$/.test(message))).toBe(
          true,
        )
      }),
      { numRuns: runs(500) },
    )
  })
})
