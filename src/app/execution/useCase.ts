// A use case: what a host calls. Where the host traces, each call is a span of its name, with the organization and the
// invoice that it is about. Where nobody does, no span is made: a span and its stack cost more than many a use case.
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { quietTracer } from "../telemetry/quietTracer.ts"
import { attribute } from "../telemetry/telemetry.ts"

/**
 * Names a use case. It takes what `Effect.fn` takes: a body, and what concerns the span alone, such as `about`. Effect's own
 * tracer exports nothing, so with that one no span is made. With any other one its span does not tell the text of a failure,
 * which may name a customer. GAP-161
 */
export const useCase = (name: string): Effect.fn.Traced => {
  const define = (body: Body, ...ofSpan: ReadonlyArray<typeof about>) => {
    const traced = (Effect.fn(name) as (...of: ReadonlyArray<unknown>) => Body)(aloud(body), ...ofSpan)
    return (...args: ReadonlyArray<unknown>): Run =>
      Effect.withFiber((fiber) => {
        const tracer = fiber.getRef(Tracer.Tracer)
        if (tracer === Tracer.nativeTracer) return run(body, args)
        return Effect.provideService(run(traced, args), Tracer.Tracer, quietOf(tracer))
      })
  }
  return define as Effect.fn.Traced
}

/** The tracer that makes the span of a use case, for each tracer of a host; and the other way round. */
const quiet = new WeakMap<Tracer.Tracer, Tracer.Tracer>()
const loud = new WeakMap<Tracer.Tracer, Tracer.Tracer>()

const quietOf = (tracer: Tracer.Tracer): Tracer.Tracer => {
  const made = quiet.get(tracer) ?? quietTracer(tracer)
  quiet.set(tracer, made)
  loud.set(made, tracer)
  return made
}

/** The body on the tracer of the host: a span that an adapter makes inside is the host's own. */
const aloud =
  (body: Body): Body =>
  (...args) =>
    Effect.withFiber((fiber) => {
      const tracer = fiber.getRef(Tracer.Tracer)
      return Effect.provideService(run(body, args), Tracer.Tracer, loud.get(tracer) ?? tracer)
    })

const run = (of: Body, args: ReadonlyArray<unknown>): Run => {
  const made = of(...args)
  return Effect.isEffect(made) ? made : Effect.gen(() => made)
}

type Body = (...args: ReadonlyArray<unknown>) => Run | Generator<Run, unknown, never>
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
