// The span of a use case: it names the organization and the invoice.
import * as Effect from "effect/Effect"
import { attribute } from "./telemetry.ts"

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
