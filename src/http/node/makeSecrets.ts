// Secrets of node:crypto. Codes come from a cryptographic source; hashes and successors are HMAC-SHA-256 under one
// key; a refresh token carries its session and a MAC, so that only tokens that were made here can end a family.
// GAP-12, GAP-16
import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { types } from "node:util"
import * as Effect from "effect/Effect"
import type { Secrets } from "../../index.ts"

const SECRET_BYTES = 32

/** The bytes of the key. */
export const HASH_KEY_BYTES = 32

/**
 * Secrets under a key of 256 bits, a new one unless a stored one is given: what was hashed under one key is unknown
 * under another.
 *
 * A refresh token is `session.secret.mac`, each part base64url. The secret of a successor is the hash of its
 * predecessor, so that it is the same each time and tells nothing to those who lack the key.
 *
 * Throws for a key of another length.
 */
export const makeSecrets = (key: Uint8Array = randomBytes(HASH_KEY_BYTES)): Secrets["Service"] => {
  checkKey(key)
  // The purpose and the lengths are hashed along, so that a hash of one kind is never one of another.
  const hmac = (purpose: string, ...texts: ReadonlyArray<string>) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, ...texts]))
      .digest("base64url")
  const sealed = (session: string, secret: string) =>
    `${session}.${secret}.${hmac("refresh-token", session, secret)}`

  const digest: Secrets["Service"]["digest"] = ({ subject, text }) => hmac("digest", subject, text)
  return {
    otpCode: (digits) => Effect.sync(() => String(randomInt(10 ** digits)).padStart(digits, "0")),
    digest,
    matches: (secret) => isSame(digest(secret), secret.digest),
    refreshToken: (sessionId) =>
      Effect.sync(() => sealed(encode(sessionId), randomBytes(SECRET_BYTES).toString("base64url"))),
    successor: (refreshToken) => {
      const session = refreshToken.slice(0, refreshToken.indexOf("."))
      return sealed(session, hmac("successor", refreshToken))
    },
    sessionOf: (refreshToken) => {
      const [session = "", secret = ""] = refreshToken.split(".")
      return isSame(sealed(session, secret), refreshToken) ? decode(session) : null
    },
    webhookSecret: Effect.sync(() => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`),
  }
}

/** No message shows the key. */
const checkKey = (key: Uint8Array): void => {
  const remedy = `${HASH_KEY_BYTES} bytes, as crypto.getRandomValues(new Uint8Array(${HASH_KEY_BYTES})) makes them once`
  // Also of another realm, such as that of a test runner.
  if (!types.isUint8Array(key)) {
    throw new TypeError(`The key of makeSecrets has to be a Uint8Array of ${remedy}`)
  }
  if (key.byteLength !== HASH_KEY_BYTES) {
    throw new RangeError(`The key of makeSecrets has to be ${remedy}; it has ${key.byteLength}`)
  }
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url")
const decode = (text: string): string => Buffer.from(text, "base64url").toString("utf8")

const isSame = (expected: string, presented: string): boolean => {
  const bytes = Buffer.from(expected)
  const others = Buffer.from(presented)
  return bytes.byteLength === others.byteLength && timingSafeEqual(bytes, others)
}
