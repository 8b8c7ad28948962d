// A use case as it is called by a name: with the check of its request, and the ports that it needs.
import type * as Effect from "effect/Effect"
import type { PortName, Services } from "../ports/services.ts"
import { type Check, record, type Shape } from "../shapes.ts"

/** A use case with the check of its request, and the ports that it needs beside `store`, `gateway` and `ids`. */
export interface Operation<Request, A, E, R extends Services> {
  readonly check: Check<Request>
  readonly run: (request: Request) => Effect.Effect<A, E, R>
  readonly needs: ReadonlyArray<PortName>
}

/** A use case that needs these ports. The type of its members sees that none is missing. */
export const operation =
  (...needs: ReadonlyArray<PortName>) =>
  <Request, A, E, R extends Services>(
    run: (request: Request) => Effect.Effect<A, E, R>,
    members: Shape<NoInfer<Request>> | Check<NoInfer<Request>>,
  ): Operation<Request, A, E, R> => ({
    check: typeof members === "function" ? members : record(members),
    run,
    needs,
  })
