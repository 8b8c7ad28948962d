// Ports whose functions return promises as a layer, for what is built on Effect: a server of the contract, and the contracts
// of ports.
import type * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { EventPresenter } from "../../ports/EventPresenter.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { OtpSender } from "../../ports/OtpSender.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import type { Secrets } from "../../ports/Secrets.ts"
import type { TokenIssuer } from "../../ports/TokenIssuer.ts"
import type { WebhookSender } from "../../ports/WebhookSender.ts"
import type { WebhookStore } from "../../ports/WebhookStore.ts"
import type { BillingOptions } from "../options.ts"
import { contextOf } from "./context.ts"

/** The service of each port, by its name in the options of `createBilling`. */
export interface PortServices {
  readonly store: BillingStore
  readonly gateway: PaymentGateway
  readonly ids: IdSource
  readonly secrets: Secrets
  readonly tokens: TokenIssuer
  readonly otpSender: OtpSender
  readonly webhookStore: WebhookStore
  readonly webhookSender: WebhookSender
  readonly presenter: EventPresenter
}

/** The services of the ports that options surely have, and of those that have a default. */
export type GivenServices<Options> =
  | IdSource
  | EventPresenter
  | {
      readonly [Name in keyof Options & keyof PortServices]: undefined extends Options[Name]
        ? never
        : PortServices[Name]
    }[keyof Options & keyof PortServices]

/**
 * The options of `createBilling`, or some of them, as a layer: ports whose functions return promises, the policies and the
 * clock. A server of the contract is built on it, and so is the contract of a port.
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
): Layer.Layer<GivenServices<Options>> => {
  const { context } = contextOf(options, "portsLayer", [])
  return Layer.succeedContext(context as Context.Context<GivenServices<Options>>)
}
