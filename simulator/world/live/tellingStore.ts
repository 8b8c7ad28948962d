// A store that tells what its commits change.

import * as Effect from "effect/Effect"
import type { BillingStore, Put } from "../../../src/index.ts"
import type { Changed, Topic } from "./Live.ts"

/** The topic of a record; null for what nobody gets to see. */
const topicOf = (kind: Put["kind"]): Topic | null => {
  switch (kind) {
    case "OtpAddress":
      return "otps"
    case "Session":
    case "IdempotencyKey":
      return null
    default:
      return "records"
  }
}

/** The store, which tells of each commit what it changed: `records`, and `otps` for what became of codes. */
export const tellingStore = (store: BillingStore["Service"], changed: Changed): BillingStore["Service"] => ({
  ...store,
  commit: (commit) =>
    Effect.map(store.commit(commit), () => {
      const tell = ({ kind }: Pick<Put, "kind">): void => {
        const topic = topicOf(kind)
        if (topic !== null) changed(topic)
      }
      commit.puts.forEach(tell)
      commit.deletes.forEach(tell)
    }),
})
