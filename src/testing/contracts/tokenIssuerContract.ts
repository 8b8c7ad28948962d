// The contract of `TokenIssuer`: a token says who its caller is, until it expires, and no other text does.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Caller } from "../../core/identity/Access.ts"
import { ALL_PERMISSIONS } from "../../core/identity/Permission.ts"
import { TokenIssuer } from "../../ports/TokenIssuer.ts"
import { type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"

type Issuer = TokenIssuer["Service"]

const now = Date.UTC(2026, 0, 31)

const caller: Caller = {
  userId: "user-1",
  organizationId: "org-1",
  permissions: ALL_PERMISSIONS,
  sessionId: "session-1",
}

const tokenOf = (issuer: Issuer, over: Partial<Caller> = {}) =>
  issuer.issue({ ...caller, ...over, now, expiresInSeconds: 60 })

/** The caller of a token, or the tag of its refusal. */
const verified = (issuer: Issuer, token: string, at = now) =>
  Effect.match(issuer.verify(token, at), {
    onFailure: ({ _tag }): Caller | string => _tag,
    onSuccess: (found): Caller | string => found,
  })

const refused = Effect.fnUntraced(function* (issuer: Issuer, texts: ReadonlyArray<string>) {
  for (const text of texts) same(`“${text}”`, yield* verified(issuer, text), "AccessTokenInvalid")
})

const cases: ReadonlyArray<PortCase<Issuer>> = [
  {
    name: "a token gives its caller back",
    rule: "User, organization, permissions and session are those that it was issued for.",
    tell: Effect.fnUntraced(function* (issuer) {
      const own = { ...caller, userId: "user/é 1" }
      same("caller", yield* verified(issuer, yield* tokenOf(issuer, own)), own)
    }),
  },
  {
    name: "a token grants what it was issued with",
    rule: "It has some permissions or none, and no more than these.",
    tell: Effect.fnUntraced(function* (issuer) {
      for (const permissions of [[], ALL_PERMISSIONS.slice(0, 1)]) {
        const token = yield* tokenOf(issuer, { permissions })
        same("caller", yield* verified(issuer, token), { ...caller, permissions })
      }
    }),
  },
  {
    name: "a token may be of no session",
    rule: "Its `sessionId` is null then, as where an operator issued it.",
    tell: Effect.fnUntraced(function* (issuer) {
      const token = yield* tokenOf(issuer, { sessionId: null })
      same("caller", yield* verified(issuer, token), { ...caller, sessionId: null })
    }),
  },
  {
    name: "tokens of several callers are told apart",
    rule: "In any order, and also when they are verified again.",
    tell: Effect.fnUntraced(function* (issuer) {
      const others = ["org-1", "org-2", "org-3"].map((organizationId) => ({ ...caller, organizationId }))
      const tokens = yield* Effect.forEach(others, (other) => tokenOf(issuer, other))
      for (const _ of [1, 2]) {
        same("callers", yield* Effect.forEach(tokens, (token) => verified(issuer, token)), others)
      }
    }),
  },
  {
    name: "a token expires",
    rule: "It is valid for `expiresInSeconds` from `now` on by the instant that is given, and not for a moment more.",
    tell: Effect.fnUntraced(function* (issuer) {
      const token = yield* tokenOf(issuer)
      same("the last moment", yield* verified(issuer, token, now + 59_999), caller)
      same("the end", yield* verified(issuer, token, now + 60_000), "AccessTokenInvalid")
    }),
  },
  {
    name: "a token that was changed is invalid",
    rule: "One character more, less or another one is enough, wherever it stands.",
    tell: Effect.fnUntraced(function* (issuer) {
      const token = yield* tokenOf(issuer)
      const changed = [0.05, 0.3, 0.5, 0.7, 0.9].map((part) => {
        const at = Math.floor(token.length * part)
        return `${token.slice(0, at)}${token.charAt(at) === "A" ? "B" : "A"}${token.slice(at + 1)}`
      })
      yield* refused(issuer, [token.slice(0, -1), `${token}A`, ...changed])
    }),
  },
  {
    name: "a token that says it is not signed is invalid",
    rule: "Where tokens are JWTs, one with `alg` none and without a signature is refused.",
    tell: Effect.fnUntraced(function* (issuer) {
      const [, claims = ""] = (yield* tokenOf(issuer)).split(".")
      // {"alg":"none","typ":"JWT"}
      yield* refused(issuer, [`eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${claims}.`])
    }),
  },
  {
    name: "a text that is no token is invalid",
    rule: "It is refused as any other, and never a defect.",
    tell: (issuer) => refused(issuer, ["", ".", "..", "a.b.c", "Bearer", "null", "🎟", "x".repeat(10_000)]),
  },
]

/**
 * The contract of an issuer of access tokens.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { TokenIssuer } from "studio-billing"
 * import { tokenIssuerContract } from "studio-billing/testing"
 *
 * declare const makeIssuer: () => TokenIssuer["Service"]
 * tokenIssuerContract(() => Layer.sync(TokenIssuer, makeIssuer)).length // 8
 * ```
 */
export const tokenIssuerContract: (makeLayer: () => Layer.Layer<TokenIssuer, unknown>) => ReadonlyArray<Law> =
  contractOf(TokenIssuer, cases)
