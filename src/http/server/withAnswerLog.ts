// What a host writes of each call. Queries, headers and bodies are left out, because they may hold secrets.
import * as Effect from "effect/Effect"
import type { Dispatcher } from "../dispatcher.ts"
import { tell } from "./tell.ts"

/** A call that was answered. */
export interface Answered {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number
  readonly durationMillis: number
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string
}

/** The dispatcher, which tells of each of its answers. A listener that throws or rejects disturbs none. */
export const withAnswerLog =
  <R = never>(dispatcher: Dispatcher<R>, onAnswer: (answered: Answered) => void): Dispatcher<R> =>
  (request) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      return Effect.tap(dispatcher(request), ({ status, headers }) =>
        Effect.sync(() =>
          tell(onAnswer, {
            method: request.method,
            path: request.url.split("?", 1)[0] as string,
            status,
            durationMillis: Math.round((performance.now() - startedAt) * 100) / 100,
            requestId: headers["x-request-id"] ?? "",
          }),
        ),
      )
    })
