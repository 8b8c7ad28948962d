// Presenting a code, at validation and at sign-in: the same reads, one hash and one decision, also when the OTP does
// not exist. A wrong code is committed before it is refused. GAP-10, GAP-11, GAP-12
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { run } from "../../core/Decider.ts"
import type { User } from "../../core/identity/Access.ts"
import type { OtpCommand } from "../../core/identity/Otp.ts"
import * as OtpAddress from "../../core/identity/OtpAddress.ts"
import { BillingStore, type VersionConflict, type Versioned } from "../../ports/BillingStore.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { commitOfScopes, type ScopeChange } from "../execution/commitOf.ts"
import { CurrentOtpPolicy } from "./CurrentOtpPolicy.ts"
import { addressChange } from "./changes.ts"

/** The result of a right code. The change of the address is not committed yet. */
export interface Presented {
  readonly events: ReadonlyArray<OtpAddress.OtpAddressEvent>
  readonly change: ScopeChange
  /** The user of the address. */
  readonly user: Versioned<User>
  readonly now: number
}

/**
 * Decides on a presented code; `command` makes the command from the facts.
 *
 * A code of an address that no longer has a user is as wrong as that of a decoy.
 */
export const presentCode = Effect.fnUntraced(function* (
  presented: { readonly otpId: string; readonly code: string },
  command: (facts: {
    readonly otpId: string
    readonly codeMatches: boolean
    readonly now: number
  }) => OtpCommand,
): Effect.fn.Return<Presented, OtpAddress.OtpAddressRejection | VersionConflict, BillingStore | Secrets> {
  const store = yield* BillingStore
  const secrets = yield* Secrets
  const policy = yield* CurrentOtpPolicy
  const { otpId, code } = presented
  const now = yield* Clock.currentTimeMillis
  const address = (yield* store.otpAddressOf(otpId)) ?? { value: OtpAddress.empty(""), version: 0 }
  const user = yield* store.userByEmail(address.value.email)
  const digest = OtpAddress.find(address.value, otpId)?.codeHash ?? ""
  const matches = secrets.matches({ subject: otpId, text: code, digest })

  const codeMatches = matches && user !== null
  const { state, events } = yield* Effect.fromResult(
    run(OtpAddress.decider(policy), address.value, command({ otpId, codeMatches, now })),
  )
  const change = addressChange(address, state)
  const refusal = OtpAddress.refusalOf(events)
  if (refusal !== null) {
    yield* store.commit(commitOfScopes([change]))
    return yield* Effect.fail(refusal)
  }
  // Without a user the code did not match, so it was refused above.
  if (user === null) return yield* Effect.fail({ _tag: "OtpInvalid" } as const)
  return { events, change, user, now }
})
