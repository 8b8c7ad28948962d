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
import { MAX_INSTANT } from "../../core/time/Instant.ts"
import type { Exporter } from "../../observability/index.ts"
import type { BillingOptions, ExporterOption } from "../options.ts"
import { callback, instant, integer, membersOf, record, refuseUnknown, withDefault } from "../shapes.ts"
import { defaultIds } from "./ids.ts"
import { adapters, type PortName, withPort } from "./services.ts"

const portNames = Object.keys(adapters) as ReadonlyArray<PortName>
const optionNames = [...portNames, "policy", "otpPolicy", "clock", "exporter", "onPortError"]
const defaults: Partial<Pick<BillingOptions, PortName>> = {
  ids: defaultIds,
  presenter: { present: presentEvent },
}

const ports = (
  options: Partial<BillingOptions>,
  call: string,
  required: ReadonlyArray<PortName>,
  onError: NonNullable<BillingOptions["onPortError"]>,
) => {
  let context: Context.Context<never> = Context.empty()
  for (const name of portNames) {
    const port = options[name] ?? defaults[name]
    if (port === undefined && !required.includes(name)) continue
    if (typeof port !== "object" || port === null) {
      throw new TypeError(
        `${call}: ${name} has to be an object; ${remedies[name] ?? "leave it out, or give a port"}`,
      )
    }
    context = withPort(context, name, port, onError, call)
  }
  return context
}

const remedies: Partial<Record<PortName, string>> = {
  store: "give the storage of the records, such as that of docs/examples/sqlite",
  gateway: "give the payment gateway, or for a try that of makeScriptedGateway() of studio-billing/simulator",
}

/**
 * The context, the clock as a function, and the exporter, of the options of a call. Throws a `TypeError` that names the
 * option that is wrong, or that is required and not there.
 */
export const contextOf = (
  options: Partial<BillingOptions>,
  call: string,
  required: ReadonlyArray<PortName>,
): {
  readonly context: Context.Context<never>
  readonly now: () => number
  readonly exporter: Exporter | undefined
} => {
  if (typeof options !== "object" || options === null) throw new TypeError(`${call} needs { store, gateway }`)
  refuseUnknown(options, optionNames, call)
  const { policy = {}, otpPolicy: otpChanges = {}, clock, exporter, onPortError = () => undefined } = options
  if (clock !== undefined) refuseOtherUnits(callback(clock, `${call}: clock`) as () => unknown, call)
  callback(onPortError, `${call}: onPortError`)
  const now = (): number => instant((clock ?? Date.now)(), `${call}: what clock gives`)
  const withPorts = ports(options, call, required, onPortError)
  const withPolicies = Context.add(
    Context.add(withPorts, CurrentBillingPolicy, policyOf(policy, call)),
    CurrentOtpPolicy,
    otpPolicyOf(otpChanges, call),
  )
  const context = clock === undefined ? withPolicies : Context.add(withPolicies, Clock.Clock, clockOf(now))
  if (exporter === undefined) return { context, now, exporter }
  const exporting = exporterOf(exporter, call)
  return { context: exporting.observe(context), now, exporter: exporting }
}

const exporterOf = (given: ExporterOption, call: string): Exporter => {
  if (typeof given?.observe === "function") return given as Exporter
  throw new TypeError(
    `${call}: exporter has to be what makeOtlpExporter of studio-billing/observability gives`,
  )
}

/**
 * Refuses a clock that gives no milliseconds: a present before 1973 is one of today in seconds, and one after the year 9999 is
 * one in microseconds. A clock of tests may begin at 0.
 */
const refuseOtherUnits = (clock: () => unknown, call: string): void => {
  const at = clock()
  if (typeof at !== "number") return
  const seen = at >= 1e9 && at < 1e11 ? "seconds" : at > MAX_INSTANT ? "microseconds" : null
  if (seen === null) return
  throw new TypeError(`${call}: clock has to give milliseconds, as Date.now does, and seems to give ${seen}`)
}

const policyMembers = record(membersOf<Partial<BillingPolicy>>(BillingPolicySchema.fields))

const policyOf = (changes: Partial<BillingPolicy>, call: string): BillingPolicy => {
  const policy = billingPolicy({ ...defaultPolicy, ...policyMembers(changes, `${call}: policy`) })
  return Effect.runSync(Effect.provide(Effect.service(CurrentBillingPolicy), policy))
}

const otpPolicyOf = (changes: Partial<OtpPolicy>, call: string): OtpPolicy => {
  const policy = otpPolicy(otpMembers(changes, `${call}: otpPolicy`))
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
