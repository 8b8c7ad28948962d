import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeSecrets } from "../../../src/http/node/makeSecrets.ts"
import { runs } from "../../support/runs.ts"

const secrets = makeSecrets()
const run = Effect.runSync
const text = fc.string({ unit: "grapheme" })

describe("codes", () => {
  it("have so many digits, leading zeros among them", () => {
    for (const digits of [1, 4, 6, 8]) {
      expect(run(secrets.otpCode(digits))).toMatch(new RegExp(`^\\d{${digits}}$`))
    }
    const codes = Array.from({ length: 200 }, () => run(secrets.otpCode(1)))
    expect(new Set(codes).size).toBe(10)
  })
})

describe("hashes", () => {
  it("are known again by subject and text only, as 256 bits", () => {
    const secret = { subject: "otp-1", text: "123456" }
    const digest = secrets.digest(secret)
    expect(Buffer.from(digest, "base64url")).toHaveLength(32)
    expect(secrets.matches({ ...secret, digest })).toBe(true)
    expect(secrets.matches({ ...secret, text: "123457", digest })).toBe(false)
    expect(secrets.matches({ ...secret, subject: "otp-2", digest })).toBe(false)
    expect(makeSecrets().matches({ ...secret, digest })).toBe(false)
  })

  it("match no other digest, whatever its length", () => {
    fc.assert(
      fc.property(text, text, text, (subject, presented, digest) => {
        expect(secrets.matches({ subject, text: presented, digest })).toBe(false)
      }),
      { numRuns: runs(200), examples: [["otp-1", "123456", ""]] },
    )
  })

  it("do not run subject and text together", () => {
    fc.assert(
      fc.property(text, text, fc.nat(10), (subject, presented, cut) => {
        const joined = subject + presented
        const other = { subject: joined.slice(0, cut), text: joined.slice(cut) }
        const isSame = other.subject === subject
        expect(secrets.digest(other) === secrets.digest({ subject, text: presented })).toBe(isSame)
      }),
      { numRuns: runs(200), examples: [["a", "bc", 2]] },
    )
  })
})

describe("refresh tokens", () => {
  it("are new each time, with 256 bits of chance, and know their session", () => {
    const first = run(secrets.refreshToken("session-1"))
    const second = run(secrets.refreshToken("session-1"))
    expect(first).not.toBe(second)
    expect(Buffer.from(first.split(".")[1] ?? "", "base64url")).toHaveLength(32)
    expect(first).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(secrets.sessionOf(first)).toBe("session-1")
  })

  it("have one successor each, of the same session, which nobody can make without the key", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (sessionId, count) => {
        const seen = new Set<string>()
        let token = run(secrets.refreshToken(sessionId))
        for (let step = 0; step < count; step += 1) {
          seen.add(token)
          expect(secrets.successor(token)).toBe(secrets.successor(token))
          expect(makeSecrets().successor(token)).not.toBe(secrets.successor(token))
          token = secrets.successor(token)
          expect(seen.has(token)).toBe(false)
          expect(secrets.sessionOf(token)).toBe(sessionId)
        }
      }),
      { numRuns: runs(100), examples: [["session-1", 3]] },
    )
  })

  it("are told from any other text: cut, changed, of another session, or of another key", () => {
    const token = run(secrets.refreshToken("session-1"))
    const [session = "", secret = "", mac = ""] = token.split(".")
    const other = Buffer.from("session-2").toString("base64url")
    const wrong = [
      "",
      ".",
      "..",
      session,
      `${session}.${secret}`,
      `${session}.${secret}.`,
      `${other}.${secret}.${mac}`,
      `${session}.${mac}.${secret}`,
      `${token}.`,
      ` ${token}`,
      run(makeSecrets().refreshToken("session-1")),
    ]
    for (const presented of wrong) expect(secrets.sessionOf(presented), presented).toBeNull()
    for (let index = 0; index < token.length; index += 1) {
      const changed = `${token.slice(0, index)}${token[index] === "A" ? "B" : "A"}${token.slice(index + 1)}`
      expect(secrets.sessionOf(changed), changed).toBeNull()
    }
  })

  it("are known again under a stored key", () => {
    const key = randomBytes(32)
    const token = run(makeSecrets(key).refreshToken("session-1"))
    expect(makeSecrets(key).sessionOf(token)).toBe("session-1")
    expect(makeSecrets(key).successor(token)).toBe(makeSecrets(key).successor(token))
  })
})

describe("a key", () => {
  it.each<[string, unknown, typeof RangeError | typeof TypeError, RegExp]>([
    ["nothing", new Uint8Array(0), RangeError, /32 bytes.*getRandomValues.*; it has 0$/],
    ["too little", Buffer.from("<your key>", "base64"), RangeError, /32 bytes.*; it has 5$/],
    ["too much", randomBytes(33), RangeError, /; it has 33$/],
    [
      "a text, which is not shown",
      "a-secret-text",
      TypeError,
      /^(?!.*a-secret-text).*a Uint8Array of 32 bytes/,
    ],
    ["null", null, TypeError, /a Uint8Array of 32 bytes/],
  ])("of %s is refused", (_, key, kind, message) => {
    expect(() => makeSecrets(key as Uint8Array)).toThrow(kind)
    expect(() => makeSecrets(key as Uint8Array)).toThrow(message)
  })
})

describe("secrets of webhooks", () => {
  it("are 256 bits of chance in the form of Standard Webhooks", () => {
    const [one, other] = [run(secrets.webhookSecret), run(secrets.webhookSecret)]
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(other).not.toBe(one)
  })
})
