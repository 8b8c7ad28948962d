// The Promise form of the use cases: ports in, functions out, and no Effect in sight.
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type { Rejection } from "../api/errors/rejections.ts"
import { WITHIN_MILLIS_MAX } from "../app/due/checkWhole.ts"
import { CONCURRENCY_MAX, type DueRun, runDue } from "../app/due/runDue.ts"
import { type AnswerText, withIdempotencyKey } from "../app/execution/withIdempotencyKey.ts"
import type { DeliverEventsOptions } from "../app/webhooks/deliverEvents.ts"
import type { Billing } from "./Billing.ts"
import { faultIn } from "./faultIn.ts"
import type { WebhooksApi } from "./groups/webhooks.ts"
import type { DueReport, EngineApi, RunningEngine } from "./groups/workers.ts"
import type { Operation } from "./operations/operation.ts"
import { operations } from "./operations/operations.ts"
import type { BillingOptions, CallOptions } from "./options.ts"
import { contextOf } from "./ports/context.ts"
import type { PortName, Services } from "./ports/services.ts"
import type { KeyedRequest, RunDue } from "./requests.ts"
import { closed, makeRunner, type Runner } from "./runner.ts"
import {
  between,
  callback,
  filled,
  flag,
  instant,
  json,
  optional,
  orNull,
  record,
  text,
  withDefault,
} from "./shapes.ts"
import { deliverOnce } from "./workers/deliverOnce.ts"
import { startEngine } from "./workers/startEngine.ts"

type AnyOperation = Operation<never, unknown, Rejection, Services>
type AnyCall = (request?: unknown, options?: CallOptions) => Promise<unknown>
type Calls = Omit<Billing, "engine" | "withIdempotencyKey" | "close"> & {
  readonly webhooks: Omit<WebhooksApi, "deliver">
}

/**
 * The use cases of billing as functions that return Promises, over ports that may return Promises too.
 *
 * A call rejects with `BillingRejected` where a rule refuses it; with a `TypeError` that names the member where it cannot
 * be made as it is; with the reason of its `signal`; and with what a port threw. Nothing begins before it is called.
 *
 * @example
 * ```ts
 * const billing = createBilling({ store, gateway })
 * const invoice = await billing.invoices.pay({ organizationId, invoiceId })
 * // rejects with BillingRejected { status: 402, rejection: { _tag: "PaymentDeclined", … }, body: { code: "payment.declined", … } }
 * ```
 */
export const createBilling = (options: BillingOptions): Billing => {
  const { context, now, exporter } = contextOf(options, "createBilling", ["store", "gateway"])
  const runner = makeRunner(context, now)
  const call = (name: string, operation: AnyOperation): AnyCall => {
    const { check, run, needs } = operation
    return (request, callOptions) =>
      runner.run(
        name,
        () => {
          const missing = needs.find((port) => options[port] === undefined)
          if (missing !== undefined) throw new TypeError(lacks(name, missing))
          return run(check(request ?? {}, name) as never)
        },
        callOptions,
      )
  }
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = operations
  const calls = Record.map(groups, (members, group) =>
    Record.map(members, (operation, name) => call(`${group}.${name}`, operation as AnyOperation)),
  ) as unknown as Calls
  const deliver = call("webhooks.deliver", delivering)
  const engines = new Set<RunningEngine>()
  let isClosed = false
  const start: EngineApi["start"] = (wish) => {
    if (isClosed) throw new Error(closed("engine.start"))
    // A clock that cannot be used is refused here, and not told of by the engine for ever.
    now()
    const { stop } = startEngine(runner.context, (port) => options[port] !== undefined, wish, exporter)
    const engine: RunningEngine = {
      stop: async () => {
        await stop()
        engines.delete(engine)
      },
    }
    engines.add(engine)
    return engine
  }
  return {
    ...calls,
    webhooks: { ...calls.webhooks, deliver: deliver as WebhooksApi["deliver"] },
    engine: { start, runDue: call("engine.runDue", running(now)) as EngineApi["runDue"] },
    withIdempotencyKey: keyed(runner),
    close: async () => {
      isClosed = true
      await Promise.all([runner.close(), ...Array.from(engines, (engine) => engine.stop())])
      // What the engines left under way.
      await runner.close()
    },
  }
}

const lacks = (name: string, port: PortName): string =>
  `${name} needs ${port}, which createBilling was not given: add it to its options`

const within = optional(between(1, WITHIN_MILLIS_MAX))

const running = (now: () => number): AnyOperation => ({
  check: record<Required<RunDue>>({
    until: (value, place) => (value === undefined ? now() : instant(value, place)),
    catchUp: withDefault(flag, false),
    concurrency: optional(between(1, CONCURRENCY_MAX)),
    withinMillis: within,
  }) as AnyOperation["check"],
  run: ({ until, ...options }: Required<RunDue>) => Effect.map(runDue(until, options), reportOf),
  needs: [],
})

const reportOf = ({ failures, ...run }: DueRun): DueReport => ({
  ...run,
  failures: failures.map(({ cause, ...failure }) => ({ ...failure, error: faultIn("engine.runDue", cause) })),
})

const delivering: AnyOperation = {
  check: record<Required<DeliverEventsOptions>>({ withinMillis: within }) as AnyOperation["check"],
  run: deliverOnce,
  needs: ["webhookStore", "webhookSender"],
}

const checkKeyed = record<Required<KeyedRequest>>({
  key: filled,
  userId: text,
  organizationId: text,
  operation: text,
  body: (value, place) => orNull(json)(value, place),
})

const keyed =
  ({ run }: Runner): Billing["withIdempotencyKey"] =>
  <A>(request: KeyedRequest, act: () => Promise<A>) =>
    run("withIdempotencyKey", () => {
      const { key, userId, organizationId, operation, body } = checkKeyed(request, "withIdempotencyKey")
      callback(act, "withIdempotencyKey: act")
      return withIdempotencyKey(
        { key, operation, body, caller: { userId, organizationId } },
        keptText<A>(),
        // What a program without types gives at once, or throws, is its answer as well.
        Effect.promise(async () => act()),
      )
    })

/** A text of whatever `act` gave, so that its key is always kept: of nothing too, and a note in place of what JSON cannot write. */
const keptText = <A>(): AnswerText<A> => ({
  write: (value) => {
    try {
      return JSON.stringify({ value })
    } catch {
      return JSON.stringify({ isLost: true })
    }
  },
  read: (kept) => {
    const { value, isLost = false } = JSON.parse(kept)
    if (isLost)
      throw new TypeError(
        "withIdempotencyKey: act was called under this key before, and gave what JSON cannot write",
      )
    return value
  },
})
