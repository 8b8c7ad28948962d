// Adding a payment method, within the limits. Models "Add a payment method" of the specification.
import * as Effect from "effect/Effect"
import type { LifecycleRejection } from "../../core/billing/subscriptions/Lifecycle.ts"
import { addMethod } from "../../core/billing/subscriptions/Methods.ts"
import * as PaymentMethod from "../../core/payment-method/PaymentMethod.ts"
import { IdSource } from "../../ports/IdSource.ts"
import type { CardTokenInvalid, GatewayUnavailable } from "../../ports/PaymentGateway.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "../execution/applyDue.ts"
import { CurrentBillingPolicy } from "../execution/CurrentBillingPolicy.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import { askForCard } from "../ports/askGateway.ts"

/** A card by its token, or a boleto, which needs name, email and address. GAP-20 */
export type AddPaymentMethod = {
  readonly organizationId: string
  readonly isDefault: boolean
  readonly billingDetails: PaymentMethod.BillingDetails
} & ({ readonly type: "CARD"; readonly cardToken: string } | { readonly type: "BOLETO" })

/**
 * Adds a payment method. The first one is always the default. Over a limit nothing is stored, and the card's token is
 * not used. Debt of a cancelled subscription is charged with it before this answers; a refused charge is not a failure.
 * GAP-22, GAP-93
 */
export const addPaymentMethod = useCase("addPaymentMethod")(function* (
  command: AddPaymentMethod,
): Effect.fn.Return<
  PaymentMethod.PaymentMethod,
  | PaymentMethod.PaymentMethodLimitReached
  | CardTokenInvalid
  | GatewayUnavailable
  | Loaded<LifecycleRejection>
  | ApplyDueRejection,
  BillingPorts
> {
  const { organizationId, type } = command
  const { paymentMethodsMax } = yield* CurrentBillingPolicy
  const { loaded, upTo } = yield* applyDue({ organizationId })
  yield* Effect.fromResult(PaymentMethod.checkLimit(loaded.value.paymentMethods, type, paymentMethodsMax))
  const method = yield* methodOf(command, upTo)
  // Storing the card may have taken long, so the account is loaded again.
  const { change } = yield* decideAndCharge({
    organizationId,
    decide: (account, now, rules) => addMethod(account, { method, now }, rules),
  })
  const { paymentMethodId } = method
  return yield* Effect.orDie(
    Effect.fromResult(PaymentMethod.find(change.account.paymentMethods, paymentMethodId)),
  )
}, about)

const methodOf = Effect.fnUntraced(function* (command: AddPaymentMethod, createdAt: number) {
  const { organizationId, isDefault, billingDetails } = command
  const paymentMethodId = yield* (yield* IdSource).next
  const common = { paymentMethodId, organizationId, isDefault, billingDetails, createdAt }
  if (command.type === "BOLETO") return { ...common, type: "BOLETO", test: false } as const
  const card = yield* askForCard(organizationId, command.cardToken)
  return { ...common, ...card, type: "CARD" } as const
})
