// Ports that are observed: the one switch of observability. A host that does not call it pays nothing.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { quietTracer } from "../app/telemetry/quietTracer.ts"
import { CurrentRequestObserver } from "../http/index.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import { OtpSender } from "../ports/OtpSender.ts"
import { PaymentGateway } from "../ports/PaymentGateway.ts"
import { WebhookSender } from "../ports/WebhookSender.ts"
import { WebhookStore } from "../ports/WebhookStore.ts"
import { observedGateway } from "./observedGateway.ts"
import { observedStore } from "./observedStore.ts"
import { observedOtpSender, observedWebhookSender, observedWebhookStore } from "./observedWebhooks.ts"
import { observeRequest } from "./observeRequest.ts"

/**
 * The ports, observed by an exporter: a layer with a `Tracer`, metrics and loggers, such as `Otlp.layerJson` of Effect.
 * A server over them has a span for each request, each use case and each call of a port, and the metrics of all of them.
 *
 * Whatever port is missing stays missing. No exported span holds the text of a cause.
 */
export const observed = <Ports, E, R, Exporter, E2, R2>(
  ports: Layer.Layer<Ports, E, R>,
  exporter: Layer.Layer<Exporter, E2, R2>,
): Layer.Layer<Ports | Exporter, E | E2, Exclude<R, Exporter> | R2> =>
  Layer.mergeAll(
    Layer.flatMap(ports, (context) => Layer.succeedContext(observedContext(context))),
    Layer.succeed(CurrentRequestObserver, observeRequest),
    Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, quietTracer)),
  ).pipe(Layer.provideMerge(exporter))

const observedContext = <Ports>(context: Context.Context<Ports>): Context.Context<Ports> => {
  let observing: Context.Context<Ports> = context
  const replace = <I, S>(port: Context.Key<I, S>, by: (service: S) => S): void => {
    const found = Context.getOption(context, port)
    if (Option.isSome(found)) {
      observing = Context.add(observing, port, by(found.value)) as Context.Context<Ports>
    }
  }
  replace(BillingStore, observedStore)
  replace(PaymentGateway, observedGateway)
  replace(WebhookSender, observedWebhookSender)
  replace(WebhookStore, observedWebhookStore)
  replace(OtpSender, observedOtpSender)
  return observing
}
