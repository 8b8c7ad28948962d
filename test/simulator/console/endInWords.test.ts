import { describe, expect, it } from "vitest"
import { endInWords } from "../../../simulator/console/endInWords.ts"

const fee = "Team, monthly, 29.90 BRL"
const usage = "An invoice bills 0.90 BRL of usage before discounts"
const trialEndsAt = "2026-02-14T00:00:00.000Z"

describe("what is billed when a plan ends within its period", () => {
  it.each([
    [{ status: "ACTIVE" }, false, `${usage}, and the fee of ${fee} for the time so far.`],
    [
      { status: "PAST_DUE", quantity: 1 },
      true,
      `${usage}. The unused part of the fee of ${fee} becomes a voucher.`,
    ],
    [
      { status: "ACTIVE", quantity: 3 },
      false,
      `${usage}, and 3 times the fee of ${fee} for the time so far.`,
    ],
    [
      { status: "ACTIVE", quantity: 3, trialEndsAt: null },
      true,
      `${usage}. The unused part of 3 times the fee of ${fee} becomes a voucher.`,
    ],
    [{ status: "PAUSED", quantity: 3 }, true, `${usage}. The fee was billed up to the pause.`],
    [{ status: "ACTIVE", quantity: 3, trialEndsAt }, true, "In its trial no fee and no usage is billed."],
    [{ status: "PAST_DUE", trialEndsAt }, false, "In its trial no fee and no usage is billed."],
  ] as const)("of %o, in advance: %s", (subscription, isAhead, expected) => {
    expect(endInWords({ subscription, fee, isAhead, unbilled: "0.90 BRL" })).toBe(expected)
  })
})
