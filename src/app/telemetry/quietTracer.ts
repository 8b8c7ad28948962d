// A tracer that tells no text of a failure. Causes may quote what a command or an adapter held; what is left is their kind.
// GAP-161
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import { attribute } from "./telemetry.ts"

/**
 * The tracer, whose spans end without the text of their cause. A rejection is `studio.rejection`, by its tag, and no error.
 * A defect is an error, and `error.type` is its name. A span that was given an `error.type` is an error in any case.
 */
export const quietTracer = (tracer: Tracer.Tracer): Tracer.Tracer => ({
  ...tracer,
  span: (options) => {
    const span = tracer.span(options)
    const end = span.end.bind(span)
    span.end = (endTime, exit) => {
      if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
        const refusal = Cause.findErrorOption(exit.cause)
        if (Option.isSome(refusal)) span.attribute(attribute.rejection, nameOf(refusal.value))
        else if (!span.attributes.has(attribute.errorType)) {
          span.attribute(attribute.errorType, nameOf(Cause.squash(exit.cause)))
        }
      }
      const errorType = span.attributes.get(attribute.errorType)
      if (errorType !== undefined) return end(endTime, Exit.die(nameless(String(errorType))))
      end(endTime, Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? exit : Exit.void)
    }
    return span
  },
})

/** The tag of a rejection, the code of a refusal on the wire, or the class of an error; never its text. */
export const nameOf = (failure: unknown): string => {
  if (typeof failure !== "object" || failure === null) return "Unknown"
  if ("_tag" in failure && typeof failure._tag === "string") return failure._tag
  if ("code" in failure && typeof failure.code === "string" && "statusCode" in failure) return failure.code
  return failure instanceof Error ? failure.constructor.name : "Unknown"
}

const nameless = (type: string): Error => Object.assign(new Error(type), { name: type, stack: type })
