// The stores on which a seed can be played.
import * as Effect from "effect/Effect"
import { makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { openBlocking } from "./blockingPostgres.ts"
import type { StoreName } from "./options.ts"
import { type MakeStore, makeTwin } from "./twin.ts"

/** The store in the place of the one in memory; undefined for that one. */
export interface OpenStore {
  readonly store: MakeStore | undefined
  readonly close: () => Promise<void>
}

const open: Readonly<Record<StoreName, () => Promise<OpenStore>>> = {
  memory: async () => ({ store: undefined, close: async () => undefined }),
  // The example needs the package to be built.
  sqlite: async () => {
    const { openDatabase } = await import("../../docs/examples/sqlite/Database.ts")
    const { makeSqliteBillingStore } = await import("../../docs/examples/sqlite/SqliteBillingStore.ts")
    const store = makeTwin(() => makeSqliteBillingStore(openDatabase(":memory:")))
    return { store, close: async () => undefined }
  },
  postgres: async () => {
    const { EMPTY, startServer } = await import("../postgres/server.ts")
    const server = await startServer()
    const { client, close } = openBlocking(server.port)
    Effect.runSync(migrate(client))
    const store = makeTwin(() => {
      Effect.runSync(client.query(EMPTY, []))
      return makePostgresBillingStore(client)
    })
    return {
      store,
      close: async () => {
        await close()
        await server.stop()
      },
    }
  },
}

/** Opens a store by its name. */
export const openStore = (name: StoreName): Promise<OpenStore> => open[name]()
