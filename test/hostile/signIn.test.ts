// Attacks on sign-in and on tokens, as somebody tries them who has nothing but HTTP. GAP-10 to GAP-17
import { createHmac, createPublicKey } from "node:crypto"
import { SignJWT, type SignOptions } from "jose"
import { beforeEach, describe, expect, it } from "vitest"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import { Permission } from "../../src/index.ts"
import { hosts } from "../support/hosts.ts"
import { type Answer, beginning, type Client, seeded } from "../support/simulator.ts"
import { makeRecorded } from "./recorder.ts"

const ISSUER = "studio-simulator"
const AUDIENCE = "studio"

const OWNER = "owner@example.com"
const NOBODY = "nobody@example.com"
const MAGIC_AUTH = "MAGIC_AUTH"
const WRONG = "not it"

const keys = makeSigningKeys()
describe.each(hosts)("%s", (_host, start) => {
  let client: Client
  beforeEach(() => {
    client = start({ keys })
  })

  const post = (path: string, body: unknown): Promise<Answer> =>
    client.call("POST", `/studio/auth${path}`, { body })
  const request = async (email = OWNER, context = MAGIC_AUTH): Promise<string> =>
    (await post("/otp", { email, context })).json.otpId
  const validate = (otpId: string, code: string, over: object = {}) =>
    post(`/otp/${otpId}/validate`, { email: OWNER, code, context: MAGIC_AUTH, ...over })
  const exchange = (otpId: string, code: string) => post("/sign-in/magic-auth", { otpId, code })
  const refresh = (refreshToken: string) => post("/refresh", { refreshToken })
  const advance = (advanceBy: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy } })
  const plans = (token: string) => client.call("GET", "/studio/plans", { token })

  const codeOf = async (otpId: string): Promise<string> => {
    const { json } = await client.call("GET", "/_simulator/otps?limit=100")
    return json.data.find((sent: { readonly otpId: string }) => sent.otpId === otpId).code
  }
  const verified = async () => {
    const otpId = await request()
    const code = await codeOf(otpId)
    await validate(otpId, code)
    return { otpId, code }
  }
  const signedIn = async (): Promise<{ readonly accessToken: string; readonly refreshToken: string }> => {
    const { otpId, code } = await verified()
    return (await exchange(otpId, code)).json
  }

  const said = ({ status, json }: Answer) => [status, json?.code]
  const counted = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const answer of answers) {
      const key = said(answer).join(" ").trim()
      counts[key] = (counts[key] ?? 0) + 1
    }
    return counts
  }

  describe("guessing", () => {
    it("a code ends with the fifth, also when the right one comes then", async () => {
      const otpId = await request()
      const answers: Array<Answer> = []
      for (let guess = 0; guess < 5; guess += 1) answers.push(await validate(otpId, WRONG))
      expect(counted(answers)).toEqual({ "400 otp.invalid": 4, "429 otp.locked": 1 })
      expect(said(await validate(otpId, await codeOf(otpId)))).toEqual([429, "otp.locked"])
    })

    it("at the same time is no more guesses", async () => {
      const otpId = await request()
      const answers = await Promise.all(Array.from({ length: 50 }, () => validate(otpId, WRONG)))
      expect(counted(answers)).toEqual({ "400 otp.invalid": 4, "429 otp.locked": 46 })
      expect(said(await validate(otpId, await codeOf(otpId)))).toEqual([429, "otp.locked"])
    })

    it("at the exchange counts as well, and finds out nothing before the code was validated", async () => {
      const otpId = await request()
      expect(said(await exchange(otpId, await codeOf(otpId)))).toEqual([400, "otp.invalid"])
      const { otpId: ready, code } = await verified()
      const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(ready, WRONG)))
      expect(counted(answers)).toEqual({ "400 otp.invalid": 4, "429 otp.locked": 16 })
      expect(said(await exchange(ready, code))).toEqual([429, "otp.locked"])
    })

    it("with many codes has twenty tries a day for an address, whoever has it", async () => {
      for (const email of [OWNER, NOBODY]) {
        const answers: Array<Answer> = []
        for (let round = 0; round < 6; round += 1) {
          const asked = await post("/otp", { email, context: MAGIC_AUTH })
          if (asked.status === 429) {
            answers.push(asked)
            break
          }
          for (let guess = 0; guess < 5; guess += 1) {
            answers.push(await validate(asked.json.otpId, WRONG, { email }))
          }
        }
        expect(counted(answers)).toEqual({ "400 otp.invalid": 16, "429 otp.locked": 5 })
      }
    })

    it("fills no mailbox: five live codes at most, also when asked for at once", async () => {
      const asked = await Promise.all(
        Array.from({ length: 30 }, () => post("/otp", { email: OWNER, context: MAGIC_AUTH })),
      )
      expect(counted(asked)).toEqual({ "201": 5, "429 rate_limited": 25 })
      expect((await client.call("GET", "/_simulator/otps")).json.meta.totalItems).toBe(5)
    })
  })

  describe("replay", () => {
    it("of an exchange gets nothing, and says so only to who has the code", async () => {
      const { otpId, code } = await verified()
      expect((await exchange(otpId, code)).status).toBe(200)
      expect(said(await exchange(otpId, code))).toEqual([400, "otp.already_used"])
      expect(said(await validate(otpId, code))).toEqual([400, "otp.already_used"])
    })

    it("of an exchange at the same time gets tokens once", async () => {
      const { otpId, code } = await verified()
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(otpId, code)))
      expect(counted(answers)).toEqual({ "200": 1, "400 otp.already_used": 49 })
    })

    it.each([
      ["another address", { email: "viewer@example.com" }],
      ["another context", { context: "EMAIL_VERIFICATION" }],
    ])("of a code for %s is refused as a wrong one", async (_, over) => {
      const otpId = await request()
      expect(said(await validate(otpId, await codeOf(otpId), over))).toEqual([400, "otp.invalid"])
    })

    it("of a code under the id of another is refused", async () => {
      const [first, second] = [await request(), await request()]
      const code = await codeOf(first)
      if (code !== (await codeOf(second))) {
        expect(said(await validate(second, code))).toEqual([400, "otp.invalid"])
      }
      expect((await validate(first, code)).status).toBe(204)
    })

    it.each(["EMAIL_VERIFICATION", "RESET_PASSWORD"])("of a code for %s signs nobody in", async (context) => {
      const otpId = await request(OWNER, context)
      const code = await codeOf(otpId)
      expect((await validate(otpId, code, { context })).status).toBe(204)
      expect(said(await exchange(otpId, code))).toEqual([400, "otp.invalid"])
    })

    it("of a code that is over is refused, from the millisecond on", async () => {
      const otpId = await request()
      const code = await codeOf(otpId)
      await advance("PT9M59.999S")
      expect((await validate(otpId, code)).status).toBe(204)
      await advance("PT0.001S")
      expect(said(await validate(otpId, code))).toEqual([400, "otp.expired"])
      expect(said(await exchange(otpId, code))).toEqual([400, "otp.expired"])
    })
  })

  describe("a stolen refresh token", () => {
    it("that the thief uses first ends for both when its owner uses it", async () => {
      const { refreshToken: stolen } = await signedIn()
      const thief = (await refresh(stolen)).json
      await advance("PT11S")
      expect(said(await refresh(stolen))).toEqual([401, "token.reused"])
      expect(said(await refresh(thief.refreshToken))).toEqual([401, "token.invalid"])
    })

    it("that its owner used first gets the thief nothing, and ends the session", async () => {
      const { refreshToken: stolen } = await signedIn()
      const owner = (await refresh(stolen)).json
      await advance("PT11S")
      expect(said(await refresh(stolen))).toEqual([401, "token.reused"])
      expect(said(await refresh(owner.refreshToken))).toEqual([401, "token.invalid"])
    })

    it("used by both at once is one session with one successor", async () => {
      const { refreshToken } = await signedIn()
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
      expect(counted(answers)).toEqual({ "200": 20 })
      expect(new Set(answers.map(({ json }) => json.refreshToken)).size).toBe(1)
    })

    it("is worth nothing after the sign-out, nor in another world", async () => {
      const { refreshToken } = await signedIn()
      expect(
        (
          await start({ keys, name: "two" }).call("POST", "/studio/auth/refresh", {
            body: { refreshToken },
          })
        ).json,
      ).toMatchObject({
        code: "token.invalid",
      })
      await post("/sign-out", { refreshToken })
      expect(said(await refresh(refreshToken))).toEqual([401, "token.invalid"])
    })

    it("is no access token, and an access token is no refresh token", async () => {
      const { accessToken, refreshToken } = await signedIn()
      expect(said(await plans(refreshToken))).toEqual([401, "unauthorized"])
      expect(said(await refresh(accessToken))).toEqual([401, "token.invalid"])
    })

    it.each(["A", "=", " ", "x".repeat(2048)])("with %j after it is none", async (more) => {
      const { refreshToken } = await signedIn()
      expect(said(await refresh(refreshToken + more))).toEqual([401, "token.invalid"])
      expect((await refresh(refreshToken)).status).toBe(200)
    })

    it.each(["\u0000", "\ud800"])("with %j after it is no text that can be stored", async (more) => {
      const { refreshToken } = await signedIn()
      expect(said(await refresh(refreshToken + more))).toEqual([400, "validation_error"])
      expect((await refresh(refreshToken)).status).toBe(200)
    })
  })

  describe("an access token", () => {
    const iat = Date.parse(beginning) / 1000
    const claims = {
      sub: "0190a000-0000-7000-8000-000000000011",
      org: seeded.organizationId,
      permissions: Permission.ALL_PERMISSIONS,
      world: "one",
      iss: ISSUER,
      aud: AUDIENCE,
      iat,
      exp: iat + 60,
    }
    const signed = async (over: object = {}, header: object = {}, options: SignOptions = {}) => {
      const { kid, privateKey } = await keys.key()
      return new SignJWT({ ...claims, ...over })
        .setProtectedHeader({ alg: "RS256", kid, ...header })
        .sign(privateKey, options)
    }
    const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const unsigned = (header: object) => `${base64url(header)}.${base64url(claims)}`

    it("that is right is taken, to the last millisecond of its time", async () => {
      const token = await signed()
      expect((await plans(token)).status).toBe(200)
      await advance("PT59.999S")
      expect((await plans(token)).status).toBe(200)
      await advance("PT0.001S")
      expect(said(await plans(token))).toEqual([401, "unauthorized"])
    })

    const forged: Readonly<Record<string, () => Promise<string>>> = {
      "no algorithm": async () => `${unsigned({ alg: "none", kid: (await keys.key()).kid })}.`,
      "no algorithm and a signature": async () =>
        `${unsigned({ alg: "none", kid: (await keys.key()).kid })}.${(await signed()).split(".")[2]}`,
      "the public key as a password": async () => {
        const { kid, publicJwk } = await keys.key()
        const pem = createPublicKey({ key: publicJwk, format: "jwk" }).export({ type: "spki", format: "pem" })
        const text = unsigned({ alg: "HS256", typ: "JWT", kid })
        return `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`
      },
      "another key of its own": async () => {
        const other = await makeSigningKeys().key()
        return new SignJWT(claims)
          .setProtectedHeader({ alg: "RS256", kid: (await keys.key()).kid, jwk: other.publicJwk })
          .sign(other.privateKey)
      },
      "another aud": () => signed({ aud: "elsewhere" }),
      "several aud": () => signed({ aud: [AUDIENCE, "elsewhere"] }),
      "another iss": () => signed({ iss: "somebody" }),
      "another kid": () => signed({}, { kid: "another" }),
      "no kid": () => signed({}, { kid: undefined }),
      "a kid that is a path": () => signed({}, { kid: "../../dev/null" }),
      "another world": () => signed({ world: "two" }),
      "no world": () => signed({ world: undefined }),
      "no exp": () => signed({ exp: undefined }),
      "an exp that is a text": () => signed({ exp: "9999999999" }),
      "an exp that is now": () => signed({ exp: iat }),
      "a user that there is not": () => signed({ sub: "0190a000-0000-7000-8000-00000000ffff" }),
      "a user that is a name of a prototype": () => signed({ sub: "__proto__" }),
      "a permission that there is not": () => signed({ permissions: ["plan:read", "*"] }),
      "permissions that are a text": () => signed({ permissions: "plan:read" }),
      "other claims under its signature": async () => {
        const [header, , signature] = (await signed()).split(".")
        return `${header}.${base64url({ ...claims, org: seeded.american })}.${signature}`
      },
      "a critical extension": () => signed({}, { crit: ["x"], x: true }, { crit: { x: true } }),
    }

    it.each(Object.entries(forged))("with %s is refused", async (_, forge) => {
      const token = await forge()
      expect(said(await plans(token))).toEqual([401, "unauthorized"])
      // A right one that was remembered helps no wrong one.
      expect((await plans(await signed())).status).toBe(200)
      expect(said(await plans(token))).toEqual([401, "unauthorized"])
    })

    it("keeps its permissions for its hour, also after a sign-out, and a refresh has those of by then", async () => {
      const { accessToken, refreshToken } = await signedIn()
      const memberships = [{ organizationId: seeded.organizationId, permissions: ["invoice:read"] }]
      await client.call("PATCH", `/_simulator/users/${claims.sub}`, { body: { memberships } })
      expect((await plans(accessToken)).status).toBe(200)
      const next = (await refresh(refreshToken)).json
      expect(said(await plans(next.accessToken))).toEqual([403, "forbidden"])
      await post("/sign-out", next)
      expect((await plans(accessToken)).status).toBe(200)
      await advance("PT1H")
      expect(said(await plans(accessToken))).toEqual([401, "unauthorized"])
    })

    it("of an organization that its user left is worth nothing there", async () => {
      expect(said(await plans(await signed({ org: seeded.american })))).toEqual([
        404,
        "organization.not_found",
      ])
    })
  })
})

// What the ports of the contract are asked, whoever serves it.
describe("an address that nobody has", () => {
  const steps: Readonly<Record<string, (email: string) => Promise<ReadonlyArray<unknown>>>> = {
    "a request": async (email) => stepsOf(email, 1, 0, 0),
    "requests without end": async (email) => stepsOf(email, 7, 0, 0),
    "a wrong code": async (email) => stepsOf(email, 1, 1, 0),
    "wrong codes until it locks": async (email) => stepsOf(email, 1, 6, 0),
    "an exchange of what was not validated": async (email) => stepsOf(email, 1, 0, 2),
    "all of it": async (email) => stepsOf(email, 2, 3, 3),
  }

  /** What each call was answered, and what it asked of the ports. */
  const stepsOf = async (email: string, requests: number, validations: number, exchanges: number) => {
    const { call, calls } = makeRecorded()
    const seen: Array<unknown> = []
    const step = async (path: string, body: unknown): Promise<Answer> => {
      calls.length = 0
      const answer = await call("POST", `/studio/auth${path}`, { body })
      const json = JSON.parse(JSON.stringify(answer.json ?? null), (name, value) =>
        name === "otpId" ? "an id" : value,
      )
      seen.push({
        status: answer.status,
        headers: [...answer.headers.keys()].sort(),
        json,
        calls: [...calls],
      })
      return answer
    }
    let otpId = "none"
    for (let count = 0; count < requests; count += 1) {
      const { json } = await step("/otp", { email, context: MAGIC_AUTH })
      otpId = json.otpId ?? otpId
    }
    for (let count = 0; count < validations; count += 1) {
      await step(`/otp/${otpId}/validate`, { email, code: WRONG, context: MAGIC_AUTH })
    }
    for (let count = 0; count < exchanges; count += 1) {
      await step("/sign-in/magic-auth", { otpId, code: WRONG })
    }
    return seen
  }

  it.each(Object.entries(steps))("cannot be told from one that somebody has by %s", async (_, lead) => {
    const unknown = await lead(NOBODY)
    expect(unknown).not.toContainEqual(expect.objectContaining({ calls: [] }))
    for (const known of [OWNER, "multi@example.com", "new@example.com"]) {
      expect(await lead(known)).toEqual(unknown)
    }
  })

  it("is told only by the code that arrives", async () => {
    const { call, codeOf: arrived } = makeRecorded()
    for (const [email, digits] of [
      [OWNER, 6],
      [NOBODY, 0],
    ] as const) {
      const { json } = await call("POST", "/studio/auth/otp", { body: { email, context: MAGIC_AUTH } })
      expect(arrived(json.otpId)).toHaveLength(digits)
    }
  })
})
