// Access tokens as JWTs, signed RS256. A token is valid for its own server only, by the server's clock, and whatever is
// wrong with one is the same AccessTokenInvalid. GAP-15
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { decode, encode } from "jose/base64url"
import { compactVerify } from "jose/jws/compact/verify"
import { SignJWT } from "jose/jwt/sign"
import { type Access, type AccessTokenInvalid, Permission, type TokenIssuer } from "../../index.ts"
import { SIGNING_ALGORITHM, type SigningKey, type SigningKeys } from "./SigningKeys.ts"

/** The most verified tokens that an issuer remembers. A forgotten one is verified again. */
export const VERIFIED_MAX = 1000

/** The issuer of a server. */
export interface JwtTokenIssuer {
  readonly issuer: TokenIssuer["Service"]
  /** Forgets which tokens were verified; they stay as valid as they were. */
  readonly clear: () => void
}

interface Verified {
  readonly accessToken: string
  readonly caller: Access.Caller
  readonly expiresAt: number
  /** The keys that it was verified with: where they are replaced, it is verified again. */
  readonly keys: ReturnType<SigningKeys["all"]>
}

/**
 * Signs and verifies the tokens of a server.
 *
 * A valid token was signed with one of the keys (`kid`) and the one algorithm, for this issuer and audience, and has the
 * same `claims`. It expires at `exp` by the given `now`, without tolerance. An `iat` that lies ahead is valid: the clock
 * may have been set back. A bounded number of verified signatures is remembered; the time is compared on every use.
 */
export const makeJwtTokenIssuer = (options: {
  readonly keys: SigningKeys
  readonly issuer: string
  readonly audience: string
  /** Further claims of every token. */
  readonly claims?: Readonly<Record<string, string>>
}): JwtTokenIssuer => {
  const { keys, claims: further = {} } = options
  const decodeClaims = Schema.decodeUnknownOption(claimsOf(options.issuer, options.audience, further))
  const verified = new Map<string, Verified>()

  const verifySignature = Effect.fnUntraced(function* (accessToken: string) {
    const using = keys.all()
    const all = yield* Effect.promise(() => using)
    const payload = yield* Effect.tryPromise({
      try: () => signedPayload(accessToken, all),
      catch: () => invalid,
    })
    const claims = Option.getOrNull(decodeClaims(payload))
    if (claims === null) return yield* Effect.fail(invalid)
    const { sub: userId, org: organizationId, sid: sessionId = null, permissions, exp } = claims
    const caller = { userId, organizationId, permissions, sessionId }
    const token: Verified = { accessToken, caller, expiresAt: exp * 1000, keys: using }
    remember(verified, token)
    return token
  })

  const issuer: TokenIssuer["Service"] = {
    issue: Effect.fnUntraced(function* (token) {
      const { userId, organizationId, sessionId, permissions, now, expiresInSeconds } = token
      const { kid, privateKey } = yield* Effect.promise(keys.key)
      const iat = Math.floor(now / 1000)
      const { issuer: iss, audience: aud } = options
      const claims = { org: organizationId, permissions, ...further, sub: userId, iss, aud }
      const sid = sessionId === null ? {} : { sid: sessionId }
      const jwt = new SignJWT({ ...claims, ...sid, iat, exp: iat + expiresInSeconds })
      return yield* Effect.promise(() =>
        jwt.setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: "JWT", kid }).sign(privateKey),
      )
    }),
    verify: (accessToken, now) => {
      const callerAt = ({ caller, expiresAt }: Verified) =>
        now < expiresAt ? Effect.succeed(caller) : Effect.fail(invalid)
      const known = verified.get(tailOf(accessToken))
      return known?.accessToken === accessToken && known.keys === keys.all()
        ? callerAt(known)
        : Effect.flatMap(verifySignature(accessToken), callerAt)
    },
  }
  return { issuer, clear: () => verified.clear() }
}

const claimsOf = (issuer: string, audience: string, further: Readonly<Record<string, string>>) =>
  Schema.fromJsonString(
    Schema.Struct({
      ...Record.map(further, (value) => Schema.Literal(value)),
      iss: Schema.Literal(issuer),
      aud: Schema.Literal(audience),
      sub: Schema.String,
      org: Schema.String,
      sid: Schema.optionalKey(Schema.String),
      permissions: Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS)),
      iat: Schema.Int,
      exp: Schema.Int,
    }),
  )

const signedPayload = async (accessToken: string, keys: ReadonlyArray<SigningKey>): Promise<string> => {
  // A signature's last character has bits to spare: without this, several spellings of a token would be valid.
  const signature = accessToken.slice(accessToken.lastIndexOf(".") + 1)
  if (encode(decode(signature)) !== signature) throw new TypeError("Misspelt")
  const { payload } = await compactVerify(
    accessToken,
    ({ kid }) => {
      const key = keys.find((one) => one.kid === kid)
      if (key === undefined) throw new TypeError("Another key")
      return key.publicKey
    },
    { algorithms: [SIGNING_ALGORITHM] },
  )
  return new TextDecoder().decode(payload)
}

/** The key of a verified token: the end of its signature. The whole token as a key costs a tenth of an answer. */
const tailOf = (accessToken: string): string => accessToken.slice(-32)

const remember = (verified: Map<string, Verified>, token: Verified): void => {
  const oldest = verified.size < VERIFIED_MAX ? undefined : verified.keys().next().value
  if (oldest !== undefined) verified.delete(oldest)
  verified.set(tailOf(token.accessToken), token)
}

const invalid: AccessTokenInvalid = { _tag: "AccessTokenInvalid" }
