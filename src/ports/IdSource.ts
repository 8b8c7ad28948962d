// The source of ids: new ones for what a caller creates, derived ones for what a rule creates.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes ids. All are UUIDs. */
export class IdSource extends Context.Service<
  IdSource,
  {
    /** An id that was never given before. */
    readonly next: Effect.Effect<string>
    /** The id for a key: always the same one, and another one for another key. */
    readonly derive: (key: string) => string
  }
>()("studio-billing/ports/IdSource") {}
