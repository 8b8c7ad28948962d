// A world in which people sign in: the adapters of the simulator on a clock that only the test moves, a store that
// lets other fibers run at every read and write, and a record of the calls of every port. Each refusal is checked for
// codes and tokens.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect } from "vitest"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../../simulator/adapters/security/MemoryOtpSender.ts"
import type { RequestOtp } from "../../../src/app/sign-in/requestOtp.ts"
import { requestOtp } from "../../../src/app/sign-in/requestOtp.ts"
import { signIn } from "../../../src/app/sign-in/signIn.ts"
import type { Tokens } from "../../../src/app/sign-in/tokens.ts"
import { validateOtp } from "../../../src/app/sign-in/validateOtp.ts"
import type { Organization, User } from "../../../src/core/identity/Access.ts"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { makeSecrets } from "../../../src/http/node/makeSecrets.ts"
import { makeJwtTokenIssuer } from "../../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"
import { BillingStore, type Commit, type Put } from "../../../src/ports/BillingStore.ts"
import { IdSource } from "../../../src/ports/IdSource.ts"
import { OtpSender } from "../../../src/ports/OtpSender.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { TokenIssuer } from "../../../src/ports/TokenIssuer.ts"
import { withoutVersionCheck } from "../../support/withoutVersionCheck.ts"

export type Ports = BillingStore | IdSource | Secrets | OtpSender | TokenIssuer

export const NOON = Date.UTC(2024, 0, 31, 12)
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

export const OWNER = "owner@example.com"
export const MULTI = "multi@example.com"
export const NEW = "new@example.com"
export const NOBODY = "nobody@example.com"

const all = (organizationId: string) => ({ organizationId, permissions: ALL_PERMISSIONS })

export const users: ReadonlyArray<User> = [
  { userId: "user-owner", email: OWNER, emailVerified: true, memberships: [all("org-1")] },
  { userId: "user-multi", email: MULTI, emailVerified: true, memberships: [all("org-1"), all("org-2")] },
  { userId: "user-new", email: NEW, emailVerified: false, memberships: [all("org-1")] },
]

export const organizations: ReadonlyArray<Organization> = [
  { organizationId: "org-1", name: "One", currency: "BRL", status: "ACTIVE" },
  { organizationId: "org-2", name: "Two", currency: "USD", status: "ACTIVE" },
  { organizationId: "org-3", name: "Three", currency: "BRL", status: "INACTIVE" },
]

// One for all tests: making an RSA key takes a while.
const keys = makeSigningKeys()

export const seedOf = (puts: ReadonlyArray<Put>): Commit => ({
  expects: [],
  puts,
  deletes: [],
  outbox: [],
  couponCounts: [],
  due: [],
})

/** No retry waits so long as a second, and no deadline passes. */
const shortly: Clock.Clock["sleep"] = (duration) =>
  Duration.toMillis(duration) < 1000 ? Effect.yieldNow : Effect.never

const clockOf = (read: () => number, sleep: Clock.Clock["sleep"]): Clock.Clock => ({
  currentTimeMillisUnsafe: read,
  currentTimeMillis: Effect.sync(read),
  currentTimeNanosUnsafe: () => BigInt(read()) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(read()) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(read()) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(read()) * 1_000_000n),
  sleep,
})

/** A service that writes down each of its calls before it is made. */
const recording = <Service extends object>(name: string, service: Service, calls: Array<string>): Service =>
  Object.fromEntries(
    Object.entries(service).map(([key, member]) => {
      const call = `${name}.${key}`
      if (typeof member !== "function")
        return [
          key,
          Effect.andThen(
            Effect.sync(() => calls.push(call)),
            member,
          ),
        ]
      return [
        key,
        (...args: ReadonlyArray<unknown>) => {
          calls.push(call)
          return member(...args)
        },
      ]
    }),
  ) as Service

interface WorldOptions {
  readonly versionCheck?: boolean
  /** A sender in place of the inbox's, which it may use. */
  readonly wrapSender?: (good: OtpSender["Service"]) => OtpSender["Service"]
  readonly sleep?: Clock.Clock["sleep"]
}

const makeWorld = (options: WorldOptions) => {
  const { versionCheck = true, wrapSender = (good) => good, sleep = shortly } = options
  const { store } = makeMemoryBillingStore({ pause: Effect.yieldNow })
  const { sender, inbox } = makeMemoryOtpSender()
  const calls: Array<string> = []
  const secrets: Array<string> = []
  const time = { now: NOON }
  const ports = Context.make(
    BillingStore,
    recording("store", versionCheck ? store : withoutVersionCheck(store), calls),
  ).pipe(
    Context.add(IdSource, recording("ids", makeMemoryIdSource({ seed: "auth" }), calls)),
    Context.add(Secrets, recording("secrets", makeSecrets(), calls)),
    Context.add(OtpSender, recording("sender", wrapSender(sender), calls)),
    Context.add(
      TokenIssuer,
      recording(
        "issuer",
        makeJwtTokenIssuer({
          keys,
          issuer: "studio-simulator",
          audience: "studio",
          claims: { world: "test" },
        }).issuer,
        calls,
      ),
    ),
  )

  /** Runs a use case: what it gives or the refusal, which holds no secret. */
  const run = async <A, E>(useCase: Effect.Effect<A, E, Ports>): Promise<Result.Result<A, E>> => {
    const provided = Effect.provideContext(useCase, ports).pipe(
      Effect.provideService(
        Clock.Clock,
        clockOf(() => time.now, sleep),
      ),
    )
    const result = await Effect.runPromise(Effect.result(provided))
    if (Result.isFailure(result)) {
      const known = [...secrets, ...inbox.list(null).map((message) => message.code)]
      const said = JSON.stringify(result.failure)
      for (const secret of known) expect(said).not.toContain(secret)
    }
    return result
  }
  const succeed = async <A, E>(useCase: Effect.Effect<A, E, Ports>): Promise<A> => {
    const result = await run(useCase)
    if (Result.isFailure(result)) throw new Error(`refused: ${JSON.stringify(result.failure)}`)
    return result.success
  }
  /** The refusal of a use case. */
  const refuse = async <A, E>(useCase: Effect.Effect<A, E, Ports>): Promise<E> => {
    const result = await run(useCase)
    if (Result.isSuccess(result)) throw new Error("not refused")
    return result.failure
  }

  const tokens = async <E>(useCase: Effect.Effect<Tokens, E, Ports>): Promise<Tokens> => {
    const given = await succeed(useCase)
    secrets.push(given.accessToken, given.refreshToken)
    return given
  }

  /** An OTP that was requested for an address with a user, with the code that arrived there. */
  const requested = async (email: string, context: RequestOtp["context"] = "MAGIC_AUTH") => {
    const { otpId } = await succeed(requestOtp({ email, context }))
    const code = inbox.list(email).find((message) => message.otpId === otpId)?.code
    if (code === undefined) throw new Error("no code arrived")
    return { otpId, code, wrong: code === "000000" ? "000001" : "000000", email, context }
  }
  const verified = async (email: string) => {
    const otp = await requested(email)
    await succeed(validateOtp(otp))
    return otp
  }
  const signedIn = async (email: string, organizationId: string | null = null) =>
    tokens(signIn({ ...(await verified(email)), organizationId }))

  return { store, inbox, calls, time, run, succeed, refuse, tokens, requested, verified, signedIn }
}

/** A world with the three users and the three organizations. */
export const aWorld = async (options: WorldOptions = {}) => {
  const world = makeWorld(options)
  const puts: ReadonlyArray<Put> = [
    ...users.map((record) => ({ kind: "User", record }) as const),
    ...organizations.map((record) => ({ kind: "Organization", record }) as const),
  ]
  await Effect.runPromise(world.store.commit(seedOf(puts)))
  const put = (record: User) => Effect.runPromise(world.store.commit(seedOf([{ kind: "User", record }])))
  return { ...world, putUser: put }
}

export const aUser = (email: string): User => {
  const user = users.find((candidate) => candidate.email === email)
  if (user === undefined) throw new Error(`no user ${email}`)
  return user
}
