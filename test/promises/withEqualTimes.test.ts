// The sender that takes as long for every code, as it is written without Effect.
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { type OtpSenderPort, withEqualTimes } from "../../src/promises/index.ts"
import { waitingOtpOf } from "../../src/testing/contracts/records.ts"
import { openBilling, subscribed } from "./support.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const { message } = waitingOtpOf("1")

class MailService implements OtpSenderPort {
  readonly sent: Array<string> = []
  signal: AbortSignal | undefined
  async send({ email }: typeof message, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.signal = signal
    this.sent.push(email)
    if (email.startsWith("slow")) await new Promise(() => undefined)
    if (email.startsWith("refused")) throw new Error("no such mailbox")
  }
}

it("answers about an address of nobody when it answers about any other", async () => {
  const mail = new MailService()
  const { billing } = openBilling({ secrets: makeSecrets(), otpSender: withEqualTimes(mail) })
  const { organizationId } = await subscribed(billing)
  for (const email of ["ana@example.com", "slow@example.com", "refused@example.com"]) {
    const memberships = [{ organizationId, permissions: [] }]
    await billing.users.create({ email, emailVerified: true, memberships })
  }
  for (const email of ["ana@example.com", "slow@example.com", "refused@example.com", "nobody@example.com"]) {
    let isAnswered = false
    const asked = billing.auth.requestOtp({ email, context: "MAGIC_AUTH" }).then(() => {
      isAnswered = true
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isAnswered, email).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(mail.signal?.aborted, email).toBe(email === "slow@example.com")
  }
  expect(mail.sent).toEqual(["ana@example.com", "slow@example.com", "refused@example.com"])
})

it("is refused without a sender", () => {
  expect(() => withEqualTimes({} as OtpSenderPort)).toThrow("withEqualTimes: send has to be a function")
})
