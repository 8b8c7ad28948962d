// Worlds and receivers of webhooks that end with the test that began them, and the calls about webhooks.
import { afterEach } from "vitest"
import type { WorldOptions } from "../../../simulator/world/WorldOptions.ts"
import { type Receiver, startReceiver } from "../../support/receiver.ts"
import { type Client, makeTestWorld } from "../../support/simulator.ts"

export const endpoints = "/_simulator/webhook-endpoints"
export const deliveries = "/_simulator/webhook-deliveries"

export const useWebhooks = () => {
  const closing: Array<() => unknown> = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    startWorld: (options: Partial<WorldOptions> = {}): Client => {
      const world = makeTestWorld({ name: "default", ...options })
      closing.push(world.stop)
      return world
    },
    receiver: async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const started = await startReceiver(...args)
      closing.push(started.close)
      return started
    },
  }
}

/** The answer has the endpoint and its secret. */
export const register = async ({ call }: Client, url: string, members: object = {}) =>
  (await call("POST", endpoints, { body: { url, ...members } })).json

export const flush = async ({ call }: Client, body: object = {}) =>
  (await call("POST", `${deliveries}/flush`, { body })).json

export const list = async ({ call }: Client, path: string) => (await call("GET", path)).json.data
