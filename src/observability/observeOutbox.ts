// How long the oldest message of the outbox waits, asked of the store every now and then.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { attribute } from "../app/telemetry/telemetry.ts"
import type { EngineTask } from "../engine/index.ts"
import { BillingStore, type OutboxMessage } from "../ports/BillingStore.ts"
import { update } from "./metrics.ts"

const waitsSince = (message: OutboxMessage): number => {
  if (message.kind === "EVENT") return message.billingEvent.at
  return message.kind === "OTP" ? message.message.createdAt : message.createdAt
}

/** Updates the age of the outbox, by kind of message: 0 where nothing waits. */
export const observeOutbox: Effect.Effect<void, never, BillingStore> = Effect.gen(function* () {
  const store = yield* BillingStore
  const now = yield* Clock.currentTimeMillis
  for (const kind of ["EVENT", "OTP"] as const) {
    const [oldest] = yield* store.outbox({ kind, limit: 1 })
    const age = oldest === undefined ? 0 : Math.max(0, now - waitsSince(oldest))
    yield* update("outboxAge", age / 1000, { [attribute.messageKind]: kind })
  }
})

/** That as a task of an engine, every so often: `runEngine({ tasks: [observeOutboxTask()] })`. */
export const observeOutboxTask = (everyMillis = 15_000): EngineTask<BillingStore> => ({
  name: "observe the outbox",
  everyMillis,
  run: observeOutbox,
})
