// A use case: what a host calls. Where the host traces, each call is a span of its name, with the organization and the
// invoice that it is about. Where nobody does, no span is made: a span and its stack cost more than many a use case.
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { attribute } from "./telemetry.ts"

/**
 * Names a use case. It takes what `Effect.fn` takes: a body, and what concerns the span alone, such as `about`. Effect's own
 * tracer exports nothing, so with that one no span is made.
 */
export const useCase = (name: string): Effect.fn.Traced => {
  type Body = (...args: ReadonlyArray<unknown>) => Run | Generator<Run, unknown, never>
  const define = (body: Body, ...ofSpan: ReadonlyArray<typeof about>) => {
    const traced = (Effect.fn(name) as (...of: ReadonlyArray<unknown>) => Body)(body, ...ofSpan)
    const run = (of: Body, args: ReadonlyArray<unknown>): Run => {
      const made = of(...args)
      return Effect.isEffect(made) ? made : Effect.gen(() => made)
    }
    return (...args: ReadonlyArray<unknown>): Run =>
      Effect.withFiber((fiber) =>
        run(fiber.getRef(Tracer.Tracer) === Tracer.nativeTracer ? body : traced, args),
      )
  }
  return define as Effect.fn.Traced
}

type Run = Effect.Effect<unknown, unknown, unknown>

/** An organization's id, or a command that names it, and maybe one of its invoices. */
export type Subject = string | { readonly organizationId?: string | null; readonly invoiceId?: string }

/** Adds these ids to the span of a use case. Nothing else of its command is added, because it may hold secrets. */
export const about = <A, E, R>(useCase: Effect.Effect<A, E, R>, subject: Subject): Effect.Effect<A, E, R> =>
  Effect.andThen(Effect.annotateCurrentSpan(idsOf(subject)), useCase)

const idsOf = (subject: Subject): Readonly<Record<string, string>> => {
  if (typeof subject === "string") return { [attribute.organizationId]: subject }
  const { organizationId, invoiceId } = subject
  return {
    ...(typeof organizationId === "string" && { [attribute.organizationId]: organizationId }),
    ...(invoiceId !== undefined && { [attribute.invoiceId]: invoiceId }),
  }
}
