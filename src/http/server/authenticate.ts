// Who calls, by the word of a host: whatever it gives that is no caller lets nobody in.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type { ApiError, Caller, Permission } from "../../api/index.ts"

/**
 * Finds the caller, or refuses it by an `apiError`: 401, then the organization's 404, then the 403s, in the order of GAP-70.
 * It may give an Effect, or a promise of one of the two. `organizationId` is that of the path as it was sent; null where the
 * path has none. A caller acts for the organization that it names: one of another organization than the path's is refused
 * by 404.
 */
export type Authenticate<R = never> = (request: {
  readonly authorization: string | undefined
  readonly organizationId: string | null
  readonly required: Permission | null
}) => Effect.Effect<Caller["Service"], ApiError, R> | Promise<Caller["Service"] | ApiError>

/** The caller that `authenticate` gave, or the refusal. */
export const callerOf = <R>(
  given: ReturnType<Authenticate<R>>,
): Effect.Effect<Caller["Service"], ApiError, R> => {
  const found: Effect.Effect<unknown, ApiError, R> = Effect.isEffect(given) ? given : awaited(given)
  return Effect.flatMap(found, (answer) => {
    if (isCaller(answer)) return Effect.succeed(answer)
    return isRefusal(answer) ? Effect.fail(answer) : Effect.die(new TypeError(UNUSABLE))
  })
}

const awaited = (given: unknown): Effect.Effect<unknown> => {
  if (!Predicate.isPromiseLike(given)) return Effect.succeed(null)
  const settled = given.then(Exit.succeed, (thrown: unknown) =>
    Exit.die(isRefusal(thrown) ? new TypeError(REJECTED) : thrown),
  )
  return Effect.flatten(Effect.promise(() => settled))
}

const isCaller = (answer: unknown): answer is Caller["Service"] => {
  if (!Predicate.isObject(answer)) return false
  const { userId, organizationId, permissions, sessionId }: Partial<Caller["Service"]> = answer
  return (
    typeof userId === "string" &&
    typeof organizationId === "string" &&
    Array.isArray(permissions) &&
    (sessionId === null || typeof sessionId === "string")
  )
}

const isRefusal = (answer: unknown): answer is ApiError => {
  if (!Predicate.isObject(answer) || Predicate.isError(answer)) return false
  const { statusCode, code }: Partial<ApiError> = answer
  return typeof statusCode === "number" && typeof code === "string"
}

const UNUSABLE =
  "authenticate has to give a promise, or an Effect, of a caller, { userId, organizationId, permissions, sessionId }, " +
  "or of an apiError that refuses it"
const REJECTED = "authenticate has to resolve to the apiError, and not to reject with it"
