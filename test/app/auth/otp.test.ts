import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { CurrentOtpPolicy } from "../../../src/app/sign-in/CurrentOtpPolicy.ts"
import { requestOtp } from "../../../src/app/sign-in/requestOtp.ts"
import { validateOtp } from "../../../src/app/sign-in/validateOtp.ts"
import { OTP_CONTEXTS } from "../../../src/core/identity/Otp.ts"
import { defaultOtpPolicy } from "../../../src/core/identity/OtpPolicy.ts"
import { aUser, aWorld, DAY, MINUTE, NEW, NOBODY, NOON, OWNER } from "./support.ts"

const otp = { email: OWNER, context: "MAGIC_AUTH" } as const

describe("requesting an OTP", () => {
  it("sends six digits to the address and answers with the id and the expiry", async () => {
    const world = await aWorld()
    const { otpId, expiresAt } = await world.succeed(requestOtp({ ...otp, email: " Owner@Example.com" }))
    expect(expiresAt).toBe(NOON + 10 * MINUTE)
    expect(world.inbox.list(OWNER)).toEqual([
      { ...otp, otpId, code: expect.stringMatching(/^\d{6}$/), decoy: false, createdAt: NOON, expiresAt },
    ])
  })

  it("stores a hash and not the code", async () => {
    const world = await aWorld()
    const { otpId, code } = await world.requested(OWNER)
    const stored = await Effect.runPromise(world.store.otpAddressOf(otpId))
    expect(stored?.value.otps[0]?.codeHash).toHaveLength(43)
    expect(JSON.stringify(stored?.value.otps[0]?.codeHash)).not.toContain(code)
  })

  it("refuses the sixth live one of an address, with or without a user", async () => {
    for (const email of [OWNER, NOBODY]) {
      const world = await aWorld()
      for (let count = 0; count < 5; count += 1) await world.succeed(requestOtp({ ...otp, email }))
      const refusal = await world.refuse(requestOtp({ ...otp, email }))
      expect(refusal).toEqual({ _tag: "TooManyOtps", liveMax: 5, retryAt: NOON + 10 * MINUTE })
    }
  })

  it("holds the bound under concurrency: of seven requests five succeed", async () => {
    const world = await aWorld()
    const seven = Effect.all(
      Array.from({ length: 7 }, () => Effect.exit(requestOtp(otp))),
      { concurrency: "unbounded" },
    )
    const exits = await world.succeed(seven)
    expect(exits.filter((exit) => exit._tag === "Success")).toHaveLength(5)
    expect(world.inbox.list(OWNER)).toHaveLength(5)
  })

  it("follows another policy where one is provided", async () => {
    const world = await aWorld()
    const policy = { ...defaultOtpPolicy, digits: 8, otpTtlMillis: MINUTE }
    const { expiresAt } = await world.succeed(
      Effect.provideService(requestOtp(otp), CurrentOtpPolicy, policy),
    )
    expect(expiresAt).toBe(NOON + MINUTE)
    expect(world.inbox.list(OWNER)[0]?.code).toMatch(/^\d{8}$/)
  })

  it("sends nothing to an address without a user, and leaves nothing in the outbox", async () => {
    const world = await aWorld()
    await world.succeed(requestOtp({ ...otp, email: NOBODY }))
    expect(world.inbox.list(null)).toEqual([])
    expect(await Effect.runPromise(world.store.outbox({ kind: "OTP", limit: 10 }))).toEqual([])
  })
})

describe("validating an OTP", () => {
  it("succeeds with the code, and again", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    await world.succeed(validateOtp(requested))
    await world.succeed(validateOtp({ ...requested, email: "OWNER@example.com" }))
    const stored = await Effect.runPromise(world.store.otpAddressOf(requested.otpId))
    expect(stored?.value.otps[0]).toMatchObject({ status: "VERIFIED", verifiedAt: NOON })
  })

  it("verifies the user's address, in any context", async () => {
    for (const context of OTP_CONTEXTS) {
      const world = await aWorld()
      await world.succeed(validateOtp(await world.requested(NEW, context)))
      const user = await Effect.runPromise(world.store.userByEmail(NEW))
      expect(user?.value).toEqual({ ...aUser(NEW), emailVerified: true })
    }
  })

  it("does not tell a wrong code, address, context or id apart", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    const { wrong } = requested
    for (const over of [{ code: wrong }, { email: NEW }, { context: "RESET_PASSWORD" }, { otpId: "none" }]) {
      const validation = { ...requested, ...over } as typeof requested
      expect(await world.refuse(validateOtp(validation))).toEqual({ _tag: "OtpInvalid" })
    }
  })

  it("stores a wrong code: the fifth locks the OTP, and the right one then comes too late", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    const wrong = { ...requested, code: requested.wrong }
    for (let count = 1; count <= 4; count += 1) {
      expect(await world.refuse(validateOtp(wrong))).toEqual({ _tag: "OtpInvalid" })
    }
    expect(await world.refuse(validateOtp(wrong))).toEqual({ _tag: "OtpLocked", retryAt: null })
    expect(await world.refuse(validateOtp(requested))).toEqual({ _tag: "OtpLocked", retryAt: null })
  })

  it("counts every one of five wrong codes that come at the same time", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    const wrong = Effect.flip(validateOtp({ ...requested, code: requested.wrong }))
    const refusals = await world.succeed(
      Effect.all(
        Array.from({ length: 5 }, () => wrong),
        { concurrency: "unbounded" },
      ),
    )
    const tags = refusals.map((refusal) => refusal._tag).sort()
    expect(tags).toEqual(["OtpInvalid", "OtpInvalid", "OtpInvalid", "OtpInvalid", "OtpLocked"])
  })

  it("locks the address at its twentieth wrong code of a day, for codes and requests, until the day ends", async () => {
    const world = await aWorld()
    const midnight = NOON - (NOON % DAY) + DAY
    const locked = { _tag: "OtpLocked", retryAt: midnight }
    for (let count = 0; count < 4; count += 1) {
      const requested = await world.requested(OWNER)
      for (let times = 0; times < 5; times += 1) {
        const refusal = await world.refuse(validateOtp({ ...requested, code: requested.wrong }))
        if (count * 5 + times === 19) expect(refusal).toEqual(locked)
      }
    }
    expect(await world.refuse(requestOtp(otp))).toEqual(locked)
    world.time.now = midnight
    await world.succeed(validateOtp(await world.requested(OWNER)))
  })

  it("refuses from the expiry on", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    world.time.now = NOON + 10 * MINUTE - 1
    await world.succeed(validateOtp(requested))
    world.time.now = NOON + 10 * MINUTE
    expect(await world.refuse(validateOtp(requested))).toEqual({ _tag: "OtpExpired" })
  })

  it("takes no code for a decoy: its life is that of wrong codes", async () => {
    const world = await aWorld()
    const { otpId } = await world.succeed(requestOtp({ ...otp, email: NOBODY }))
    const guess = validateOtp({ ...otp, otpId, email: NOBODY, code: "000000" })
    for (let count = 1; count <= 4; count += 1) {
      expect(await world.refuse(guess)).toEqual({ _tag: "OtpInvalid" })
    }
    expect(await world.refuse(guess)).toEqual({ _tag: "OtpLocked", retryAt: null })
  })

  it("takes no code for an address that its user left", async () => {
    const world = await aWorld()
    const requested = await world.requested(OWNER)
    await world.putUser({ ...aUser(OWNER), email: "moved@example.com" })
    expect(await world.refuse(validateOtp(requested))).toEqual({ _tag: "OtpInvalid" })
    const stored = await Effect.runPromise(world.store.otpAddressOf(requested.otpId))
    expect(stored?.value.otps[0]).toMatchObject({ status: "REQUESTED", wrongAttempts: 1 })
  })
})
