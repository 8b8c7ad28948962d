// The handlers of the profile: of whoever the access token says.
import * as Effect from "effect/Effect"
import { Caller, type Handlers } from "../api/index.ts"
import { switchOrganization, viewProfile } from "../index.ts"
import { answer, type StudioPorts } from "./answer.ts"

/** Implements the operations on the profile. */
export const profileHandlers: Handlers<StudioPorts>["profile"] = {
  get: () => answer(Effect.flatMap(Caller, ({ userId }) => viewProfile(userId))),
  switchOrganization: ({ payload: { organizationId } }) =>
    answer(Effect.flatMap(Caller, ({ userId }) => switchOrganization({ userId, organizationId }))),
}
