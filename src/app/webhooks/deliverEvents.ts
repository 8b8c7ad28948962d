// Delivering once, for a service that runs it now and then instead of keeping a dispatcher. GAP-62
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { useCase } from "../execution/useCase.ts"
import { dispatchEvents, type WebhookPorts } from "./dispatchEvents.ts"

/** Delivers whatever is ready, and returns when no attempt is under way. A slow receiver makes it wait. */
export const deliverEvents = useCase("deliverEvents")(
  (onDefect: (cause: Cause.Cause<never>) => void): Effect.Effect<void, never, WebhookPorts> =>
    Effect.scoped(Effect.flatMap(dispatchEvents(onDefect), ({ wake, idle }) => Effect.andThen(wake, idle))),
)
