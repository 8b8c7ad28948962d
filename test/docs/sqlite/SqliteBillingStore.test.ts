// The store of the example keeps the contract of its port, in memory and in a file.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { BillingStore } from "../../../src/index.ts"
import { billingStoreContract } from "../../../src/testing/index.ts"

const inMemory = Layer.effect(
  BillingStore,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openDatabase(":memory:")),
      (database) => Effect.sync(database.close),
    ),
    makeSqliteBillingStore,
  ),
)

describe("the store of the example", () => {
  it.each(billingStoreContract(() => inMemory).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )
})
