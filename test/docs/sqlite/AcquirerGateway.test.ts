// The gateway of the example keeps the contract of its port against an acquirer that listens, and takes no answer for more
// than it says.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import {
  chargeAnswer,
  lookupAnswer,
  makeAcquirerGateway,
  readAcquirerEvent,
} from "../../../docs/examples/sqlite/AcquirerGateway.ts"
import { PaymentGateway } from "../../../src/index.ts"
import { paymentGatewayContract } from "../../../src/testing/index.ts"
import { startAcquirer } from "./acquirer.ts"

const acquirer = await startAcquirer()
afterAll(acquirer.close)

const contract = paymentGatewayContract({
  makeLayer: () => Layer.sync(PaymentGateway, () => makeAcquirerGateway(acquirer.acquirer)),
  tokens: {
    approves: "tok_good",
    declines: "tok_poor",
    unknown: "tok_none",
    timesOutApproved: "tok_lost",
  },
  chargesMade: Effect.sync(() => acquirer.charges().length),
  moneyTaken: Effect.sync(() =>
    acquirer.charges().reduce((sum, { state, amount }) => (state === "approved" ? sum + amount : sum), 0),
  ),
  forgetKeys: Effect.sync(acquirer.forget),
  outage: {
    begin: Effect.sync(() => acquirer.setDown(true)),
    end: Effect.sync(() => acquirer.setDown(false)),
  },
})
const checked = contract.filter(({ lacks }) => lacks === null)

describe("the gateway of the example", () => {
  it.each(checked.map(({ name, check }) => [name, check] as const))("%s", (_, check) => check())

  it("is not asked for what its acquirer cannot do", () => {
    expect(contract.flatMap(({ lacks }) => lacks ?? [])).toEqual([
      "declinesOnce",
      "timesOutDeclined",
      "slips",
      "slips",
      "slips",
      "slips",
    ])
  })
})

describe("an answer to a charge", () => {
  const declined = (declineCode: string, retryable: boolean) => ({ _tag: "Declined", declineCode, retryable })

  it.each([
    [200, { state: "approved" }, { _tag: "Approved" }],
    [402, { state: "refused", reason: "refused" }, declined("card_declined", true)],
    [402, { state: "refused", reason: "no_funds" }, declined("insufficient_funds", true)],
    [402, { state: "refused", reason: "stolen" }, declined("stolen_card", false)],
    [402, { state: "refused", reason: "expired" }, declined("expired_card", true)],
    [200, { state: "refused", reason: "a new word" }, declined("processing_error", true)],
    [402, {}, { _tag: "Unknown" }],
    [200, {}, { _tag: "Unknown" }],
    [202, { state: "approved" }, { _tag: "Unknown" }],
    [400, { state: "refused" }, { _tag: "Unknown" }],
    [404, { code: "charge_not_found" }, { _tag: "Unknown" }],
    [500, { state: "approved" }, { _tag: "Unknown" }],
  ])("of %i with %j is %j", (status, body, said) => {
    expect(chargeAnswer({ status, body })).toEqual(said)
  })

  it("that did not come is Unknown", () => {
    expect([chargeAnswer(null), lookupAnswer(null)]).toEqual([{ _tag: "Unknown" }, { _tag: "Unknown" }])
  })
})

describe("a look-up", () => {
  it.each([
    [404, { code: "charge_not_found" }, "NotFound"],
    [404, {}, "Unknown"],
    [200, { state: "approved" }, "Approved"],
    [402, { state: "refused" }, "Declined"],
  ])("of %i with %j is %s", (status, body, tag) => {
    expect(lookupAnswer({ status, body })._tag).toBe(tag)
  })
})

describe("a webhook of the acquirer", () => {
  const charge = { key: "a", amount: 1, reference: "o/i/a", state: "approved", reason: null } as const
  const signed = acquirer.webhookOf(charge)

  it("tells of an attempt", () => {
    expect(readAcquirerEvent(acquirer.acquirer, signed)).toEqual({
      organizationId: "o",
      invoiceId: "i",
      attemptId: "a",
      answer: { _tag: "Approved" },
    })
  })

  it.each([
    ["of another text", { ...signed, body: `${signed.body} ` }],
    ["without a signature", { ...signed, signature: "" }],
    ["about something else", acquirer.webhookOf({ ...charge, reference: "a payout" })],
  ])("%s tells nothing", (_, request) => {
    expect(readAcquirerEvent(acquirer.acquirer, request)).toBeNull()
  })
})
