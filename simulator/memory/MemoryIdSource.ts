// Ids: derived ones are UUIDs of version 5, a hash of their key; fresh ones are UUIDs of version 4. The versions keep
// one from ever being the other.
import { createHash, randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { IdSource } from "../../src/index.ts"

/** The namespace of the ids that rules derive. */
const NAMESPACE = "6f2f5c1e-4f0e-5b8a-9a53-2f6f1d0c7b11"

const uuidOf = (hash: Buffer, version: 4 | 5): string => {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** The UUID of version 5 of a name in a namespace (RFC 9562). */
export const uuidV5 = (key: { readonly namespace: string; readonly name: string }): string => {
  const namespace = Buffer.from(key.namespace.replaceAll("-", ""), "hex")
  return uuidOf(createHash("sha1").update(namespace).update(key.name).digest(), 5)
}

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
    return uuidOf(
      createHash("sha256")
        .update(JSON.stringify([seed, count]))
        .digest(),
      4,
    )
  }
  return {
    next: Effect.sync(fresh),
    derive: (key) => uuidV5({ namespace: NAMESPACE, name: key }),
  }
}

/** A source of ids without a seed, as a layer. */
export const layer: Layer.Layer<IdSource> = Layer.sync(IdSource, () => makeMemoryIdSource())
