// The shape of every use case in the Promise form.
import type { BillingAnswer } from "./BillingRejected.ts"
import type { CallOptions } from "./options.ts"

/** A use case: one record in, a Promise out. */
export type Call<Request, A, R extends { readonly _tag: string }> = (
  ...args: Record<never, never> extends Request
    ? [request?: Request, options?: CallOptions]
    : [request: Request, options?: CallOptions]
) => BillingAnswer<A, R>
