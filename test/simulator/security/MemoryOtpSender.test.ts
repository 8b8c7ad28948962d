import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { INBOX_MAX, makeMemoryOtpSender } from "../../../simulator/adapters/security/MemoryOtpSender.ts"
import type { OtpMessage } from "../../../src/ports/OtpSender.ts"

const OWNER = "owner@example.com"
const OTHER = "other@example.com"

const message = (otpId: string, over: Partial<OtpMessage> = {}): OtpMessage => ({
  otpId,
  email: OWNER,
  code: "123456",
  context: "MAGIC_AUTH",
  createdAt: 0,
  expiresAt: 600_000,
  decoy: false,
  ...over,
})

const idsOf = (messages: ReadonlyArray<OtpMessage>) => messages.map(({ otpId }) => otpId)

describe("the inbox", () => {
  it("lists by address, newest first, whatever the case of the address", () => {
    const { sender, inbox } = makeMemoryOtpSender()
    for (const sent of [message("1"), message("2", { email: OTHER }), message("3")]) {
      Effect.runSync(sender.send(sent))
    }
    expect(idsOf(inbox.list(OWNER))).toEqual(["3", "1"])
    expect(idsOf(inbox.list(" OTHER@Example.com "))).toEqual(["2"])
    expect(idsOf(inbox.list(null))).toEqual(["3", "2", "1"])
    inbox.replace([])
    expect(inbox.list(null)).toEqual([])
  })

  it("never holds a decoy, and holds what is sent twice once", () => {
    const { sender, inbox } = makeMemoryOtpSender()
    for (const sent of [message("1"), message("2", { decoy: true }), message("3"), message("1")]) {
      Effect.runSync(sender.send(sent))
    }
    expect(idsOf(inbox.list(null))).toEqual(["3", "1"])
  })

  it("drops the oldest beyond its bound", () => {
    const { sender, inbox } = makeMemoryOtpSender()
    for (let count = 0; count <= INBOX_MAX; count += 1) Effect.runSync(sender.send(message(`${count}`)))
    const ids = idsOf(inbox.list(null))
    expect(ids).toHaveLength(INBOX_MAX)
    expect([ids.at(0), ids.at(-1)]).toEqual([`${INBOX_MAX}`, "1"])
  })
})

describe("an inbox that is replaced", () => {
  it("holds the other messages in their order, the latest ones where there are too many", () => {
    const { sender, inbox } = makeMemoryOtpSender()
    Effect.runSync(sender.send(message("old")))
    const latest = Array.from({ length: INBOX_MAX + 1 }, (_, index) => message(`${index}`))
    inbox.replace(latest)
    expect(inbox.list(null)).toEqual(latest.slice(0, INBOX_MAX))
    inbox.replace([message("2"), message("1")])
    Effect.runSync(sender.send(message("3")))
    expect(idsOf(inbox.list(null))).toEqual(["3", "2", "1"])
  })
})

describe("waiting for a message", () => {
  // Sleeps never end, so that only an arrival can.
  const patient = Effect.provideService(Clock.Clock, {
    ...Effect.runSync(Effect.service(Clock.Clock)),
    sleep: () => Effect.never,
  })

  it("ends with the next one of the address, for all who wait", async () => {
    const { sender, inbox } = makeMemoryOtpSender()
    const told = Effect.gen(function* () {
      yield* sender.send(message("before"))
      const owner = yield* Effect.forkChild(inbox.waitFor("Owner@example.com", 1000), {
        startImmediately: true,
      })
      const anybody = yield* Effect.forkChild(inbox.waitFor(null, 1000), { startImmediately: true })
      yield* sender.send(message("before"))
      yield* sender.send(message("decoy", { decoy: true }))
      yield* sender.send(message("other", { email: OTHER }))
      yield* sender.send(message("after"))
      return [yield* Fiber.join(owner), yield* Fiber.join(anybody)]
    })
    const found = await Effect.runPromise(patient(told))
    expect(found.map((arrived) => arrived?.otpId)).toEqual(["after", "other"])
  })

  it("ends with nothing when the time is over", async () => {
    const { inbox } = makeMemoryOtpSender()
    expect(await Effect.runPromise(inbox.waitFor(OWNER, 0))).toBeNull()
  })
})
