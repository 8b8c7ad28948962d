// Starts a simulator: the whole /studio API over records in memory, on a socket or in process.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { countInFlight, type Fetch, makeFetch, makeSigningKeys, withAnswerLog } from "../src/http/index.ts"
import { listen, STOP_MILLIS_MAX } from "../src/http/node/index.ts"
import { Iso } from "../src/index.ts"
import { defaultSeed } from "./adapters/seed/defaultSeed.ts"
import { makeLog } from "./cli/log.ts"
import { checkMembers, type SimulatorOptions } from "./cli/members.ts"
import { type Control, makeControl } from "./control/client.ts"
import { makeBeginCheck, makeGuard, makeHostCheck } from "./control/guard.ts"
import { corsOf } from "./server/cors.ts"
import { siteRoutes } from "./server/siteRoutes.ts"
import { withOwnTurns } from "./server/withOwnTurns.ts"
import { makeWorldDispatcher } from "./server/worldDispatcher.ts"
import { startTicking } from "./world/engine.ts"
import { isName, NAME_EXPECTED } from "./world/names.ts"
import { makeSimulatorWorld, type SimulatorWorld } from "./world/SimulatorWorld.ts"
import { keepingIn } from "./world/state/keeping.ts"
import { openState } from "./world/state/stateFile.ts"
import { makeWorld, type World } from "./world/World.ts"
import type { WorldDirectory } from "./world/WorldDirectory.ts"
import { makeWorlds } from "./world/Worlds.ts"

/** A simulator that runs. */
export interface Simulator {
  /** Its origin, without a slash at the end. Without a socket only `fetch` reaches it. */
  readonly url: string
  /** Reaches it without a socket, whether or not there is one. */
  readonly fetch: Fetch
  /** The control plane of the default world. */
  readonly control: Control
  /**
   * The world of a name, or a new one, which begins if it has not yet. Throws an Error for what is no name, and where there
   * are as many as `worlds` allows: `close` of one makes room.
   */
  readonly world: (name?: string) => SimulatorWorld
  /**
   * Takes no more connections, finishes what is in flight, also without a socket, for five seconds at most, and saves the
   * state where there is a file for it. A call that waits, for a code, for deliveries or for a fault's delay, waits no
   * longer. Rejects with an Error when the state cannot be saved. From then on every `fetch` rejects.
   */
  readonly close: () => Promise<void>
}

/**
 * The `url` of a simulator without a socket. Nothing can be there, by RFC 2606: a call without the simulator's `fetch`
 * fails, and what the platform says of it names the remedy.
 */
const NO_SOCKET = "http://pass-the-fetch-of-the-simulator.invalid"

/**
 * Starts a simulator: on 127.0.0.1 and a free port, silently, unless the options say otherwise. Rejects with an Error
 * that says which option is refused or why its state cannot be used, or with the socket's own when it cannot listen
 * (`EADDRINUSE`).
 *
 * @example
 * ```ts
 * const simulator = await createSimulator({ listen: false, now: "2026-01-31T00:00:00.000Z" })
 * await simulator.fetch("/studio/plans", { headers: { authorization: `Bearer ${token}` } })
 * ```
 */
export const createSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const policy = await checkMembers(options)
  const { port = 0, host = "127.0.0.1", seed = defaultSeed, controlToken } = options
  const log = makeLog(options.log ?? "silent")
  const { file, kept } =
    options.state === undefined ? { file: null, kept: null } : await openState(options.state)
  const keys = makeSigningKeys(kept?.signingKey)
  const cors = corsOf(options.cors)
  const hosts = [options.listen === false ? new URL(NO_SOCKET).host : host, ...(options.allowHost ?? [])]
  let origin: string = NO_SOCKET
  const shared = {
    seed,
    now: options.now === undefined ? null : Result.getOrThrow(Iso.fromIso(options.now)),
    clock: options.clock ?? "real",
    policy,
    keys,
    guard: makeGuard({ hosts, token: controlToken }),
    cors,
    rateLimit: options.rateLimit,
    webhookAllow: options.webhookAllow,
    faults: options.faults,
    onDefect: log.defect,
  } as const
  const routesOf = siteRoutes({
    keys,
    checkHost: makeHostCheck(hosts),
    origin: () => origin,
    needsControlToken: controlToken !== undefined,
  })
  const directory: WorldDirectory = { list: () => worlds.list(), end: (name) => worlds.end(name) }
  const keeping = keepingIn(file, () => ({ keys, worlds: worlds.all() }))
  const worlds = makeWorlds({
    make: (name, stored) =>
      makeWorld({
        ...shared,
        ...stored,
        name,
        routes: routesOf(name),
        worlds: directory,
        save: keeping?.request,
      }),
    kept: kept?.worlds,
    max: options.worlds,
  })
  const mayBegin = makeBeginCheck({ hosts, cors })
  const dispatcher = withAnswerLog(makeWorldDispatcher({ worlds, mayBegin, cors }), log.request)
  const inProcess = countInFlight(withOwnTurns(dispatcher))
  const startEngine = () =>
    options.clock === "manual" ? async () => undefined : startTicking(tickOf(worlds.all))
  const save = keeping?.save ?? (async () => undefined)
  const leaveFile = async () => file?.close()
  const stopWorlds = () => Promise.all(Array.from(worlds.all().values(), (world) => world.stop()))
  const reachedAt = (url: string, stop: () => Promise<unknown>): Simulator => {
    let isClosed = false
    const reach = (headers?: Readonly<Record<string, string>>): Fetch => {
      const fetch = makeFetch(inProcess.dispatcher, url, headers)
      return async (input, init) => {
        // What came too late would be done, and be nowhere: the state is saved.
        if (isClosed) throw new TypeError("The simulator is closed")
        return fetch(input, init)
      }
    }
    const fetch = reach()
    return {
      url,
      fetch,
      control: makeControl({ fetch, token: controlToken }),
      world: (name = worlds.newName()) => {
        if (!isName(name)) throw new Error(`Expected ${NAME_EXPECTED} as the name of a world`)
        const world = worlds.worldOf(name)
        if (Result.isFailure(world)) throw new Error(world.failure.message)
        const end = () => worlds.end(name)
        return makeSimulatorWorld({ name, reach, url, controlToken, end })
      },
      close: once(() => {
        isClosed = true
        const answered = Promise.all([stop(), inProcess.idle(STOP_MILLIS_MAX)])
        for (const { hurry } of worlds.all().values()) hurry()
        return answered.then(stopWorlds).then(save).finally(leaveFile)
      }),
    }
  }
  if (options.listen === false) return reachedAt(NO_SOCKET, startEngine())
  const { url, stop } = await listen({ dispatcher, host, port }).catch(async (fault) => {
    await leaveFile()
    throw fault
  })
  origin = url
  const stopEngine = startEngine()
  log.listening({ url, seed, needsControlToken: controlToken !== undefined })
  // Made ahead of the first sign-in, and after listening, which need not wait for it.
  keys.key().catch(() => undefined)
  return reachedAt(url, () => Promise.all([stop(), stopEngine()]))
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
