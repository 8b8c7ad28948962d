// The simulator as a value: the whole /studio API over records in memory, on a socket or in process.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Iso } from "../src/index.ts"
import { makeGuard } from "./control/guard.ts"
import { startTicking } from "./engine.ts"
import { listen } from "./http/nodeServer.ts"
import { type Fetch, makeFetch } from "./inProcess.ts"
import { logged, makeLog } from "./log.ts"
import { checkOptions, type Options } from "./options.ts"
import { makeSigningKeys } from "./security/SigningKeys.ts"
import { defaultSeed } from "./seed/defaultSeed.ts"
import type { Seed } from "./seed/Seed.ts"
import { siteRoutes } from "./siteRoutes.ts"
import { keepingIn } from "./state/keeping.ts"
import { loadState } from "./state/stateFile.ts"
import { makeWorld, type World } from "./world.ts"
import { makeWorlds } from "./worlds.ts"

export type { RandomFaultsOptions } from "./faults/randomFaults.ts"
export {
  type GatewayCharge,
  makeScriptedGateway,
  type ScriptedGateway,
} from "./gateway/ScriptedGateway.ts"
export { type TestCard, testCards } from "./gateway/TestCards.ts"
export type { Fetch } from "./inProcess.ts"
export type { LogMode, Options } from "./options.ts"
export { defaultSeed } from "./seed/defaultSeed.ts"
export type { Seed } from "./seed/Seed.ts"

/** What a simulator can be made with. */
export interface SimulatorOptions extends Options {
  /** Without a socket there is `fetch` only. */
  readonly listen?: boolean | undefined
  readonly seed?: Seed | undefined
}

/** A simulator that runs. */
export interface Simulator {
  /** Its origin, without a slash at the end. */
  readonly url: string
  /** Reaches it without a socket, whether or not there is one. */
  readonly fetch: Fetch
  /**
   * Takes no more connections, finishes what is in flight, for five seconds at most, and saves the state where there is a
   * file for it. Rejects with an Error when it cannot be saved.
   */
  readonly close: () => Promise<void>
}

/**
 * Starts a simulator: on 127.0.0.1 and a free port, silently, unless the options say otherwise. Rejects with an Error
 * that says which option cannot be meant or why its state cannot be used, or with the socket's own when it cannot listen
 * (`EADDRINUSE`).
 *
 * @example
 * ```ts
 * const simulator = await createSimulator({ listen: false, now: "2026-01-31T00:00:00.000Z" })
 * await simulator.fetch("/studio/plans", { headers: { authorization: `Bearer ${token}` } })
 * ```
 */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const checked = checkOptions(options)
  if (Result.isFailure(checked)) throw new Error(checked.failure.message)
  const { port = 0, host = "127.0.0.1", seed = defaultSeed, controlToken } = options
  const log = makeLog(options.log ?? "silent")
  const kept = options.state === undefined ? null : await loadState(options.state)
  const keys = makeSigningKeys(kept?.signingKey)
  const shared = {
    seed,
    now: options.now === undefined ? null : Result.getOrThrow(Iso.fromIso(options.now)),
    clock: options.clock ?? "real",
    keys,
    guard: makeGuard({ hosts: [host, ...(options.allowHost ?? [])], token: controlToken }),
    routes: siteRoutes(keys),
    corsOrigin: options.cors,
    rateLimit: options.rateLimit,
    webhookAllow: options.webhookAllow,
    faults: options.faults,
    onDefect: log.defect,
  } as const
  const keeping = keepingIn(options.state, () => ({ keys, worlds: worlds.all() }))
  const worlds = makeWorlds({
    make: (name) => makeWorld({ ...shared, ...kept?.worlds.get(name), name, save: keeping?.request }),
    names: Array.from(kept?.worlds.keys() ?? []),
    corsOrigin: options.cors,
  })
  const dispatcher = logged(worlds.dispatcher, log)
  const startEngine = () =>
    options.clock === "manual" ? async () => undefined : startTicking(tickOf(worlds.all))
  const save = keeping?.save ?? (async () => undefined)
  const stopWorlds = () => Promise.all(Array.from(worlds.all().values(), (world) => world.stop()))
  if (options.listen === false) {
    const url = "http://localhost"
    const stopEngine = startEngine()
    const close = once(() => stopEngine().then(stopWorlds).then(save))
    return { url, fetch: makeFetch(dispatcher, url), close }
  }
  const { url, stop } = await listen({ dispatcher, host, port })
  const stopEngine = startEngine()
  log.listening({ url, seed, needsControlToken: controlToken !== undefined })
  // Made ahead of the first sign-in, and after listening, which need not wait for it.
  keys.key().catch(() => undefined)
  const close = once(() => Promise.all([stop(), stopEngine()]).then(stopWorlds).then(save))
  return { url, fetch: makeFetch(dispatcher, url), close }
}

/** A tick of every world, one after the other. */
const tickOf = (worlds: () => ReadonlyMap<string, World>): Effect.Effect<void> =>
  Effect.suspend(() => Effect.forEach(Array.from(worlds().values()), ({ tick }) => tick, { discard: true }))

const once = (run: () => Promise<void>): (() => Promise<void>) => {
  let ran: Promise<void> | undefined
  return () => {
    ran ??= run()
    return ran
  }
}
