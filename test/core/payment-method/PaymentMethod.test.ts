import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as PaymentMethod from "../../../src/core/payment-method/PaymentMethod.ts"
import { defaultPolicy } from "../../../src/core/policy/BillingPolicy.ts"
import { frozen } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"

type Methods = ReadonlyArray<PaymentMethod.PaymentMethod>
const maxima = defaultPolicy.paymentMethodsMax

const common = (paymentMethodId: string, createdAt: number, isDefault: boolean) => ({
  paymentMethodId,
  organizationId: "o1",
  isDefault,
  billingDetails: { name: "Ana", email: "ana@example.com" },
  test: true,
  createdAt,
})
const card = (id: string, createdAt = 0, isDefault = false): PaymentMethod.CardMethod => ({
  ...common(id, createdAt, isDefault),
  type: "CARD",
  brand: "visa",
  last4: "4242",
  expMonth: 1,
  expYear: 2030,
  gatewayReference: "ref",
})
const boleto = (id: string, createdAt = 0, isDefault = false): PaymentMethod.BoletoMethod => ({
  ...common(id, createdAt, isDefault),
  type: "BOLETO",
})
const add = (methods: Methods, method: PaymentMethod.PaymentMethod) =>
  PaymentMethod.add(frozen(methods), method, maxima)
const having = (...methods: Methods): Methods =>
  methods.reduce<Methods>((list, method) => Result.getOrThrow(add(list, method)), [])
const remove = (methods: Methods, id: string, live = false) => PaymentMethod.remove(frozen(methods), id, live)
const ids = (methods: Methods) => methods.map((method) => method.paymentMethodId)
const defaults = (methods: Methods) => ids(methods.filter((method) => method.isDefault))

describe("limits", () => {
  it("at most 3 cards and 1 bank slip", () => {
    const full = having(card("c1"), boleto("b1"), card("c2"), card("c3"))
    expect(add(full, card("c4"))).toEqual(
      Result.fail({ _tag: "PaymentMethodLimitReached", type: "CARD", max: 3 }),
    )
    expect(add(full, boleto("b2", 0, true))).toEqual(
      Result.fail({ _tag: "PaymentMethodLimitReached", type: "BOLETO", max: 1 }),
    )
    expect(Result.isSuccess(add(Result.getOrThrow(remove(full, "c2")), card("c4")))).toBe(true)
  })

  it("are checked a type at a time, and are given", () => {
    const none = { CARD: 0, BOLETO: 1 }
    expect(PaymentMethod.checkLimit([], "CARD", none)).toEqual(
      Result.fail({ _tag: "PaymentMethodLimitReached", type: "CARD", max: 0 }),
    )
    expect(PaymentMethod.checkLimit([], "BOLETO", none)).toEqual(Result.succeed(undefined))
  })
})

describe("the default", () => {
  it("is the first method whatever it says", () => {
    expect(having(card("c1"))).toEqual([card("c1", 0, true)])
  })

  it("a new default unsets the old one, another method does not", () => {
    expect(having(card("c1"), card("c2"))).toEqual([card("c1", 0, true), card("c2")])
    expect(having(card("c1"), card("c2", 0, true))).toEqual([card("c1"), card("c2", 0, true)])
    expect(PaymentMethod.withDefault(having(card("c1"), card("c2")), "c2")).toEqual([
      card("c1"),
      card("c2", 0, true),
    ])
  })

  it("methods that do not change stay the same objects", () => {
    const three = having(card("c1"), card("c2"), boleto("b1"))
    const after = PaymentMethod.withDefault(three, "c2")
    expect(after[2]).toBe(three[2])
    expect(PaymentMethod.withDefault(three, "c1")).toEqual(three)
  })

  it("is the oldest of the others once it is removed, the first of several of one age", () => {
    const three = having(card("young", 3), card("old", 1, true), boleto("older", 2))
    expect(defaults(Result.getOrThrow(remove(three, "old")))).toEqual(["older"])
    expect(defaults(Result.getOrThrow(remove(three, "young")))).toEqual(["old"])
    const youngest = having(card("old", 1), card("young", 3), boleto("youngest", 4, true))
    expect(defaults(Result.getOrThrow(remove(youngest, "young")))).toEqual(["youngest"])
    const same = having(card("first"), card("second"), card("third"))
    expect(defaults(Result.getOrThrow(remove(same, "first")))).toEqual(["second"])
  })

  it("is null only when there is none", () => {
    expect(PaymentMethod.defaultOf([])).toBeNull()
    expect(PaymentMethod.defaultOf(having(boleto("b1"), card("c1")))?.paymentMethodId).toBe("b1")
  })
})

describe("find and remove", () => {
  it("refuse what the organization does not have", () => {
    const notFound = Result.fail({ _tag: "PaymentMethodNotFound", paymentMethodId: "c9" })
    expect(PaymentMethod.find(having(card("c1")), "c9")).toEqual(notFound)
    expect(remove(having(card("c1")), "c9", true)).toEqual(notFound)
    expect(PaymentMethod.find(having(card("c1")), "c1")).toEqual(Result.succeed(card("c1", 0, true)))
  })

  it("keep the last method while a subscription is live", () => {
    const one = having(card("c1"))
    expect(remove(one, "c1", true)).toEqual(
      Result.fail({ _tag: "PaymentMethodInUse", paymentMethodId: "c1" }),
    )
    expect(remove(one, "c1")).toEqual(Result.succeed([]))
    expect(ids(Result.getOrThrow(remove(having(card("c1"), card("c2")), "c1", true)))).toEqual(["c2"])
  })
})

describe("GAP-22 over any sequence", () => {
  it("exactly one default whenever there is any, and the limits hold", () => {
    const move = fc.record({
      kind: fc.constantFrom("add", "remove", "default"),
      type: fc.constantFrom<PaymentMethod.PaymentMethodType>("CARD", "BOLETO"),
      isDefault: fc.boolean(),
      createdAt: fc.nat({ max: 5 }),
      pick: fc.nat(),
      live: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        let methods: Methods = []
        for (const [index, { kind, type, isDefault, createdAt, pick, live }] of moves.entries()) {
          const before = methods
          const picked = methods[pick % Math.max(1, methods.length)]?.paymentMethodId ?? "none"
          if (kind === "add") {
            const make = type === "CARD" ? card : boleto
            methods = Result.getOrElse(add(methods, make(`m${index}`, createdAt, isDefault)), () => before)
            if (isDefault && methods !== before) expect(defaults(methods)).toEqual([`m${index}`])
          } else if (kind === "remove") {
            methods = Result.getOrElse(remove(methods, picked, live), () => before)
            if (live && before.length > 0) expect(methods.length).toBeGreaterThan(0)
          } else if (picked !== "none") {
            methods = PaymentMethod.withDefault(frozen(methods), picked)
            expect(defaults(methods)).toEqual([picked])
          }
          expect(defaults(methods)).toHaveLength(methods.length === 0 ? 0 : 1)
          expect(methods.filter((method) => method.type === "CARD").length).toBeLessThanOrEqual(3)
          expect(methods.filter((method) => method.type === "BOLETO").length).toBeLessThanOrEqual(1)
          expect(new Set(ids(methods)).size).toBe(methods.length)
        }
      }),
      { numRuns: runs(1000) },
    )
  })
})
