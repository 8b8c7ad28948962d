// Removes the secrets from a body before it is shown. The contract and the control plane have secrets under a few names.

/** The text in the place of a secret. */
export const REDACTED = "[redacted]"

/**
 * The members whose values are secret wherever they are: tokens, cards, webhook secrets, the gateway's references, the hashes of
 * an exported state, and the keys of a file that keeps one. Names are compared by their letters alone, so that a misspelt
 * `access_token` is one too.
 */
export const SECRET_MEMBERS: ReadonlyArray<string> = [
  "accessToken",
  "refreshToken",
  "token",
  "cardToken",
  "gatewayReference",
  "secret",
  "password",
  "authorization",
  "codeHash",
  "tokenHash",
  "previousHash",
  "hashKey",
  "signingKey",
]

/** The form of secrets that are known anywhere in a body: JWTs, card tokens and webhook secrets. */
const SECRET_LOOK = /^(?:Bearer +)?eyJ[\w-]*\.|^tok_|^whsec_/i

/** The depth to which a body is searched; deeper values count as secret. No body of the contract is half as deep. */
export const DEPTH_MAX = 32

/** A body of an exchange. */
export interface Body {
  /** Of the request. */
  readonly path: string
  /** Of the answer; null where the body is the request's. */
  readonly status: number | null
  readonly json: unknown
}

/** The body without its secrets; everything else stays. */
export const redact = ({ path, status, json }: Body): unknown => {
  const hasOtp = path.startsWith("/studio/auth/") || path === "/_simulator/otps"
  // The code of a coupon is public, and so is that of an error.
  const isError = status !== null && status >= 400
  return without(hasOtp && !isError ? secretsWithOtp : secrets, json, DEPTH_MAX)
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "")

const secrets: ReadonlySet<string> = new Set(SECRET_MEMBERS.map(lettersOf))
const secretsWithOtp: ReadonlySet<string> = new Set([...secrets, "code"])

const without = (names: ReadonlySet<string>, value: unknown, depth: number): unknown => {
  if (typeof value === "string") return SECRET_LOOK.test(value) ? REDACTED : value
  if (typeof value !== "object" || value === null) return value
  if (depth === 0) return REDACTED
  if (Array.isArray(value)) return value.map((element) => without(names, element, depth - 1))
  // The inbox and the outbox of a state have codes, too, and there each stands beside its id.
  const own = Object.hasOwn(value, "otpId") ? secretsWithOtp : names
  const members = Object.entries(value).map(([name, member]) => [
    name,
    own.has(lettersOf(name)) ? REDACTED : without(names, member, depth - 1),
  ])
  return Object.fromEntries(members)
}
