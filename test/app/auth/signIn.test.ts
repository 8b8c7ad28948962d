import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { signIn } from "../../../src/app/sign-in/signIn.ts"
import { validateOtp } from "../../../src/app/sign-in/validateOtp.ts"
import { aUser, aWorld, MINUTE, MULTI, NOON, OWNER } from "./support.ts"

const statusOf = async (world: Awaited<ReturnType<typeof aWorld>>, otpId: string) => {
  const stored = await Effect.runPromise(world.store.otpAddressOf(otpId))
  return stored?.value.otps.find((otp) => otp.otpId === otpId)
}

describe("signing in", () => {
  it("gives tokens for a verified OTP, which act with the membership's permissions", async () => {
    const world = await aWorld()
    const { accessToken, refreshToken, expiresIn } = await world.signedIn(OWNER)
    expect(expiresIn).toBe(3600)
    expect(refreshToken).not.toBe("")
    const authorization = `Bearer ${accessToken}`
    const call = authenticate({ authorization, organizationId: "org-1", required: "invoice:pay" })
    const { permissions } = aUser(OWNER).memberships[0] ?? {}
    expect(await world.succeed(call)).toMatchObject({
      userId: "user-owner",
      organizationId: "org-1",
      permissions,
    })
  })

  it("refuses an OTP that is unknown, not verified, or for something else than sign-in", async () => {
    const world = await aWorld()
    const { otpId, code } = await world.requested(OWNER)
    const other = await world.requested(OWNER, "EMAIL_VERIFICATION")
    await world.succeed(validateOtp(other))
    for (const presented of [{ otpId, code }, { otpId: "none", code }, other]) {
      const refusal = await world.refuse(signIn({ ...presented, organizationId: null }))
      expect(refusal).toEqual({ _tag: "OtpInvalid" })
    }
  })

  it("stores a wrong code: the fifth locks the verified OTP", async () => {
    const world = await aWorld()
    const { otpId, code, wrong } = await world.verified(OWNER)
    const guess = signIn({ otpId, code: wrong, organizationId: null })
    for (let count = 1; count <= 4; count += 1) {
      expect(await world.refuse(guess)).toEqual({ _tag: "OtpInvalid" })
      expect((await statusOf(world, otpId))?.wrongAttempts).toBe(count)
    }
    expect(await world.refuse(guess)).toEqual({ _tag: "OtpLocked", retryAt: null })
    const late = await world.refuse(signIn({ otpId, code, organizationId: null }))
    expect(late).toEqual({ _tag: "OtpLocked", retryAt: null })
  })

  it("refuses an expired OTP and a used one", async () => {
    const world = await aWorld()
    const expired = await world.verified(OWNER)
    world.time.now = NOON + 10 * MINUTE
    expect(await world.refuse(signIn({ ...expired, organizationId: null }))).toEqual({ _tag: "OtpExpired" })
    const used = { ...(await world.verified(OWNER)), organizationId: null }
    await world.tokens(signIn(used))
    expect(await world.refuse(signIn(used))).toEqual({ _tag: "OtpAlreadyUsed" })
  })

  it("refuses the code of an address that its user left", async () => {
    const world = await aWorld()
    const otp = await world.verified(OWNER)
    await world.putUser({ ...aUser(OWNER), email: "moved@example.com" })
    expect(await world.refuse(signIn({ ...otp, organizationId: null }))).toEqual({ _tag: "OtpInvalid" })
  })
})

describe("signing in with several organizations", () => {
  it("asks for one, and the same OTP then signs in", async () => {
    const world = await aWorld()
    const otp = await world.verified(MULTI)
    const organizations = [
      { organizationId: "org-1", name: "One" },
      { organizationId: "org-2", name: "Two" },
    ]
    const asked = await world.refuse(signIn({ ...otp, organizationId: null }))
    expect(asked).toEqual({ _tag: "OrganizationSelectionRequired", organizations })
    const foreign = await world.refuse(signIn({ ...otp, organizationId: "org-3" }))
    expect(foreign).toEqual({ _tag: "OrganizationNotFound", organizationId: "org-3" })
    expect(await statusOf(world, otp.otpId)).toMatchObject({ status: "VERIFIED", wrongAttempts: 0 })

    const { accessToken } = await world.tokens(signIn({ ...otp, organizationId: "org-2" }))
    const authorization = `Bearer ${accessToken}`
    const call = authenticate({ authorization, organizationId: null, required: "plan:read" })
    expect(await world.succeed(call)).toMatchObject({ organizationId: "org-2" })
  })

  it("checks the code before it asks: a wrong one is stored and learns of no organization", async () => {
    const world = await aWorld()
    const { otpId, wrong } = await world.verified(MULTI)
    const refusal = await world.refuse(signIn({ otpId, code: wrong, organizationId: null }))
    expect(refusal).toEqual({ _tag: "OtpInvalid" })
    expect(await statusOf(world, otpId)).toMatchObject({ status: "VERIFIED", wrongAttempts: 1 })
  })
})

describe("signing in several times at once with one OTP", () => {
  const outcomes = async (options: { readonly count: number; readonly versionCheck: boolean }) => {
    const world = await aWorld(options)
    const attempt = Effect.result(signIn({ ...(await world.verified(OWNER)), organizationId: null }))
    const attempts = Array.from({ length: options.count }, () => attempt)
    const results = await world.succeed(Effect.all(attempts, { concurrency: "unbounded" }))
    return results.map((result) => (Result.isSuccess(result) ? "tokens" : result.failure._tag)).sort()
  }

  it("gives tokens once", async () => {
    expect(await outcomes({ count: 2, versionCheck: true })).toEqual(["OtpAlreadyUsed", "tokens"])
    const used = Array.from({ length: 9 }, () => "OtpAlreadyUsed")
    expect(await outcomes({ count: 10, versionCheck: true })).toEqual([...used, "tokens"])
  })

  it("gives them twice when versions are not checked, so the test above means something", async () => {
    expect(await outcomes({ count: 2, versionCheck: false })).toEqual(["tokens", "tokens"])
  })
})
