// Answers the calls that let somebody in: tokens without a sign-in, and the codes that were sent.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { presentPage } from "../../../src/api/index.ts"
import { Iso, Otp, type OtpMessage, paginate, TokenIssuer } from "../../../src/index.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { EXPIRES_IN_SECONDS, type TokenWish } from "../contract/access.ts"
import { controlError } from "../contract/errors.ts"

/** The calls under `/tokens` and `/otps`. With `wait` a list waits so many milliseconds for a code that is not used. */
export const accessHandlers = (world: ControlledWorld): ControlHandlers["access"] => ({
  issueToken: ({ payload }) => issueToken(world, payload),
  otps: Effect.fnUntraced(function* ({ query }) {
    const { email = null, wait = "0" } = query
    // Waiting begins before looking, so that no code falls between.
    const waiting = yield* Effect.forkChild(world.inbox.waitFor(email, Number(wait)), {
      startImmediately: true,
    })
    let codes = yield* codesOf(world, email)
    if (!codes.some(({ status }) => status === "REQUESTED")) {
      yield* Effect.raceFirst(Fiber.join(waiting), world.ending)
      codes = yield* codesOf(world, email)
    }
    yield* Fiber.interrupt(waiting)
    return presentPage(paginate(codes, query), query, (code) => code)
  }),
})

/**
 * A token of a user in one of its organizations: by default the first one, or the first user of the organization that is
 * asked for. Its permissions are those of the membership by default. More may be asked for, also for unverified users and
 * inactive organizations. An organization without users is 409, which says how to make one. GAP-121
 */
const issueToken = Effect.fnUntraced(function* (world: ControlledWorld, wish: TokenWish) {
  const { expiresInSeconds = EXPIRES_IN_SECONDS } = wish
  const email = wish.email === undefined ? undefined : Otp.normaliseEmail(wish.email)
  const organizations = world.state.organizations().map((organization) => organization.organizationId)
  const organizationId = wish.organizationId ?? (email === undefined ? organizations[0] : undefined)
  const isMember = (of: { readonly organizationId: string }): boolean =>
    organizationId === undefined || of.organizationId === organizationId
  const users = world.state.users().filter((user) => email === undefined || user.email === email)
  if (email !== undefined && users.length === 0) return yield* Effect.fail(controlError("user.not_found"))
  const user = users.find(({ memberships }) => memberships.some(isMember))
  const membership = user?.memberships.find(isMember)
  if (user === undefined || membership === undefined) {
    const exists = organizationId === undefined || organizations.includes(organizationId)
    if (!exists) return yield* Effect.fail(controlError("organization.not_found"))
    return yield* Effect.fail(email === undefined ? noUser : notMember)
  }
  const accessToken = yield* (yield* TokenIssuer).issue({
    userId: user.userId,
    organizationId: membership.organizationId,
    permissions: wish.permissions ?? membership.permissions,
    sessionId: null,
    now: world.clock.now(),
    expiresInSeconds,
  })
  return { accessToken, expiresIn: expiresInSeconds }
})

const noUser = controlError("organization.user_required")
const notMember = controlError("organization.not_found", {
  message: "The user does not belong to the organization, or to none at all.",
})

const codesOf = (world: ControlledWorld, email: string | null) =>
  Effect.suspend(() => {
    const { store, now } = world.goingOn()
    return Effect.forEach(world.inbox.list(email), (message) =>
      Effect.map(store.otpAddressOf(message.otpId), (address) => ({
        otpId: message.otpId,
        email: message.email,
        code: message.code,
        context: message.context,
        createdAt: Iso.toIso(message.createdAt),
        expiresAt: Iso.toIso(message.expiresAt),
        status: statusOf(message, address?.value.otps ?? [], now),
      })),
    )
  })

const statusOf = ({ otpId }: OtpMessage, otps: ReadonlyArray<Otp.Otp>, now: number): Otp.OtpStatus => {
  const otp = otps.find((candidate) => candidate.otpId === otpId)
  // The store forgets codes only when their time is over.
  return otp === undefined ? "EXPIRED" : Otp.statusAt(otp, now)
}
