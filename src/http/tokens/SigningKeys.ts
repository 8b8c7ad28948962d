// The RSA key pairs of access tokens: the first one signs, and each is known by its id, so that a new key can take the
// place of an old one while tokens of both are out. A key is made when it is first asked for, on another thread, so that a
// server can listen before it exists. GAP-15
import * as Predicate from "effect/Predicate"
import type { CryptoKey, JWK } from "jose"
import { calculateJwkThumbprint } from "jose/jwk/thumbprint"
import { exportJWK } from "jose/key/export"
import { generateKeyPair } from "jose/key/generate/keypair"
import { importJWK } from "jose/key/import"

/** The one algorithm of access tokens. */
export const SIGNING_ALGORITHM = "RS256"

/** A key pair; `kid` is the thumbprint of the public key. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** With `kid`, `alg` and `use`, as it is published. */
  readonly publicJwk: JWK
}

/** The keys of a server. */
export interface SigningKeys {
  /** The key that signs; the first call makes it, so one call after the start of listening warms it up. */
  readonly key: () => Promise<SigningKey>
  /** All keys, the one that signs first. The same promise until they are replaced. */
  readonly all: () => Promise<ReadonlyArray<SigningKey>>
  /** The answer of `/.well-known/jwks.json`: public keys only. */
  readonly jwks: () => Promise<{ readonly keys: ReadonlyArray<JWK> }>
  /** The private key that signs, to be stored and given to `makeSigningKeys` again. Secret. */
  readonly exportPrivate: () => Promise<JWK>
  /**
   * Takes other keys in place of the present ones, the one that signs first. Tokens of a key that is left out are refused
   * from then on. Rejects for what is no key, and nothing is replaced.
   *
   * To rotate, put the new key behind the old one until every cache of the key set has it, then before it, and leave
   * the old one out when its last token has expired.
   */
  readonly replace: (stored: Stored) => Promise<void>
}

/** Private keys as `exportPrivate` gave them, the one that signs first. */
type Stored = readonly [JWK, ...ReadonlyArray<JWK>]

type Keys = readonly [SigningKey, ...ReadonlyArray<SigningKey>]

/** The keys of a server: a new one, or those that `exportPrivate` gave, of which the first one signs. */
export const makeSigningKeys = (stored?: JWK | Stored): SigningKeys => {
  let made: Promise<Keys> | undefined
  const all = () => {
    made ??= stored === undefined ? generated() : imported(isOne(stored) ? [stored] : stored)
    return made
  }
  const key = async () => (await all())[0]
  return {
    key,
    all,
    jwks: async () => ({ keys: (await all()).map(({ publicJwk }) => publicJwk) }),
    exportPrivate: async () => exportJWK((await key()).privateKey),
    replace: async (others) => {
      const keys = await imported(others)
      made = Promise.resolve(keys)
    },
  }
}

const isOne = (stored: JWK | Stored): stored is JWK => !Array.isArray(stored)

const generated = async (): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  return [await keyOf(privateKey, publicKey)]
}

const imported = async ([first, ...others]: Stored): Promise<Keys> => [
  await importedKey(first),
  ...(await Promise.all(others.map(importedKey))),
]

const importedKey = async (stored: JWK): Promise<SigningKey> => {
  const { kty, n, e }: Partial<JWK> = Predicate.isObject(stored) ? stored : {}
  if (kty !== "RSA" || n === undefined || e === undefined)
    throw new TypeError("A stored key has to be an RSA key, as exportPrivate of makeSigningKeys gave it")
  const privateKey = await importJWK(stored, SIGNING_ALGORITHM, { extractable: true })
  const publicKey = await importJWK({ kty, n, e }, SIGNING_ALGORITHM, { extractable: true })
  const pair = [privateKey as CryptoKey, publicKey as CryptoKey] as const
  if (!(await isPair(...pair))) throw new TypeError("The stored key is not the private key of its public one")
  return keyOf(...pair)
}

/** Tells whether two imported keys are a pair. A key that cannot sign throws. */
const isPair = async (privateKey: CryptoKey, publicKey: CryptoKey): Promise<boolean> => {
  const { name } = privateKey.algorithm
  const probe = new TextEncoder().encode("probe")
  const signature = await crypto.subtle.sign(name, privateKey, probe)
  return crypto.subtle.verify(name, publicKey, signature, probe)
}

const keyOf = async (privateKey: CryptoKey, publicKey: CryptoKey): Promise<SigningKey> => {
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateKey, publicKey, publicJwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: "sig" } }
}
