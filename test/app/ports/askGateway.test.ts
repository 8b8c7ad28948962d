// The boundary to an adapter of a gateway: what it answers is read, what it does wrong is reported, and a deadline holds
// whatever it does.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { callPort } from "../../../src/app/ports/callPort.ts"
import {
  CurrentPortReporter,
  defaultPolicy,
  type PaymentGateway,
  type PortFault,
} from "../../../src/index.ts"
import { addCard, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { pay } from "../../support/chargeScenes.ts"

type Gateway = PaymentGateway["Service"]
type Charge = Gateway["charge"]

/** An organization that pays through an adapter of which the charge is written anew; its faults. */
const ready = async (charge: (asked: () => void) => unknown) => {
  const billing = makeBilling()
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed())
  const faults: Array<PortFault> = []
  const asked = Promise.withResolvers<void>()
  const broken = billing.processOf({
    wrapGateway: (gateway) => ({ ...gateway, charge: charge(asked.resolve) as Charge }),
  })
  const paying = (
    report = (fault: PortFault): Effect.Effect<void> => Effect.sync(() => faults.push(fault)),
  ) => broken.run(Effect.provideService(pay(upcoming.invoiceId), CurrentPortReporter, report))
  return { billing, faults, asked: asked.promise, paying, invoiceId: upcoming.invoiceId }
}

const unknown = { status: "OPEN", attempts: [{ status: "UNKNOWN" }] }

describe("an answer to a charge", () => {
  it.each([[undefined], [{ _tag: "APPROVED" }], [{ _tag: "Declined" }], [{ _tag: "NotFound" }]])(
    "that cannot be read is unknown and reported: %j",
    async (answer) => {
      const { faults, paying, invoiceId } = await ready(() => () => Effect.succeed(answer))
      const invoice = await paying()
      expect(invoice).toMatchObject(unknown)
      expect(faults).toMatchObject([
        {
          operation: "PaymentGateway.charge",
          kind: "UNREADABLE",
          organizationId,
          invoiceId,
          key: invoice.attempts[0]?.attemptId,
        },
      ])
    },
  )

  it("with an unknown decline code is recorded as processing_error and reported", async () => {
    const answer = { _tag: "Declined", declineCode: "do_not_honor", retryable: true }
    const { faults, paying } = await ready(() => () => Effect.succeed(answer))
    await expect(paying()).rejects.toMatchObject({
      _tag: "PaymentDeclined",
      declineCode: "processing_error",
      retryable: true,
    })
    expect(faults).toMatchObject([{ kind: "UNKNOWN_DECLINE_CODE" }])
  })
})

describe("an adapter", () => {
  const throwing: ReadonlyArray<readonly [string, () => unknown]> = [
    ["dies", () => Effect.die(new Error("no such host"))],
    ["fails though it must not", () => Effect.fail({ _tag: "HttpError", message: "no such host" })],
    [
      "throws when it is called",
      () => {
        throw new Error("no such host")
      },
    ],
    ["gives no effect", () => undefined],
  ]
  it.each(throwing)(
    "that %s leaves the outcome unknown, and is reported with the cause",
    async (_, charge) => {
      const { faults, paying } = await ready(() => charge)
      expect(await paying()).toMatchObject(unknown)
      expect(faults).toMatchObject([{ operation: "PaymentGateway.charge", kind: "DEFECT" }])
    },
  )

  it("is reported without the reference of the card", async () => {
    const { faults, paying } = await ready(
      () =>
        ({ paymentMethod }: Parameters<Charge>[0]) =>
          Effect.die(new Error(`refused ${paymentMethod.type === "CARD" && paymentMethod.gatewayReference}`)),
    )
    await paying()
    expect(faults[0]?.detail).toContain("refused [secret]")
  })

  it.each([
    ["as a URL has it", encodeURIComponent],
    ["as JSON has it", (text: string) => JSON.stringify(text)],
    ["in its parts", (text: string) => text.split("/").join(" of ")],
  ])("is reported without the reference of the card, %s", async (_, quoted) => {
    const reference = 'cus_17abcd/card_"29efgh'
    const details: Array<string> = []
    const dying = callPort({ operation: "PaymentGateway.charge", secrets: [reference] }, () =>
      Effect.die(new Error(`refused ${quoted(reference)}`)),
    )
    const report = ({ detail }: PortFault) => Effect.sync(() => details.push(detail))
    await Effect.runPromise(Effect.provideService(dying, CurrentPortReporter, report))
    expect(details).toHaveLength(1)
    expect(details[0]).not.toMatch(/17abcd|29efgh/)
  })

  it("is reported without a short name, and with the words that have it in them", async () => {
    const details: Array<string> = []
    const dying = callPort({ operation: "PaymentGateway.charge", personal: ["Al"] }, () =>
      Effect.die(new Error("Also not valid for AL: holder=Al&total=1")),
    )
    const report = ({ detail }: PortFault) => Effect.sync(() => details.push(detail))
    await Effect.runPromise(Effect.provideService(dying, CurrentPortReporter, report))
    expect(details[0]).toContain("Also not valid for [secret]: holder=[secret]&total=1")
  })

  it.each([
    ["Groß", "GROSS"],
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["Søren Ærø", "SOREN AERO"],
    ["Işık Çağrı", "ISIK CAGRI"],
    ["João".normalize("NFC"), "João".normalize("NFD")],
    ["João".normalize("NFD"), "João".normalize("NFC")],
    ["João", encodeURIComponent("JOÃO")],
    ["João", String.raw`Jo\u00e3o`],
    ["山田太郎", String.raw`\u5C71\u7530\u592A\u90CE`],
    ["😀 Ltd", String.raw`\ud83d\ude00 Ltd`],
  ])("is reported without the name %s, where it is written %s", async (name, written) => {
    const details: Array<string> = []
    const dying = callPort({ operation: "PaymentGateway.charge", personal: [name] }, () =>
      Effect.die(new Error(`refused: ${written};`)),
    )
    const report = ({ detail }: PortFault) => Effect.sync(() => details.push(detail))
    await Effect.runPromise(Effect.provideService(dying, CurrentPortReporter, report))
    expect(details[0]).toContain("refused: [secret];")
  })

  it.each([
    ["throws", () => Effect.die(new Error("no log"))],
    ["hangs", () => Effect.never],
    [
      "throws when it is called",
      (): Effect.Effect<void> => {
        throw new Error("no log")
      },
    ],
  ])("is not disturbed by a reporter that %s", async (_, report) => {
    const { paying } = await ready(() => () => Effect.die(new Error("no such host")))
    expect(await paying(report)).toMatchObject(unknown)
  })

  const silent: ReadonlyArray<readonly [string, Effect.Effect<unknown>]> = [
    ["never answers", Effect.never],
    ["cannot be interrupted", Effect.uninterruptible(Effect.never)],
    ["never ends its finalizer", Effect.ensuring(Effect.never, Effect.never)],
    ["waits for a promise that is never kept", Effect.promise(() => new Promise(() => {}))],
  ]
  it.each(silent)("that %s has until the deadline", async (_, answer) => {
    const { billing, faults, asked, paying } = await ready((told) => () => {
      told()
      return answer
    })
    const payment = paying()
    await asked
    const aWhile = () => billing.run(Effect.forEach(Array.from({ length: 100 }), () => Effect.yieldNow))
    await aWhile()
    billing.setNow(startAt + defaultPolicy.chargeDeadlineMillis)
    expect(await Promise.race([payment, aWhile().then(() => "is still waited for")])).toMatchObject(unknown)
    expect(faults).toMatchObject([{ operation: "PaymentGateway.charge", kind: "NO_ANSWER" }])
  })
})

describe("storing a card", () => {
  const storing = async (tokenize: Gateway["tokenize"]) => {
    const billing = makeBilling({ wrapGateway: (gateway) => ({ ...gateway, tokenize }) })
    await billing.seeded()
    const faults: Array<PortFault> = []
    const added = billing.run(
      Effect.result(
        Effect.provideService(addCard("tok_visa"), CurrentPortReporter, (fault) =>
          Effect.sync(() => faults.push(fault)),
        ),
      ),
    )
    return { billing, faults, added }
  }
  const unavailable = { failure: { _tag: "GatewayUnavailable" } }

  it.each([
    ["dies", () => Effect.die(new Error("tok_visa is not known")), "DEFECT"],
    ["gives no card", () => Effect.succeed({ brand: "visa" }), "UNREADABLE"],
  ])("at a gateway that %s is refused for now, and reported without the token", async (_, tokenize, kind) => {
    const { faults, added } = await storing(tokenize as unknown as Gateway["tokenize"])
    expect(await added).toMatchObject(unavailable)
    expect(faults).toMatchObject([{ operation: "PaymentGateway.tokenize", kind, organizationId }])
    expect(JSON.stringify(faults)).not.toContain("tok_visa")
  })

  it("at a gateway that never answers is refused at the deadline", async () => {
    const asked = Promise.withResolvers<void>()
    const { billing, faults, added } = await storing(() => {
      asked.resolve()
      return Effect.uninterruptible(Effect.never)
    })
    await asked.promise
    await billing.run(Effect.forEach(Array.from({ length: 100 }), () => Effect.yieldNow))
    billing.setNow(startAt + defaultPolicy.chargeDeadlineMillis)
    expect(await added).toMatchObject(unavailable)
    expect(faults).toMatchObject([{ kind: "NO_ANSWER" }])
  })
})
