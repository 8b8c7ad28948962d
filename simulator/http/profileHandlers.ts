// The handlers of the profile: of whoever the access token says.
import * as Effect from "effect/Effect"
import { Caller, type Handlers } from "../../src/api/index.ts"
import { switchOrganization, viewProfile } from "../../src/index.ts"
import { answer, type Ports } from "./answer.ts"

/** Implements the operations on the profile. */
export const profileHandlers: Handlers<Ports>["profile"] = {
  get: () => answer(Effect.flatMap(Caller, ({ userId }) => viewProfile(userId))),
  switchOrganization: ({ payload: { organizationId } }) =>
    answer(Effect.flatMap(Caller, ({ userId }) => switchOrganization({ userId, organizationId }))),
}
