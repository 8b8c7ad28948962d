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

describe("update", () => {
  const address = {
    line1: "Rua A, 1",
    city: "São Paulo",
    state: "SP",
    postalCode: "01000-000",
    country: "BR",
  }
  const full = { name: "Ana", email: "ana@example.com", phone: "+5511999999999", address }
  const of = (method: PaymentMethod.PaymentMethod, billingDetails: PaymentMethod.BillingDetails = full) => [
    { ...method, isDefault: true, billingDetails },
  ]
  const update = (
    methods: Methods,
    billingDetails: PaymentMethod.BillingDetailsChange = {},
    isDefault = false,
  ) => PaymentMethod.update(frozen(methods), { paymentMethodId: "m", isDefault, billingDetails })
  const detailsAfter = (change: PaymentMethod.BillingDetailsChange, methods = of(card("m"))) =>
    Result.getOrThrow(update(methods, change))[0]?.billingDetails

  it.each<[string, PaymentMethod.BillingDetailsChange, PaymentMethod.BillingDetails]>([
    ["one member and no other", { email: "bia@example.com" }, { ...full, email: "bia@example.com" }],
    ["every member", { ...full, name: "Bia" }, { ...full, name: "Bia" }],
    [
      "an address as a whole",
      { address: { ...address, city: "Santos" } },
      { ...full, address: { ...address, city: "Santos" } },
    ],
  ])("changes %s", (_, change, after) => {
    expect(detailsAfter(change)).toEqual(after)
  })

  it("null removes a member, and is null where one is always shown", () => {
    expect(detailsAfter({ name: null, email: null, phone: null, address: null })).toEqual({
      name: null,
      email: null,
    })
    expect(detailsAfter({ phone: null })).toEqual({ name: full.name, email: full.email, address })
  })

  it("adds what a card did without", () => {
    const bare = { name: null, email: null }
    expect(detailsAfter({ name: "Ana", address }, of(card("m"), bare))).toEqual({
      name: "Ana",
      email: null,
      address,
    })
  })

  it.each(["name", "email", "address"] as const)(
    "a boleto keeps its %s, and may lose its phone",
    (member) => {
      const slips = of(boleto("m"))
      expect(update(slips, { phone: null, [member]: null })).toEqual(
        Result.fail({ _tag: "BillingDetailRequired", member }),
      )
      expect(detailsAfter({ phone: null, name: "Bia" }, slips)).toEqual({
        name: "Bia",
        email: full.email,
        address,
      })
    },
  )

  it("makes it the default, and never less than that", () => {
    const two = having(card("other"), card("m"))
    expect(defaults(Result.getOrThrow(update(two, {}, true)))).toEqual(["m"])
    expect(defaults(Result.getOrThrow(update(having(card("m"), card("other")))))).toEqual(["m"])
  })

  it.each<[string, PaymentMethod.BillingDetailsChange]>([
    ["nothing", {}],
    ["what it is already", { ...full, address: { ...address } }],
    ["one member that is so already", { name: "Ana" }],
  ])("with %s gives the same objects", (_, change) => {
    const one = of(card("m"))
    expect(
      Result.getOrThrow(
        PaymentMethod.update(one, { paymentMethodId: "m", isDefault: true, billingDetails: change }),
      ),
    ).toBe(one)
  })

  it.each(["line1", "city", "state", "postalCode", "country"] as const)(
    "sees that the %s differs",
    (member) => {
      const change = { address: { ...address, [member]: "XX" } }
      expect(detailsAfter(change)).toEqual({ ...full, ...change })
    },
  )

  it("leaves every other method the same object", () => {
    const two = having(card("m"), card("other"))
    expect(Result.getOrThrow(update(two, { name: "Bia" }))[1]).toBe(two[1])
  })

  it("refuses what the organization does not have", () => {
    expect(update(having(card("other")), {}, true)).toEqual(
      Result.fail({ _tag: "PaymentMethodNotFound", paymentMethodId: "m" }),
    )
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
