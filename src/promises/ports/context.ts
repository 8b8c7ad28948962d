// The context of the use cases: the ports as services, the policies and the clock, of what a host gives.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { presentEvent } from "../../api/presenters/presentEvent.ts"
import { billingPolicy, CurrentBillingPolicy } from "../../app/execution/CurrentBillingPolicy.ts"
import { CurrentOtpPolicy, otpPolicy } from "../../app/sign-in/CurrentOtpPolicy.ts"
import { defaultOtpPolicy, type OtpPolicy } from "../../core/identity/OtpPolicy.ts"
import { type BillingPolicy, defaultPolicy } from "../../core/policy/BillingPolicy.ts"
import { BillingPolicySchema } from "../../core/policy/checkPolicy.ts"
import type { BillingOptions } from "../options.ts"
import { callback, instant, integer, membersOf, record, refuseUnknown, withDefault } from "../shapes.ts"
import { defaultIds } from "./ids.ts"
import { adapters, type PortName, withPort } from "./services.ts"

const CALL = "createBilling"
const portNames = Object.keys(adapters) as ReadonlyArray<PortName>
const optionNames = [...portNames, "policy", "otpPolicy", "clock", "onPortError"]
const defaults: Partial<Pick<BillingOptions, PortName>> = {
  ids: defaultIds,
  presenter: { present: presentEvent },
}
const required: ReadonlyArray<PortName> = ["store", "gateway"]

const ports = (options: BillingOptions, onError: NonNullable<BillingOptions["onPortError"]>) => {
  let context: Context.Context<never> = Context.empty()
  for (const name of portNames) {
    const port = options[name] ?? defaults[name]
    if (port === undefined && !required.includes(name)) continue
    if (typeof port !== "object" || port === null) {
      throw new TypeError(
        `${CALL}: ${name} has to be an object; ${remedies[name] ?? "leave it out, or give a port"}`,
      )
    }
    context = withPort(context, name, port, onError)
  }
  return context
}

const remedies: Partial<Record<PortName, string>> = {
  store: "give the storage of the records, such as that of docs/examples/sqlite",
  gateway: "give the payment gateway, or for a try that of makeScriptedGateway() of studio-billing/simulator",
}

/** The context, and the clock as a function. Throws a `TypeError` that names the option that is wrong. */
export const contextOf = (
  options: BillingOptions,
): { readonly context: Context.Context<never>; readonly now: () => number } => {
  if (typeof options !== "object" || options === null) throw new TypeError(`${CALL} needs { store, gateway }`)
  refuseUnknown(options, optionNames, CALL)
  const { policy = {}, otpPolicy: otpChanges = {}, clock, onPortError = () => undefined } = options
  if (clock !== undefined) refuseSeconds(callback(clock, `${CALL}: clock`) as () => unknown)
  callback(onPortError, `${CALL}: onPortError`)
  const now = (): number => instant((clock ?? Date.now)(), `${CALL}: what clock gives`)
  const withPorts = ports(options, onPortError)
  const withPolicies = Context.add(
    Context.add(withPorts, CurrentBillingPolicy, policyOf(policy)),
    CurrentOtpPolicy,
    otpPolicyOf(otpChanges),
  )
  const context = clock === undefined ? withPolicies : Context.add(withPolicies, Clock.Clock, clockOf(now))
  return { context, now }
}

/** A present between 1970 and 1973 in milliseconds is one of today in seconds. A clock of tests may begin at 0. */
const refuseSeconds = (clock: () => unknown): void => {
  const at = clock()
  if (typeof at === "number" && at >= 1e9 && at < 1e11) {
    throw new TypeError(
      `${CALL}: clock has to give milliseconds, as Date.now does, and seems to give seconds`,
    )
  }
}

const policyMembers = record(membersOf<Partial<BillingPolicy>>(BillingPolicySchema.fields))

const policyOf = (changes: Partial<BillingPolicy>): BillingPolicy => {
  const policy = billingPolicy({ ...defaultPolicy, ...policyMembers(changes, `${CALL}: policy`) })
  return Effect.runSync(Effect.provide(Effect.service(CurrentBillingPolicy), policy))
}

const otpPolicyOf = (changes: Partial<OtpPolicy>): OtpPolicy => {
  const policy = otpPolicy(otpMembers(changes, `${CALL}: otpPolicy`))
  return Effect.runSync(Effect.provide(Effect.service(CurrentOtpPolicy), policy))
}

const otpMembers = record({
  digits: withDefault(integer, defaultOtpPolicy.digits),
  otpTtlMillis: withDefault(integer, defaultOtpPolicy.otpTtlMillis),
  wrongAttemptsMax: withDefault(integer, defaultOtpPolicy.wrongAttemptsMax),
  liveMax: withDefault(integer, defaultOtpPolicy.liveMax),
  wrongCodesPerDayMax: withDefault(integer, defaultOtpPolicy.wrongCodesPerDayMax),
})

/** A clock that shows the given time, and waits in real time. */
const clockOf = (now: () => number): Clock.Clock => {
  const wall = Effect.runSync(Clock.clockWith(Effect.succeed))
  const nanos = (): bigint => BigInt(now()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => wall.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: wall.monotonicTimeNanos,
    sleep: (duration) => wall.sleep(duration),
  }
}
