// The stores on which a seed can be played.
import type { StoreName } from "./options.ts"
import type { MakeStore } from "./twin.ts"

/** The store in the place of the one in memory; undefined for that one. The example needs the package to be built. */
export const storeOf = async (name: StoreName): Promise<MakeStore | undefined> =>
  name === "memory" ? undefined : (await import("./twin.ts")).makeTwin
