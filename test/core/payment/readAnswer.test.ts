// Answers as adapters may give them, whatever the types say.
import { describe, expect, it } from "vitest"
import { readCard, readChargeAnswer, readLookupAnswer } from "../../../src/core/payment/readAnswer.ts"

const slip = { barcode: "1", digitableLine: "2", expiresAt: 1_000 }
const unreadable = { answer: { _tag: "Unknown" }, fault: "UNREADABLE" }

describe("an answer to a look-up", () => {
  it.each([
    [{ _tag: "Approved" }],
    [{ _tag: "Declined", declineCode: "stolen_card", retryable: false }],
    [{ _tag: "Pending", slip }],
    [{ _tag: "Unknown" }],
    [{ _tag: "NotFound" }],
  ])("is taken as it is: %j", (answer) => {
    expect(readLookupAnswer(answer)).toEqual({ answer, fault: null })
  })

  it.each([
    [null],
    [undefined],
    ["Approved"],
    [Number.NaN],
    [[]],
    [{}],
    [{ _tag: "APPROVED" }],
    [{ _tag: "Declined" }],
    [{ _tag: "Declined", declineCode: "card_declined" }],
    [{ _tag: "Declined", declineCode: 7, retryable: true }],
    [{ _tag: "Declined", declineCode: "card_declined", retryable: "yes" }],
    [{ _tag: "Pending" }],
    [{ _tag: "Pending", slip: { ...slip, barcode: "" } }],
    [{ _tag: "Pending", slip: { ...slip, expiresAt: Number.NaN } }],
    [{ _tag: "Pending", slip: { ...slip, expiresAt: 1.5 } }],
    [{ _tag: "Pending", slip: { ...slip, expiresAt: -1e18 } }],
    [{ _tag: "Pending", slip: { ...slip, expiresAt: new Date(Number.NaN) } }],
  ])("that cannot be read is unknown and never a refusal: %j", (answer) => {
    expect(readLookupAnswer(answer)).toEqual(unreadable)
  })

  it("with an unknown decline code is a refusal as processing_error", () => {
    expect(readLookupAnswer({ _tag: "Declined", declineCode: "do_not_honor", retryable: false })).toEqual({
      answer: { _tag: "Declined", declineCode: "processing_error", retryable: false },
      fault: "UNKNOWN_DECLINE_CODE",
    })
  })

  it("loses the members that the port does not have", () => {
    expect(readLookupAnswer({ _tag: "Approved", cardNumber: "4242" })).toEqual({
      answer: { _tag: "Approved" },
      fault: null,
    })
  })
})

it("an answer to a charge cannot be NotFound", () => {
  expect(readChargeAnswer({ _tag: "NotFound" })).toEqual(unreadable)
  expect(readChargeAnswer({ _tag: "Approved" })).toEqual({ answer: { _tag: "Approved" }, fault: null })
})

describe("a stored card", () => {
  const card = {
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: 2030,
    gatewayReference: "card_1",
    test: true,
  }
  it("is taken as it is", () => expect(readCard(card)).toEqual(card))
  it.each([
    [{ last4: "424" }],
    [{ expMonth: 13 }],
    [{ expYear: Number.NaN }],
    [{ gatewayReference: "" }],
    [{ gatewayReference: undefined }],
    [{ test: "no" }],
  ])("cannot be read with %j", (wrong) => expect(readCard({ ...card, ...wrong })).toBeNull())
})
