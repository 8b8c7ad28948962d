// The refusals of bodies as they arrive, whatever they arrive by. GAP-08
import * as Effect from "effect/Effect"
import { apiError } from "../../api/index.ts"

/** A body has more bytes than its bound. */
export const tooLarge = Effect.fail(apiError("payload_too_large"))

/** The client left before its body was complete, or the body broke. */
export const cutShort = Effect.fail(
  apiError("validation_error", { errors: [{ message: "Expected a complete body", path: "" }] }),
)
