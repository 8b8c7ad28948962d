// The sessions of a user that go on. GAP-129
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { Session } from "../../core/identity/Session.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { useCase } from "../execution/useCase.ts"

/** A session as its user may see it: without the hashes of its tokens. `rotatedAt` is when it was used last. */
export type OpenSession = Pick<
  Session,
  "sessionId" | "organizationId" | "permissions" | "rotatedAt" | "expiresAt"
>

/** The sessions of a user that can still be refreshed, the one used last first. */
export const listSessions = useCase("listSessions")(function* ({
  userId,
}: {
  readonly userId: string
}): Effect.fn.Return<ReadonlyArray<OpenSession>, never, BillingStore> {
  const now = yield* Clock.currentTimeMillis
  const open = yield* (yield* BillingStore).openSessions(userId, now)
  return open
    .map(({ value: { sessionId, organizationId, permissions, rotatedAt, expiresAt } }) => ({
      sessionId,
      organizationId,
      permissions,
      rotatedAt,
      expiresAt,
    }))
    .toSorted((a, b) => b.rotatedAt - a.rotatedAt || (a.sessionId < b.sessionId ? -1 : 1))
})
