// The contract of `Secrets`: codes that nobody foresees, hashes that are told apart, and refresh tokens that only this
// service makes.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Secrets } from "../../ports/Secrets.ts"
import { hold, type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"

const times = <A>(count: number, effect: Effect.Effect<A>) =>
  Effect.all(Array.from({ length: count }, () => effect))

const sessionId = "0190a000-0000-7000-8000-000000000001"
const secret = { subject: "otp-1", text: "402913" }

const cases: ReadonlyArray<PortCase<Secrets["Service"]>> = [
  {
    name: "a code has its number of digits",
    rule: "It is a text of decimal digits, of any length that is asked for, and zeros in front are kept.",
    tell: Effect.fnUntraced(function* (secrets) {
      for (const digits of [4, 6, 8]) {
        const codes = yield* times(200, secrets.otpCode(digits))
        same(
          `digits of ${digits}`,
          codes.filter((code) => !/^\d+$/.test(code) || code.length !== digits),
          [],
        )
      }
    }),
  },
  {
    name: "a code may begin with any digit",
    rule: "Of 400 codes some begin with each of the ten: no part of them is left out.",
    tell: Effect.fnUntraced(function* (secrets) {
      const codes = yield* times(400, secrets.otpCode(6))
      same(
        "first digits",
        [...new Set(codes.map((code) => code.charAt(0)))].toSorted().join(""),
        "0123456789",
      )
    }),
  },
  {
    name: "codes do not repeat",
    rule: "A hundred codes of twelve digits are all different.",
    tell: Effect.fnUntraced(function* (secrets) {
      same("different codes", new Set(yield* times(100, secrets.otpCode(12))).size, 100)
    }),
  },
  {
    name: "a digest does not hold its text",
    rule: "What is stored tells nothing of the secret.",
    tell: (secrets) =>
      Effect.sync(() => hold("the digest holds the text", !secrets.digest(secret).includes(secret.text))),
  },
  {
    name: "a digest is of its subject and its text",
    rule: "Another subject, another text, and the same letters divided in another way give another digest.",
    tell: (secrets) =>
      Effect.sync(() => {
        const others = [
          ["otp-2", "402913"],
          ["otp-1", "402914"],
          ["otp-14", "02913"],
          ["otp-1402913", ""],
        ] as const
        const digests = others.map(([subject, text]) => secrets.digest({ subject, text }))
        same("different digests", new Set([secrets.digest(secret), ...digests]).size, 5)
      }),
  },
  {
    name: "the right text matches its digest",
    rule: "It does each time, and no other text or subject does.",
    tell: (secrets) =>
      Effect.sync(() => {
        const digest = secrets.digest(secret)
        same("right", secrets.matches({ ...secret, digest }), true)
        same("again", secrets.matches({ ...secret, digest }), true)
        same("text", secrets.matches({ ...secret, text: "402914", digest }), false)
        same("subject", secrets.matches({ ...secret, subject: "otp-2", digest }), false)
      }),
  },
  {
    name: "nothing matches what is no digest",
    rule: "A digest that is empty, cut or too long matches no text, and is no defect.",
    tell: (secrets) =>
      Effect.sync(() => {
        const digest = secrets.digest(secret)
        for (const one of ["", digest.slice(0, -1), `${digest}A`, "ç", "null"]) {
          same(`“${one}”`, secrets.matches({ ...secret, digest: one }), false)
        }
      }),
  },
  {
    name: "a refresh token is of its session",
    rule: "`sessionOf` gives the id back, whatever characters it has.",
    tell: Effect.fnUntraced(function* (secrets) {
      for (const id of [sessionId, "a.b", "é:/ 1"]) {
        same("session", secrets.sessionOf(yield* secrets.refreshToken(id)), id)
      }
    }),
  },
  {
    name: "a refresh token is new each time",
    rule: "A session that is begun again gets another one.",
    tell: Effect.fnUntraced(function* (secrets) {
      same("different tokens", new Set(yield* times(100, secrets.refreshToken(sessionId))).size, 100)
    }),
  },
  {
    name: "a successor is the same each time",
    rule: "It is another token of the same session, so that a refresh whose answer was lost can be made again.",
    tell: Effect.fnUntraced(function* (secrets) {
      const token = yield* secrets.refreshToken(sessionId)
      const successor = secrets.successor(token)
      same("again", secrets.successor(token), successor)
      same("session", secrets.sessionOf(successor), sessionId)
      const family = [token, successor, secrets.successor(successor)]
      same("different tokens", new Set(family).size, 3)
    }),
  },
  {
    name: "another token has another successor",
    rule: "Two tokens of a session never lead to the same one.",
    tell: Effect.fnUntraced(function* (secrets) {
      const tokens = yield* times(2, secrets.refreshToken(sessionId))
      same("different successors", new Set(tokens.map(secrets.successor)).size, 2)
    }),
  },
  {
    name: "a token that was not made here is of no session",
    rule: "A text that is none, and a token that is cut, longer or changed in one character, give `null`.",
    tell: Effect.fnUntraced(function* (secrets) {
      const token = yield* secrets.refreshToken(sessionId)
      const changed = [0.1, 0.5, 0.9].map((part) => {
        const at = Math.floor(token.length * part)
        return `${token.slice(0, at)}${token.charAt(at) === "A" ? "B" : "A"}${token.slice(at + 1)}`
      })
      for (const text of ["", ".", "..", sessionId, token.slice(0, -1), `${token}A`, ...changed]) {
        same(`“${text}”`, secrets.sessionOf(text), null)
      }
    }),
  },
  {
    name: "the secret of an endpoint has 256 bits",
    rule: "It is `whsec_` and the base64 of 32 bytes.",
    tell: Effect.fnUntraced(function* (secrets) {
      const made = yield* secrets.webhookSecret
      hold("it is not whsec_ and 44 characters", /^whsec_[A-Za-z0-9+/]{43}=$/.test(made))
    }),
  },
  {
    name: "the secret of an endpoint is new each time",
    rule: "No two endpoints share one.",
    tell: Effect.fnUntraced(function* (secrets) {
      same("different secrets", new Set(yield* times(10, secrets.webhookSecret)).size, 10)
    }),
  },
]

/**
 * The contract of the secrets: codes, digests, refresh tokens and the secrets of endpoints. That codes cannot be foreseen,
 * and that comparing takes the same time for every text, no test can show.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Secrets } from "studio-billing"
 * import { secretsContract } from "studio-billing/testing"
 *
 * declare const makeSecrets: () => Secrets["Service"]
 * secretsContract(() => Layer.sync(Secrets, makeSecrets)).length // 14
 * ```
 */
export const secretsContract: (makeLayer: () => Layer.Layer<Secrets, unknown>) => ReadonlyArray<Law> =
  contractOf(Secrets, cases)
