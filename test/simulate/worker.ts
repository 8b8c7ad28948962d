// Plays the seeds that it is given, one after the other, beside others.
import { parentPort } from "node:worker_threads"
import { findFailure, type Wish } from "./findFailure.ts"

parentPort?.on("message", (wish: Wish) => {
  const { outcome, report } = findFailure(wish)
  parentPort?.postMessage({ number: wish.number, steps: outcome.steps, report })
})
