// Ports as `studio-billing/promises` takes them, as the layer of a contract.
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { BillingStore } from "../ports/BillingStore.ts"
import type { EventPresenter } from "../ports/EventPresenter.ts"
import type { IdSource } from "../ports/IdSource.ts"
import type { OtpSender } from "../ports/OtpSender.ts"
import type { PaymentGateway } from "../ports/PaymentGateway.ts"
import type { Secrets } from "../ports/Secrets.ts"
import type { TokenIssuer } from "../ports/TokenIssuer.ts"
import type { WebhookSender } from "../ports/WebhookSender.ts"
import type { WebhookStore } from "../ports/WebhookStore.ts"
import type { BillingOptions } from "../promises/index.ts"
import { adapters, type PortName, withPort } from "../promises/ports/services.ts"
import { refuseUnknown } from "../promises/shapes.ts"

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

const CALL = "portsLayer"

/**
 * Ports whose functions return promises, as the layer that a contract takes. Their names are those of the options of
 * `createBilling`.
 *
 * @example
 * ```ts
 * import type { BillingStorePort } from "studio-billing/promises"
 * import { billingStoreContract, portsLayer } from "studio-billing/testing"
 *
 * declare const emptyStore: () => BillingStorePort
 * const contract = billingStoreContract(() => portsLayer({ store: emptyStore() }))
 * contract.length // 63
 * ```
 */
export const portsLayer = <Name extends keyof PortServices>(
  ports: Pick<Required<BillingOptions>, Name>,
): Layer.Layer<PortServices[Name]> => {
  refuseUnknown(ports, Object.keys(adapters), CALL)
  let context: Context.Context<never> = Context.empty()
  for (const [name, port] of Object.entries<object>(ports)) {
    context = withPort(context, name as PortName, port, () => undefined, CALL)
  }
  return Layer.succeedContext(context as Context.Context<PortServices[Name]>)
}
