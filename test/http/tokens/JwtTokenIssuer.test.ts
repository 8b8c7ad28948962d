import { createHmac, createPublicKey } from "node:crypto"
import * as Effect from "effect/Effect"
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { makeJwtTokenIssuer, VERIFIED_MAX } from "../../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"

const ISSUER = "studio-simulator"
const AUDIENCE = "studio"

const NOW = Date.UTC(2031, 4, 17, 8, 30, 0, 250)
const caller = {
  userId: "user-1",
  organizationId: "org-1",
  permissions: ["plan:read", "invoice:pay"],
  sessionId: "session-1",
} as const
const keys = makeSigningKeys()
const { issuer, clear } = makeJwtTokenIssuer({
  keys,
  issuer: "studio-simulator",
  audience: "studio",
  claims: { world: "default" },
})

const issue = (over: { readonly now?: number; readonly expiresInSeconds?: number } = {}) =>
  Effect.runPromise(issuer.issue({ ...caller, now: NOW, expiresInSeconds: 3600, ...over }))
const verify = (token: string, now = NOW, by = issuer) => Effect.runPromise(by.verify(token, now))
/** What is said of a token: its user, or the refusal. */
const said = (token: string, now = NOW, by = issuer) =>
  Effect.runPromise(
    Effect.match(by.verify(token, now), {
      onFailure: (refusal) => JSON.stringify(refusal),
      onSuccess: ({ userId }) => userId,
    }),
  )
const REFUSED = JSON.stringify({ _tag: "AccessTokenInvalid" })

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("an access token", () => {
  it("carries the claims and the key id", async () => {
    const token = await issue()
    const iat = Math.floor(NOW / 1000)
    expect(decodeJwt(token)).toEqual({
      sub: "user-1",
      org: "org-1",
      permissions: ["plan:read", "invoice:pay"],
      sid: "session-1",
      world: "default",
      iss: ISSUER,
      aud: AUDIENCE,
      iat,
      exp: iat + 3600,
    })
    expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", typ: "JWT", kid: (await keys.key()).kid })
  })

  it("verifies by the published keys, which hold nothing private", async () => {
    const jwks = await keys.jwks()
    expect(jwks.keys.map((jwk) => Object.keys(jwk).sort())).toEqual([["alg", "e", "kid", "kty", "n", "use"]])
    const set = createLocalJWKSet({ keys: jwks.keys as Array<JWK> })
    const { payload } = await jwtVerify(await issue(), set, {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ["RS256"],
      currentDate: new Date(NOW),
    })
    expect(payload.sub).toBe("user-1")
  })

  it("says who calls, the first time and from memory", async () => {
    const token = await issue()
    clear()
    expect(await verify(token)).toEqual(caller)
    expect(await verify(token)).toEqual(caller)
  })

  it("expires by the given clock, without tolerance, also from memory", async () => {
    const token = await issue({ expiresInSeconds: 60 })
    const expiresAt = (Math.floor(NOW / 1000) + 60) * 1000
    for (const remembered of [false, true]) {
      if (!remembered) clear()
      expect(await said(token, expiresAt - 1)).toBe("user-1")
      if (!remembered) clear()
      expect(await said(token, expiresAt)).toBe(REFUSED)
    }
    expect(await said(token, expiresAt - 1)).toBe("user-1")
  })

  it("may have been issued in the future of a clock that was set back", async () => {
    expect(await said(await issue(), NOW - 365 * 86_400_000)).toBe("user-1")
  })

  it("may live for ten years", async () => {
    const token = await issue({ expiresInSeconds: 315_360_000 })
    expect(await said(token, NOW + 9 * 365 * 86_400_000)).toBe("user-1")
  })
})

describe("attacks", () => {
  const issuedAt = Math.floor(NOW / 1000)
  const claims = {
    sub: "user-1",
    org: "org-1",
    permissions: ["plan:read"],
    world: "default",
    iss: ISSUER,
    aud: AUDIENCE,
    iat: issuedAt,
    exp: issuedAt + 60,
  }
  let kid = ""
  let pem = ""
  const signed = async (over: object, header: { readonly alg?: string; readonly kid?: string } = {}) =>
    new SignJWT({ ...claims, ...over })
      .setProtectedHeader({ alg: "RS256", kid, ...header })
      .sign((await keys.key()).privateKey)

  beforeAll(async () => {
    const key = await keys.key()
    kid = key.kid
    pem = createPublicKey({ key: key.publicJwk, format: "jwk" })
      .export({ type: "spki", format: "pem" })
      .toString()
  })

  it("are told from a token that is right", async () => {
    expect(await said(await signed({}))).toBe("user-1")
  })

  it("without a signature are refused", async () => {
    for (const alg of ["none", "None", "NONE", ""]) {
      const unsigned = `${base64url({ alg, kid })}.${base64url(claims)}`
      for (const token of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`])
        expect(await said(token)).toBe(REFUSED)
    }
  })

  it("with the public key as an HMAC secret are refused", async () => {
    for (const secret of [pem, pem.trim(), JSON.stringify((await keys.key()).publicJwk)]) {
      const text = `${base64url({ alg: "HS256", typ: "JWT", kid })}.${base64url(claims)}`
      const mac = createHmac("sha256", secret).update(text).digest("base64url")
      expect(await said(`${text}.${mac}`)).toBe(REFUSED)
    }
  })

  it("with another algorithm of the same key are refused", async () => {
    const privateKey = await importJWK(await keys.exportPrivate(), "PS256")
    const token = await new SignJWT(claims).setProtectedHeader({ alg: "PS256", kid }).sign(privateKey)
    expect(await said(token)).toBe(REFUSED)
  })

  it("with another key are refused, whatever key id and key they name", async () => {
    const other = await makeSigningKeys().key()
    for (const header of [{ kid }, { kid: other.kid }, {}, { kid, jwk: other.publicJwk }]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", ...header })
        .sign(other.privateKey)
      expect(await said(token)).toBe(REFUSED)
    }
    expect(await said(await signed({}, { kid: "another" }))).toBe(REFUSED)
  })

  it("with changed claims are refused", async () => {
    const [header, , signature] = (await issue()).split(".")
    const raised = base64url({ ...claims, permissions: ["subscription:write"], exp: claims.exp + 1e6 })
    expect(await said(`${header}.${raised}.${signature}`)).toBe(REFUSED)
  })

  it("that change a character of the token are refused, also when the right one is remembered", async () => {
    const token = await issue()
    expect(await said(token)).toBe("user-1")
    const last = token.length - 1
    for (let index = 0; index <= last; index += index < last - 8 ? 7 : 1) {
      for (const character of ["A", "B", "-", "."]) {
        if (token[index] === character) continue
        const changed = `${token.slice(0, index)}${character}${token.slice(index + 1)}`
        expect(await said(changed), `at ${index}`).toBe(REFUSED)
      }
    }
    for (const changed of [`${token} `, `${token}=`, `${token}.`, `${token}A`, token.slice(0, -1)]) {
      expect(await said(changed)).toBe(REFUSED)
    }
  })

  it("of a foreign world, issuer or audience, or without a claim, are refused", async () => {
    const elsewhere = makeJwtTokenIssuer({
      keys,
      issuer: "studio-simulator",
      audience: "studio",
      claims: { world: "other" },
    }).issuer
    expect(await said(await issue(), NOW, elsewhere)).toBe(REFUSED)
    const changes: ReadonlyArray<object> = [
      { world: "other" },
      { iss: "somebody" },
      { aud: "somebody" },
      { aud: [AUDIENCE, "somebody"] },
      { permissions: ["everything"] },
      { permissions: "plan:read" },
      { exp: "never" },
      { exp: claims.exp + 0.5 },
      ...Object.keys(claims).map((name) => ({ [name]: undefined })),
    ]
    for (const change of changes)
      expect(await said(await signed(change)), JSON.stringify(change)).toBe(REFUSED)
  })

  it("of no form at all are refused", async () => {
    for (const token of ["", ".", "..", "a.b.c", "....", "é", `${"a".repeat(10_000)}`]) {
      expect(await said(token)).toBe(REFUSED)
    }
  })
})

describe("the keys", () => {
  it("are the same for all who ask at once, and after storing", async () => {
    const lazy = makeSigningKeys()
    const [first, second] = await Promise.all([lazy.key(), lazy.key()])
    expect(first).toBe(second)
    const token = await issue()
    const restored = makeSigningKeys(await keys.exportPrivate())
    expect(await restored.jwks()).toEqual(await keys.jwks())
    expect(
      await said(
        token,
        NOW,
        makeJwtTokenIssuer({
          keys: restored,
          issuer: "studio-simulator",
          audience: "studio",
          claims: { world: "default" },
        }).issuer,
      ),
    ).toBe("user-1")
  })

  it("are not made before they are asked for", () => {
    let made = 0
    const key = () => {
      made += 1
      return keys.key()
    }
    makeJwtTokenIssuer({
      keys: { ...keys, key, all: async () => [await key()] },
      issuer: "studio-simulator",
      audience: "studio",
      claims: { world: "default" },
    })
    expect(made).toBe(0)
  })
})

describe("keys that are replaced", () => {
  it("are all published, the one that signs first, and tokens of each are valid until it is left out", async () => {
    const [older, newer] = [makeSigningKeys(), makeSigningKeys()]
    const [old, next] = [await older.exportPrivate(), await newer.exportPrivate()]
    const rotating = makeSigningKeys(old)
    const { issuer: by } = makeJwtTokenIssuer({ keys: rotating, issuer: ISSUER, audience: AUDIENCE })
    const issued = () => Effect.runPromise(by.issue({ ...caller, now: NOW, expiresInSeconds: 3600 }))
    const [{ kid: oldKid }, { kid: newKid }] = [await older.key(), await newer.key()]
    const before = await issued()
    expect(await said(before, NOW, by)).toBe("user-1")

    await rotating.replace([next, old])
    const after = await issued()
    expect(decodeProtectedHeader(after).kid).toBe(newKid)
    expect((await rotating.jwks()).keys.map(({ kid }) => kid)).toEqual([newKid, oldKid])
    expect([await said(before, NOW, by), await said(after, NOW, by)]).toEqual(["user-1", "user-1"])

    await rotating.replace([next])
    expect([await said(before, NOW, by), await said(after, NOW, by)]).toEqual([REFUSED, "user-1"])
    for (const none of [[{ kty: "oct" }], [], [null], ["-----BEGIN PRIVATE KEY-----"]]) {
      await expect(rotating.replace(none as never)).rejects.toThrow(
        "RSA key, as exportPrivate of makeSigningKeys gave it",
      )
    }
    expect(await said(after, NOW, by)).toBe("user-1")
  })
})

describe("the memory of verified tokens", () => {
  it("is bounded: the oldest is verified again", async () => {
    const { issuer: bounded } = makeJwtTokenIssuer({
      keys,
      issuer: "studio-simulator",
      audience: "studio",
      claims: { world: "default" },
    })
    const first = await issue()
    using verifies = vi.spyOn(crypto.subtle, "verify")
    const others: Array<string> = []
    for (let count = 0; count < VERIFIED_MAX; count += 1) {
      others.push(await issue({ expiresInSeconds: 4000 + count }))
    }
    expect(await said(first, NOW, bounded)).toBe("user-1")
    expect(await said(first, NOW, bounded)).toBe("user-1")
    expect(verifies).toHaveBeenCalledTimes(1)
    for (const token of others) expect(await said(token, NOW, bounded)).toBe("user-1")
    expect(verifies).toHaveBeenCalledTimes(1 + VERIFIED_MAX)
    expect(await said(others.at(-1) ?? "", NOW, bounded)).toBe("user-1")
    expect(verifies).toHaveBeenCalledTimes(1 + VERIFIED_MAX)
    expect(await said(first, NOW, bounded)).toBe("user-1")
    expect(verifies).toHaveBeenCalledTimes(2 + VERIFIED_MAX)
  })
})
