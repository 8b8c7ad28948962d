// What the span of a use case says: which organization and which invoice it is about.
import * as Effect from "effect/Effect"

/** An organization's id, or a command that names it, and maybe one of its invoices. */
export type Subject = string | { readonly organizationId?: string | null; readonly invoiceId?: string }

/** Gives the span of a use case these ids, and nothing else of its command, which may hold secrets. */
export const about = <A, E, R>(useCase: Effect.Effect<A, E, R>, subject: Subject): Effect.Effect<A, E, R> =>
  Effect.andThen(Effect.annotateCurrentSpan(idsOf(subject)), useCase)

const idsOf = (subject: Subject): Readonly<Record<string, string>> => {
  if (typeof subject === "string") return { organizationId: subject }
  const { organizationId, invoiceId } = subject
  return {
    ...(typeof organizationId === "string" && { organizationId }),
    ...(invoiceId !== undefined && { invoiceId }),
  }
}
