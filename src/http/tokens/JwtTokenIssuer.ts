// Access tokens as JWTs, signed RS256. A token is valid in its own world only, by the world's clock, and whatever is
// wrong with one is the same AccessTokenInvalid. GAP-15
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { decode, encode } from "jose/base64url"
import { compactVerify } from "jose/jws/compact/verify"
import { SignJWT } from "jose/jwt/sign"
import { type Access, type AccessTokenInvalid, Permission, type TokenIssuer } from "../../index.ts"
import { SIGNING_ALGORITHM, type SigningKey, type SigningKeys } from "./SigningKeys.ts"

/** The issuer of every token. */
export const ISSUER = "studio-simulator"

/** The audience of every token. */
export const AUDIENCE = "studio"

/** The most verified tokens that a world remembers. A forgotten one is verified again. */
export const VERIFIED_MAX = 1000

/** The issuer of one world. */
export interface JwtTokenIssuer {
  readonly issuer: TokenIssuer["Service"]
  /** Forgets which tokens were verified; they stay as valid as they were. */
  readonly clear: () => void
}

interface Verified {
  readonly accessToken: string
  readonly caller: Access.Caller
  readonly expiresAt: number
}

/**
 * Signs and verifies the tokens of a world.
 *
 * A valid token was signed with the one key (`kid`) and the one algorithm, for this issuer, audience and world. It
 * expires at `exp` by the given `now`, without tolerance. An `iat` that lies ahead is valid: the clock may have been set
 * back. A bounded number of verified signatures is remembered; the time is compared on every use.
 */
export const makeJwtTokenIssuer = (options: {
  readonly keys: SigningKeys
  readonly world: string
}): JwtTokenIssuer => {
  const { keys, world } = options
  const loadKey = Effect.promise(keys.key)
  const decodeClaims = Schema.decodeUnknownOption(claimsOf(world))
  const verified = new Map<string, Verified>()

  const verifySignature = Effect.fnUntraced(function* (accessToken: string) {
    const key = yield* loadKey
    const payload = yield* Effect.tryPromise({
      try: () => signedPayload(accessToken, key),
      catch: () => invalid,
    })
    const claims = Option.getOrNull(decodeClaims(payload))
    if (claims === null) return yield* Effect.fail(invalid)
    const { sub: userId, org: organizationId, sid: sessionId = null, permissions, exp } = claims
    const caller = { userId, organizationId, permissions, sessionId }
    const token: Verified = { accessToken, caller, expiresAt: exp * 1000 }
    remember(verified, token)
    return token
  })

  const issuer: TokenIssuer["Service"] = {
    issue: Effect.fnUntraced(function* (token) {
      const { userId, organizationId, sessionId, permissions, now, expiresInSeconds } = token
      const { kid, privateKey } = yield* loadKey
      const iat = Math.floor(now / 1000)
      const claims = { org: organizationId, permissions, world, sub: userId, iss: ISSUER, aud: AUDIENCE }
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
      return known?.accessToken === accessToken
        ? callerAt(known)
        : Effect.flatMap(verifySignature(accessToken), callerAt)
    },
  }
  return { issuer, clear: () => verified.clear() }
}

const claimsOf = (world: string) =>
  Schema.fromJsonString(
    Schema.Struct({
      iss: Schema.Literal(ISSUER),
      aud: Schema.Literal(AUDIENCE),
      world: Schema.Literal(world),
      sub: Schema.String,
      org: Schema.String,
      sid: Schema.optionalKey(Schema.String),
      permissions: Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS)),
      iat: Schema.Int,
      exp: Schema.Int,
    }),
  )

const signedPayload = async (accessToken: string, key: SigningKey): Promise<string> => {
  // A signature's last character has bits to spare: without this, several spellings of a token would be valid.
  const signature = accessToken.slice(accessToken.lastIndexOf(".") + 1)
  if (encode(decode(signature)) !== signature) throw new TypeError("Misspelt")
  const { payload } = await compactVerify(
    accessToken,
    ({ kid }) => {
      if (kid !== key.kid) throw new TypeError("Another key")
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
