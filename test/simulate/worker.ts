// Plays the seeds that it is given, one after the other, beside others.
import { parentPort } from "node:worker_threads"
import { findFailure, type Wish } from "./findFailure.ts"
import { storeOf } from "./stores.ts"

parentPort?.on("message", async (wish: Wish) => {
  const { outcome, report } = findFailure(wish, { store: await storeOf(wish.store) })
  parentPort?.postMessage({ number: wish.number, steps: outcome.steps, report })
})
