// Ports whose functions return promises as a layer, for what is built on Effect: a server of the contract, and the contracts
// of ports.
import * as Layer from "effect/Layer"
import type { BillingOptions } from "../options.ts"
import { contextOf } from "./context.ts"

/** The outline of a service: its key tells it from every other one. */
export interface PortService<Name extends string> {
  readonly key: `studio-billing/ports/${Name}`
}

/** The service of each port, by its name in the options of `createBilling`. */
export interface PortServices {
  readonly store: PortService<"BillingStore">
  readonly gateway: PortService<"PaymentGateway">
  readonly ids: PortService<"IdSource">
  readonly secrets: PortService<"Secrets">
  readonly tokens: PortService<"TokenIssuer">
  readonly otpSender: PortService<"OtpSender">
  readonly webhookStore: PortService<"WebhookStore">
  readonly webhookSender: PortService<"WebhookSender">
  readonly presenter: PortService<"EventPresenter">
}

/** The outline of a Layer of Effect, for the functions that take one. It cannot fail, and needs nothing. */
export interface PortsLayer<in Services> {
  readonly "~effect/Layer": {
    readonly _ROut: (_: Services) => void
    readonly _E: (_: never) => never
    readonly _RIn: (_: never) => never
  }
  /** Not for a call: of what it is the outline of, these are known to Effect alone. */
  readonly build: never
  readonly pipe: never
}

/** The services of the ports that options surely have, and of those that have a default. */
export type GivenServices<Options> =
  | PortServices["ids" | "presenter"]
  | {
      readonly [Name in keyof Options & keyof PortServices]: [Options] extends [
        Readonly<Record<Name, object>>,
      ]
        ? PortServices[Name]
        : never
    }[keyof Options & keyof PortServices]

/**
 * The options of `createBilling`, or some of them, as a layer: ports whose functions return promises, the policies, the clock
 * and the exporter. A server of the contract is built on it, and so is the contract of a port.
 *
 * @example
 * ```ts
 * import { type BillingStorePort, portsLayer } from "studio-billing/promises"
 * import { billingStoreContract } from "studio-billing/testing"
 *
 * declare const emptyStore: () => BillingStorePort
 * const contract = billingStoreContract(() => portsLayer({ store: emptyStore() }))
 * contract.length // 63
 * ```
 */
export const portsLayer = <Options extends Partial<BillingOptions>>(
  options: Options,
): PortsLayer<GivenServices<Options>> =>
  Layer.succeedContext(contextOf(options, "portsLayer", []).context) as PortsLayer<GivenServices<Options>>
