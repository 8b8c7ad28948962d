// Plays the seeds that it is given, one after the other, beside others; null ends it.
import { parentPort, workerData } from "node:worker_threads"
import { findFailure, type Wish } from "./findFailure.ts"
import { openStore } from "./stores.ts"

const { store, close } = await openStore(workerData)
parentPort?.on("message", async (wish: Wish | null) => {
  if (wish === null) {
    await close()
    return parentPort?.close()
  }
  const { outcome, report } = findFailure(wish, { store })
  parentPort?.postMessage({ number: wish.number, steps: outcome.steps, report })
})
