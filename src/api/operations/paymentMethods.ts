// Payment methods of an organization: cards and boletos. Models "PaymentMethod" and "Add a payment method" of the
// specification; the boleto by GAP-20, managing by GAP-21, the default by GAP-22, test cards by GAP-23.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { failsWith } from "../errors/errors.ts"
import { pageOf, paging } from "../records/paging.ts"
import { Email, organizationParams, Text, Uuid } from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { bodyRefusals, idempotencyHeaders, keyRefusals, operation } from "./operation.ts"

const common = {
  paymentMethodId: Text,
  organizationId: Uuid,
  isDefault: Schema.Boolean,
  billingDetails: Schema.Struct({ name: Schema.NullOr(Schema.String), email: Schema.NullOr(Schema.String) }),
  /** Charges no real money. GAP-23 */
  test: Schema.Boolean,
}

/** A stored card. */
export const WireCard = Schema.Struct({
  ...common,
  type: Schema.Literal("CARD"),
  brand: Schema.String,
  last4: Schema.String.check(Schema.isPattern(/^\d{4}$/u, { expected: "four digits" })),
  expMonth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }, { expected: "a month" })),
  expYear: Schema.Int.check(
    Schema.isBetween({ minimum: 1000, maximum: 9999 }, { expected: "a year of four digits" }),
  ),
}).annotate({ identifier: "CardPaymentMethod" })

/** A boleto: the members of a card are absent. GAP-20 */
export const WireBoleto = Schema.Struct({ ...common, type: Schema.Literal("BOLETO") }).annotate({
  identifier: "BoletoPaymentMethod",
})

/** A way to pay. */
export const WirePaymentMethod = Schema.Union([WireCard, WireBoleto]).annotate({
  identifier: "PaymentMethod",
})
export type WirePaymentMethod = typeof WirePaymentMethod.Type

/** A billing address. */
export const WireAddress = Schema.Struct({
  line1: Text,
  city: Text,
  state: Text,
  postalCode: Text,
  country: Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u, { expected: "a two-letter country code" })),
})

const details = { name: Text, email: Email }

const phoneNumber = Schema.String.check(
  Schema.isPattern(/^\+[1-9]\d{6,14}$/u, { expected: "a phone number in international format" }),
)
const phone = { phone: Schema.optionalKey(phoneNumber) }

/**
 * A card to store; `cardToken` stands for it at the payment processor. An unknown token is 400 at its path. Billing
 * details may be left out, whole or in part. GAP-78
 */
export const WireNewCard = Schema.Struct({
  type: Schema.Literal("CARD"),
  cardToken: Text,
  isDefault: Schema.optionalKey(Schema.Boolean),
  billingDetails: Schema.optionalKey(
    Schema.Struct({
      name: Schema.optionalKey(details.name),
      email: Schema.optionalKey(details.email),
      ...phone,
      address: Schema.optionalKey(WireAddress),
    }),
  ),
})

/** A boleto to store. It is addressed to somebody, so its billing details are complete. GAP-20 */
export const WireNewBoleto = Schema.Struct({
  type: Schema.Literal("BOLETO"),
  isDefault: Schema.optionalKey(Schema.Boolean),
  billingDetails: Schema.Struct({ ...details, ...phone, address: WireAddress }),
})

/** A payment method to store. */
export const WireNewPaymentMethod = Schema.Union([WireNewCard, WireNewBoleto])
export type WireNewPaymentMethod = typeof WireNewPaymentMethod.Type

/**
 * What is to be changed of a payment method. A method becomes the default, and never ceases to be it by itself; of the
 * billing details a member that is absent stays as it is, and null removes it. GAP-21, GAP-97
 */
export const WirePaymentMethodChange = Schema.Struct({
  isDefault: Schema.optionalKey(Schema.Literal(true)),
  billingDetails: Schema.optionalKey(
    Schema.Struct({
      name: Schema.optionalKey(Schema.NullOr(details.name)),
      email: Schema.optionalKey(Schema.NullOr(details.email)),
      phone: Schema.optionalKey(Schema.NullOr(phoneNumber)),
      address: Schema.optionalKey(Schema.NullOr(WireAddress)),
    }),
  ),
})
export type WirePaymentMethodChange = typeof WirePaymentMethodChange.Type

const methodParams = { ...organizationParams, paymentMethodId: Text }

/** The operations on payment methods. What creates answers 201, what removes 204, all else 200. GAP-07 */
export const paymentMethods = HttpApiGroup.make("paymentMethods")
  .add(
    HttpApiEndpoint.post("add", "/", {
      params: organizationParams,
      headers: idempotencyHeaders,
      payload: WireNewPaymentMethod,
      success: WirePaymentMethod.pipe(HttpApiSchema.status(201)),
      error: failsWith(
        "payment_method.max_of_3_card_payment_methods_reached",
        "payment_method.max_of_1_boleto_payment_methods_reached",
        ...keyRefusals,
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Add a payment method",
        description:
          "Stores a card or a boleto. The first method of an organization is its default whatever `isDefault` says.",
        permission: "payment_method:write",
        movesMoney: true,
      }),
    ),
    HttpApiEndpoint.get("list", "/", {
      params: organizationParams,
      query: paging,
      success: pageOf(WirePaymentMethod),
    }).annotateMerge(
      operation({
        summary: "List payment methods",
        description: "The payment methods of the organization.",
        permission: "payment_method:read",
      }),
    ),
    HttpApiEndpoint.get("get", "/:paymentMethodId", {
      params: methodParams,
      success: WirePaymentMethod,
      error: failsWith("payment_method.not_found"),
    }).annotateMerge(
      operation({
        summary: "View a payment method",
        description: "One payment method of the organization.",
        permission: "payment_method:read",
      }),
    ),
    HttpApiEndpoint.patch("update", "/:paymentMethodId", {
      params: methodParams,
      payload: [WirePaymentMethodChange, HttpApiSchema.NoContent],
      success: WirePaymentMethod,
      error: failsWith("payment_method.not_found", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Change a payment method",
        description: "Makes it the default, or changes its billing details member by member.",
        permission: "payment_method:write",
        movesMoney: true,
        bodyOptional: true,
      }),
    ),
    HttpApiEndpoint.delete("remove", "/:paymentMethodId", {
      params: methodParams,
      success: HttpApiSchema.NoContent,
      error: failsWith("payment_method.not_found", "payment_method.in_use"),
    }).annotateMerge(
      operation({
        summary: "Delete a payment method",
        description: "Removes it; a live subscription that charged it charges the default from then on.",
        permission: "payment_method:write",
      }),
    ),
  )
  .prefix("/organizations/:organizationId/payment-methods")
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Payment methods", description: "How an organization pays." }))
