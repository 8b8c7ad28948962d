// Repeatable chance: while it lasts, everything that `node:crypto` and the global `crypto` draw in this process follows
// from a key, which the golden record sets anew before each request. A request that draws more or less than before changes no later one.
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

/** Runs something that is given `draw`, which sets the key. Afterwards chance is real again. */
export const withRepeatableChance = async <A>(
  run: (draw: (key: string) => void) => Promise<A>,
): Promise<A> => {
  const { randomBytes, randomInt, randomUUID } = crypto
  let key = ""
  let count = 0
  const bytes = (size: number): Buffer =>
    crypto.createHash("shake256", { outputLength: size }).update(`${key} ${count++}`).digest()
  const uuid = (): string => {
    const digits = bytes(16).toString("hex")
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5")
  }
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (bound: number) => bytes(6).readUIntBE(0, 6) % bound,
    randomUUID: uuid,
  })
  syncBuiltinESMExports()
  Object.defineProperty(globalThis.crypto, "randomUUID", { value: uuid, configurable: true })
  try {
    return await run((next) => {
      key = next
      count = 0
    })
  } finally {
    Object.assign(crypto, { randomBytes, randomInt, randomUUID })
    Reflect.deleteProperty(globalThis.crypto, "randomUUID")
    syncBuiltinESMExports()
  }
}
