// What an onlooker could time: whether an address has a user must not show in what the ports are asked. GAP-10
import { describe, expect, it } from "vitest"
import { requestOtp } from "../../../src/app/sign-in/requestOtp.ts"
import { signIn } from "../../../src/app/sign-in/signIn.ts"
import { validateOtp } from "../../../src/app/sign-in/validateOtp.ts"
import { aWorld, MULTI, NEW, NOBODY, OWNER } from "./support.ts"

type World = Awaited<ReturnType<typeof aWorld>>

const WRONG = "not a code"
const context = "MAGIC_AUTH"

const request = (world: World, email: string) => world.succeed(requestOtp({ email, context }))

/** The calls of one step, after what went before it. */
const callsOf = async (
  email: string,
  step: (world: World, otpId: string) => Promise<unknown>,
): Promise<ReadonlyArray<string>> => {
  const world = await aWorld()
  const { otpId } = await request(world, email)
  world.calls.length = 0
  await step(world, otpId)
  return [...world.calls]
}

const steps: Record<string, (email: string) => (world: World, otpId: string) => Promise<unknown>> = {
  "a request": (email) => (world) => request(world, email),
  "a request too many": (email) => async (world) => {
    for (let count = 0; count < 4; count += 1) await request(world, email)
    world.calls.length = 0
    await world.refuse(requestOtp({ email, context }))
  },
  "a validation with a wrong code": (email) => (world, otpId) =>
    world.refuse(validateOtp({ otpId, email, code: WRONG, context })),
  "the validation that locks": (email) => async (world, otpId) => {
    for (let count = 0; count < 5; count += 1) {
      world.calls.length = 0
      await world.refuse(validateOtp({ otpId, email, code: WRONG, context }))
    }
  },
  "a validation of an unknown id": (email) => (world) =>
    world.refuse(validateOtp({ otpId: "none", email, code: WRONG, context })),
  "a sign-in that is not verified": () => (world, otpId) =>
    world.refuse(signIn({ otpId, code: WRONG, organizationId: null })),
}

describe("a known and an unknown address", () => {
  for (const [name, step] of Object.entries(steps)) {
    it(`cause the same calls in the same order: ${name}`, async () => {
      const unknown = await callsOf(NOBODY, step(NOBODY))
      expect(unknown.length).toBeGreaterThan(0)
      for (const known of [OWNER, MULTI, NEW]) expect(await callsOf(known, step(known))).toEqual(unknown)
    })
  }

  it("are both asked for by the store and hashed, also at an unknown id", async () => {
    const world = await aWorld()
    await world.refuse(validateOtp({ otpId: "none", email: OWNER, code: WRONG, context }))
    expect(world.calls).toEqual(["store.otpAddressOf", "store.userByEmail", "secrets.matches"])
    world.calls.length = 0
    await world.refuse(signIn({ otpId: "none", code: WRONG, organizationId: null }))
    expect(world.calls).toEqual(["store.otpAddressOf", "store.userByEmail", "secrets.matches"])
  })

  it("get a request with eight calls", async () => {
    expect(await callsOf(NOBODY, (world) => request(world, NOBODY))).toEqual([
      "ids.next",
      "secrets.otpCode",
      "secrets.digest",
      "store.userByEmail",
      "store.otpAddress",
      "store.commit",
      "sender.send",
      "store.acknowledge",
    ])
  })
})
