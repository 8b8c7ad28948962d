// Which world a request means: by a header, by a prefix of its path, or else the default one. GAP-109
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  type Cors,
  type Dispatcher,
  makeFrame,
  type RequestValue,
  respondEmpty,
  respondError,
} from "../../src/http/index.ts"
import { type ControlError, invalidAt } from "../control/contract/errors.ts"
import type { Guard } from "../control/guard.ts"
import { DEFAULT_WORLD, isName, NAME_EXPECTED } from "../world/names.ts"
import type { Worlds } from "../world/Worlds.ts"
import { wantsPage } from "./consoleRoutes.ts"

/** Answers a request in its world, which begins by it where `mayBegin` has nothing against it. */
export const makeWorldDispatcher = (options: {
  readonly worlds: Pick<Worlds, "all" | "worldOf">
  readonly mayBegin: Guard
  readonly cors: Cors
}): Dispatcher => {
  const { worlds, mayBegin, cors } = options
  const frame = makeFrame(cors)
  // A page is told why its call is refused only where its preflight was not.
  const refuse = (request: RequestValue, error: ControlError) =>
    Effect.succeed(frame(request, isPreflight(request) ? respondEmpty(204) : respondError(error)))
  return (request) => {
    const { prefix, url } = partsOf(request.url)
    const there = { ...request, url }
    const meant = nameOf(request, prefix)
    if (Result.isFailure(meant)) return refuse(there, meant.failure)
    const folder = folderOf(request)
    if (folder !== null) return Effect.succeed(frame(request, respondEmpty(308, { location: folder })))
    const name = meant.success
    const refusal = worlds.all().has(name) ? null : mayBegin(there)
    if (refusal !== null) return refuse(there, refusal)
    const world = worlds.worldOf(name)
    return Result.isSuccess(world) ? world.success.dispatcher(there) : refuse(there, world.failure)
  }
}

const HEADER = "X-Simulator-World"

const PREFIX = "/w/"

const isPreflight = ({ method, headers }: RequestValue): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined

/** What the prefix of a path names as a world, if it is there, and where the request goes in that world. */
const partsOf = (url: string): { readonly prefix: string | undefined; readonly url: string } => {
  const [, prefix, rest = ""] = /^\/w\/([^/?]*)(.*)$/s.exec(url) ?? []
  if (prefix === undefined) return { prefix, url }
  return { prefix, url: rest.startsWith("/") ? rest : `/${rest}` }
}

/** The world of the prefix or the header; both may be there if they say the same. */
const nameOf = (
  { headers }: RequestValue,
  prefix: string | undefined,
): Result.Result<string, ControlError> => {
  const header = headers["x-simulator-world"]
  if (header !== undefined && !isName(String(header))) {
    return Result.fail(invalidAt(HEADER, `Expected ${NAME_EXPECTED}`))
  }
  if (prefix === undefined) return Result.succeed(String(header ?? DEFAULT_WORLD))
  if (!isName(prefix)) return Result.fail(invalidAt(PREFIX, `Expected ${NAME_EXPECTED} after it`))
  if (header !== undefined && header !== prefix) {
    return Result.fail(invalidAt(HEADER, "Expected the world of the path, or none"))
  }
  return Result.succeed(prefix)
}

/** The address of a world's page with the slash that is missing at its end: relative links need it. */
const folderOf = (request: RequestValue): string | null => {
  const [, path, query = ""] = /^(\/w\/[^/?]+)(\?.*)?$/s.exec(request.url) ?? []
  return path !== undefined && wantsPage(request) ? `${path}/${query}` : null
}
