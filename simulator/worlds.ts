// The worlds of a simulator, apart from one another: which one a request means, and its beginning at first use. GAP-109
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError } from "../src/api/index.ts"
import { invalidAt } from "./control/input.ts"
import { type Dispatcher, makeFrame } from "./http/dispatcher.ts"
import { type RequestValue, type ResponseValue, respondEmpty, respondError } from "./http/exchange.ts"
import { isName, NAME_EXPECTED } from "./names.ts"
import { wantsPage } from "./server/consoleRoutes.ts"
import type { World } from "./world.ts"

/** How many worlds there are at most, the default one among them. */
export const WORLDS_MAX = 100

/** The world of requests that name none; it is there from the start. */
export const DEFAULT_WORLD = "default"

/** The worlds of a simulator. */
export interface Worlds {
  /** Answers a request in its world. */
  readonly dispatcher: Dispatcher
  /** Those that have begun, by name. */
  readonly all: () => ReadonlyMap<string, World>
  /** The world of a name, which begins if it has not yet. */
  readonly worldOf: (name: string) => Result.Result<World, ApiError>
  /** A name that no world has. */
  readonly newName: () => string
  /** Ends a world and makes room for another one; the next of its name begins anew. Nothing happens where there is none. */
  readonly end: (name: string) => Promise<void>
}

/**
 * Worlds that begin with those that were `kept`, and the default one. `make` makes one when it is first meant, from what
 * was kept of it at the start, and from nothing later.
 */
export const makeWorlds = <Kept>(options: {
  readonly make: (name: string, kept: Kept | undefined) => World
  readonly kept?: ReadonlyMap<string, Kept> | undefined
  readonly corsOrigin?: string | undefined
}): Worlds => {
  const { make, kept = new Map<string, Kept>() } = options
  const frame = makeFrame(options.corsOrigin)
  const refuse = (request: RequestValue, error: ApiError): ResponseValue =>
    frame(request, respondError(error))
  const worlds = new Map<string, World>()
  let named = 0
  for (const name of new Set([DEFAULT_WORLD, ...kept.keys()])) worlds.set(name, make(name, kept.get(name)))
  const worldOf = (name: string): Result.Result<World, ApiError> => {
    const known = worlds.get(name)
    if (known !== undefined) return Result.succeed(known)
    if (worlds.size >= WORLDS_MAX) return Result.fail(apiError("world.max_of_100_worlds_reached"))
    const world = make(name, undefined)
    worlds.set(name, world)
    return Result.succeed(world)
  }
  return {
    dispatcher: (request) => {
      const meant = addresseeOf(request)
      if (Result.isFailure(meant)) return Effect.succeed(refuse(request, meant.failure))
      const folder = folderOf(request)
      if (folder !== null) return Effect.succeed(frame(request, respondEmpty(308, { location: folder })))
      const { name, url } = meant.success
      const there = { ...request, url }
      const world = worldOf(name)
      return Result.isSuccess(world)
        ? world.success.dispatcher(there)
        : Effect.succeed(refuse(there, world.failure))
    },
    all: () => worlds,
    worldOf,
    newName: () => {
      do named++
      while (worlds.has(`world-${named}`))
      return `world-${named}`
    },
    end: async (name) => {
      const world = worlds.get(name)
      worlds.delete(name)
      await world?.stop()
    },
  }
}

const HEADER = "X-Simulator-World"

const PREFIX = "/w/"

/** A world by its name, and where the request goes in it. */
interface Addressee {
  readonly name: string
  readonly url: string
}

/** The world of the prefix or the header; both may be there if they say the same. */
const addresseeOf = ({ url, headers }: RequestValue): Result.Result<Addressee, ApiError> => {
  const header = headers["x-simulator-world"]
  if (header !== undefined && !isName(String(header))) {
    return Result.fail(invalidAt(HEADER, `Expected ${NAME_EXPECTED}`))
  }
  if (!url.startsWith(PREFIX)) return Result.succeed({ name: String(header ?? DEFAULT_WORLD), url })
  const [, name = "", rest = ""] = /^\/w\/([^/?]*)(.*)$/s.exec(url) ?? []
  if (!isName(name)) return Result.fail(invalidAt(PREFIX, `Expected ${NAME_EXPECTED} after it`))
  if (header !== undefined && header !== name) {
    return Result.fail(invalidAt(HEADER, "Expected the world of the path, or none"))
  }
  return Result.succeed({ name, url: rest.startsWith("/") ? rest : `/${rest}` })
}

/** Where a page of a world is whose address lacks the slash at its end: what it names from there would be elsewhere. */
const folderOf = (request: RequestValue): string | null => {
  const [, path, query = ""] = /^(\/w\/[^/?]+)(\?.*)?$/s.exec(request.url) ?? []
  return path !== undefined && wantsPage(request) ? `${path}/${query}` : null
}
