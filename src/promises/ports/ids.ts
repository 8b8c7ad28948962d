// Ids for whoever brings none: fresh ones are random, and a derived one is made of a hash of its key.
import { hash, randomUUID } from "node:crypto"
import type { IdSourcePort } from "./ports.ts"

/** Fresh ids are UUIDs of version 4, derived ones of version 8: the same key has the same id in every process. GAP-150 */
export const defaultIds: IdSourcePort = {
  next: () => randomUUID(),
  derive: (key) => hash("sha256", key).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5"),
}
