// The RSA key pair that signs access tokens, one for all worlds. It is made when it is first asked for, on another
// thread, so that a server can listen before it exists. GAP-15

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

/** The key set of a simulator. */
export interface SigningKeys {
  /** The key; the first call makes it, so one call after the start of listening warms it up. */
  readonly key: () => Promise<SigningKey>
  /** The answer of `/.well-known/jwks.json`: public keys only. */
  readonly jwks: () => Promise<{ readonly keys: ReadonlyArray<JWK> }>
  /** The private key, to be stored and given to `makeSigningKeys` again. Secret. */
  readonly exportPrivate: () => Promise<JWK>
}

/** A key set: of a new key, or of one that `exportPrivate` gave. */
export const makeSigningKeys = (stored?: JWK): SigningKeys => {
  let made: Promise<SigningKey> | undefined
  const key = () => {
    made ??= stored === undefined ? generated() : imported(stored)
    return made
  }
  return {
    key,
    jwks: async () => ({ keys: [(await key()).publicJwk] }),
    exportPrivate: async () => exportJWK((await key()).privateKey),
  }
}

const generated = async (): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  return keyOf(privateKey, publicKey)
}

const imported = async (stored: JWK): Promise<SigningKey> => {
  const { kty, n, e } = stored
  if (kty !== "RSA" || n === undefined || e === undefined)
    throw new TypeError("The stored key is not an RSA key")
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
