import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { deliverOtps, type OtpDeliveryReport } from "../../../src/app/otp-delivery/deliverOtps.ts"
import { dismissUndeliveredOtps, listUndeliveredOtps } from "../../../src/app/otp-delivery/undeliveredOtps.ts"
import { requestOtp } from "../../../src/app/sign-in/requestOtp.ts"
import { validateOtp } from "../../../src/app/sign-in/validateOtp.ts"
import { BillingStore } from "../../../src/ports/BillingStore.ts"
import type { OtpMessage, OtpSender } from "../../../src/ports/OtpSender.ts"
import { aWorld, MINUTE, NEW, NOBODY, NOON, OWNER, SECOND } from "./support.ts"

type Send = OtpSender["Service"]["send"]

const otp = { email: OWNER, context: "MAGIC_AUTH" } as const

/** A world whose sender does as it is told, and the messages that it was given. */
const aWorldSending = async (behave: (message: OtpMessage, send: Send) => Effect.Effect<void>) => {
  const sent: Array<OtpMessage> = []
  const world = await aWorld({
    // Each deadline passes at once.
    sleep: () => Effect.yieldNow,
    wrapSender: (good) => ({
      send: (message) => {
        sent.push(message)
        return behave(message, good.send)
      },
    }),
  })
  return { ...world, sent }
}

/** What becomes of a call while other fibers run a thousand times. */
const outcomeOf = (call: Promise<unknown>): Promise<string> => {
  const others = Effect.forEach(Array.from({ length: 1000 }), () => Effect.yieldNow)
  const answered = call.then(
    () => "answered",
    () => "failed",
  )
  return Promise.race([answered, Effect.runPromise(Effect.as(others, "hangs"))])
}

const toNew = (message: OtpMessage): boolean => message.email === NEW

describe("a request", () => {
  const failures: Record<string, () => Effect.Effect<void>> = {
    "throws at once": () => {
      throw new Error("no connection")
    },
    dies: () => Effect.die(new Error("no connection")),
    hangs: () => Effect.never,
    "hangs and cannot be interrupted": () => Effect.uninterruptible(Effect.never),
  }

  it.each(Object.entries(failures))(
    "is answered when its send %s, and so is every later one",
    async (_, fail) => {
      const world = await aWorldSending((message, send) => (toNew(message) ? fail() : send(message)))
      expect(await outcomeOf(world.succeed(requestOtp({ ...otp, email: NEW })))).toBe("answered")
      const later = await world.succeed(requestOtp(otp))
      expect(world.inbox.list(OWNER).map((message) => message.otpId)).toEqual([later.otpId])
    },
  )

  it("sends its own message only: a hundred at once are a hundred sends", async () => {
    // No send ends before a hundred were begun.
    const world = await aWorldSending((message, send) => {
      const wait: Effect.Effect<void> = Effect.suspend(() =>
        world.sent.length >= 100 ? send(message) : Effect.andThen(Effect.yieldNow, wait),
      )
      return wait
    })
    const requests = Array.from({ length: 100 }, (_, count) =>
      requestOtp({ ...otp, email: `nobody-${count}@example.com` }),
    )
    await world.succeed(Effect.all(requests, { concurrency: "unbounded" }))
    expect(world.sent).toHaveLength(100)
  })

  it("answers in the same way whether the send succeeded or not, with a user and without", async () => {
    for (const fail of [() => Effect.void, () => Effect.die("no"), () => Effect.never]) {
      const world = await aWorldSending(fail)
      for (const email of [OWNER, NOBODY]) {
        const answer = await world.succeed(requestOtp({ ...otp, email }))
        expect(answer).toEqual({ otpId: expect.any(String), expiresAt: NOON + 10 * MINUTE })
      }
    }
  })

  it("logs a failed send without the code, the address or the error", async () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
    const world = await aWorldSending((message) => Effect.die(new Error(`${message.email} ${message.code}`)))
    const { otpId } = await world.succeed(Effect.provide(requestOtp(otp), Logger.layer([logger])))
    expect(otpId).toEqual(expect.any(String))
    expect(lines).toEqual([JSON.stringify(["OtpSender.send DEFECT: [secret]"])])
  })
})

describe("the pump", () => {
  /** A world with one request whose send failed; from then on the sender works. */
  const aWorldWithFailure = async (email = OWNER) => {
    const state = { works: false }
    const world = await aWorldSending((message, send) => (state.works ? send(message) : Effect.die("no")))
    const { otpId } = await world.succeed(requestOtp({ ...otp, email }))
    state.works = true
    return { ...world, state, otpId }
  }
  const report = (over: Partial<OtpDeliveryReport> = {}) => ({ sent: 0, failed: 0, undelivered: 0, ...over })

  it("sends what a request could not, once, and not while the request may still send it", async () => {
    const world = await aWorldWithFailure()
    expect(await world.succeed(deliverOtps)).toEqual(report())
    world.time.now += 30 * SECOND
    expect(await world.succeed(deliverOtps)).toEqual(report({ sent: 1 }))
    expect(world.inbox.list(OWNER)).toMatchObject([{ otpId: world.otpId }])
    world.time.now += MINUTE
    expect(await world.succeed(deliverOtps)).toEqual(report())
    expect(world.sent).toHaveLength(2)
  })

  it("sends a message once where two run at the same time", async () => {
    const world = await aWorldWithFailure()
    world.time.now += 30 * SECOND
    const reports = await world.succeed(Effect.all([deliverOtps, deliverOtps], { concurrency: 2 }))
    expect(reports.map(({ sent }) => sent).toSorted()).toEqual([0, 1])
    expect(world.sent).toHaveLength(2)
  })

  it("is not held up by a message that cannot be sent", async () => {
    const world = await aWorldSending((message, send) =>
      world.sent.length > 2 && !toNew(message) ? send(message) : Effect.uninterruptible(Effect.never),
    )
    await world.succeed(requestOtp({ ...otp, email: NEW }))
    await world.succeed(requestOtp(otp))
    world.time.now += 30 * SECOND
    expect(await world.succeed(deliverOtps)).toEqual(report({ sent: 1, failed: 1 }))
    expect(world.inbox.list(null)).toMatchObject([{ email: OWNER }])
  })

  it("is not held up by a message that the store cannot take, and ends with its fault", async () => {
    const state = { works: false }
    const world = await aWorldSending((message, send) => (state.works ? send(message) : Effect.die("no")))
    const { otpId } = await world.succeed(requestOtp({ ...otp, email: NEW }))
    await world.succeed(requestOtp(otp))
    state.works = true
    world.time.now += 30 * SECOND
    const broken = Effect.updateService(deliverOtps, BillingStore, (store) => ({
      ...store,
      replaceOtp: (before, after) =>
        before.messageId === otpId ? Effect.die(new Error("locked")) : store.replaceOtp(before, after),
    }))
    expect(String(await world.succeed(Effect.exit(broken)))).toContain("locked")
    expect(world.inbox.list(null)).toMatchObject([{ email: OWNER }])
  })

  it("tries five times in all, 30 seconds and then 1, 2 and 4 minutes apart", async () => {
    const world = await aWorldWithFailure()
    world.state.works = false
    const attempts: Array<number> = []
    for (let second = 0; second < 599; second += 1) {
      world.time.now = NOON + second * SECOND
      if ((await world.succeed(deliverOtps)).failed === 1) attempts.push(second)
    }
    expect(attempts).toEqual([30, 90, 210, 450])
  })

  it("never sends a code that expired, and keeps its letter without the code until it is dismissed", async () => {
    const world = await aWorldWithFailure()
    const code = world.sent[0]?.code ?? ""
    world.time.now = NOON + 10 * MINUTE
    expect(await world.succeed(deliverOtps)).toEqual(report({ undelivered: 1 }))
    expect(world.sent).toHaveLength(1)
    const letters = await world.succeed(listUndeliveredOtps({ limit: 10 }))
    expect(letters).toEqual([
      {
        kind: "OTP_UNDELIVERED",
        messageId: world.otpId,
        ...otp,
        reason: "EXPIRED",
        attempts: 1,
        createdAt: NOON,
        givenUpAt: NOON + 10 * MINUTE,
      },
    ])
    expect(JSON.stringify(letters)).not.toContain(code)
    await world.succeed(dismissUndeliveredOtps(letters))
    expect(await world.succeed(listUndeliveredOtps({ limit: 10 }))).toEqual([])
  })

  it("leaves no letter of an address without a user", async () => {
    const world = await aWorldWithFailure(NOBODY)
    world.time.now = NOON + 10 * MINUTE
    expect(await world.succeed(deliverOtps)).toEqual(report())
    expect(await world.succeed(listUndeliveredOtps({ limit: 10 }))).toEqual([])
    expect(await Effect.runPromise(world.store.outbox({ kind: "OTP", limit: 10 }))).toEqual([])
  })

  it("drops a code that arrived all the same", async () => {
    const world = await aWorldSending((message, send) =>
      Effect.andThen(send(message), Effect.die("no answer")),
    )
    const requested = await world.requested(OWNER)
    await world.succeed(validateOtp(requested))
    world.time.now += 30 * SECOND
    expect(await world.succeed(deliverOtps)).toEqual(report())
    expect(world.sent).toHaveLength(1)
    expect(await Effect.runPromise(world.store.outbox({ kind: "OTP", limit: 10 }))).toEqual([])
  })
})
