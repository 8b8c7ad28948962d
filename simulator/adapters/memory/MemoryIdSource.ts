// Ids: derived ones are UUIDs of version 5, a hash of their key; fresh ones are UUIDs of version 4. The versions keep
// one from ever being the other.
import { hash, randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import type { IdSource } from "../../../src/index.ts"

/** The namespace of the ids that rules derive. */
const NAMESPACE = "6f2f5c1e-4f0e-5b8a-9a53-2f6f1d0c7b11"

/** A UUID of the first 128 bits of a hash, in hexadecimal digits, but for those that say what it is. */
const uuidOf = (digits: string, version: 4 | 5): string => {
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${version}${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** Makes the UUIDs of version 5 of names in a namespace (RFC 9562). */
export const uuidV5 = (namespace: string): ((name: string) => string) => {
  const bytes = Buffer.from(namespace.replaceAll("-", ""), "hex")
  return (name) => uuidOf(hash("sha1", Buffer.concat([bytes, Buffer.from(name)])), 5)
}

/** The id that a simulator derives from a key; the same in every simulator. */
export const derive = uuidV5(NAMESPACE)

/**
 * A source of ids. With a seed the fresh ids are the same series each time, for a world that is to be the same each
 * time; such ids can be guessed, so they are for tests only.
 */
export const makeMemoryIdSource = (options: { readonly seed?: string } = {}): IdSource["Service"] => {
  const { seed } = options
  let count = 0
  const fresh = (): string => {
    if (seed === undefined) return randomUUID()
    count += 1
    return uuidOf(hash("sha256", JSON.stringify([seed, count])), 4)
  }
  return { next: Effect.sync(fresh), derive }
}
