// Every refusal on the wire: its code, its status and its sentence, in one table, and nowhere else a status. Models
// "Errors" of the specification; the body by GAP-01, the codes by GAP-02, GAP-03, GAP-11, GAP-13, GAP-37, GAP-42,
// GAP-43 and GAP-71 to GAP-73.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Amount, Count, DeclineCode, Text, Uuid } from "../records/wire.ts"

/** A fault of one member of the input: its dotted path (`billingDetails.address.country`) and the reason. */
export const FieldError = Schema.Struct({ message: Schema.String, path: Schema.String }).annotate({
  identifier: "FieldError",
})
export type FieldError = typeof FieldError.Type

/** A row of a table of refusals: its status, its sentence, and the members that only its code has. */
export const errorRow = <Status extends number, Members extends Schema.Struct.Fields = Record<never, never>>(
  statusCode: Status,
  message: string,
  members?: Members,
) => ({ statusCode, message, members: members ?? ({} as Members) })

/** The seconds after which the same call may succeed; absent where time alone does not help. Also `Retry-After`. */
const retry = { retryAfterSeconds: Schema.optionalKey(Count) }

/** Every refusal of the contract, by its code. */
export const errorRows = {
  validation_error: errorRow(400, "The request is invalid; errors says where."),
  "otp.invalid": errorRow(400, "The code is not valid."),
  "otp.expired": errorRow(400, "The code has expired."),
  "otp.already_used": errorRow(400, "The code was exchanged before."),
  "usage_event.too_old": errorRow(400, "The usage happened too long ago."),
  "usage_event.in_future": errorRow(400, "The usage lies in the future."),
  "subscription.quantity_not_allowed": errorRow(
    400,
    "The plan's interval is sold once: leave the quantity out, change a larger one to 1 first, or choose an interval that allows one.",
  ),

  unauthorized: errorRow(401, "A valid access token is needed."),
  "token.invalid": errorRow(401, "The refresh token is unknown or has expired."),
  "token.reused": errorRow(401, "The refresh token was used before; every token of its family is revoked."),

  "payment.declined": errorRow(
    402,
    "The payment was declined and the invoice is still due: pay it again, with another payment method if retryable is false.",
    { declineCode: DeclineCode, retryable: Schema.Boolean },
  ),

  forbidden: errorRow(403, "The access token lacks the permission that this needs."),
  "user.not_verified": errorRow(403, "The user's e-mail address is not verified."),
  "organization.inactive": errorRow(403, "The organization is inactive."),
  ORGANIZATION_SELECTION_REQUIRED: errorRow(403, "The user belongs to several organizations: choose one.", {
    organizations: Schema.Array(Schema.Struct({ organizationId: Uuid, name: Text })),
  }),

  "route.not_found": errorRow(404, "There is nothing at this path."),
  "organization.not_found": errorRow(404, "The organization does not exist."),
  "user.not_found": errorRow(404, "The user does not exist."),
  "plan.not_found": errorRow(404, "The plan does not exist."),
  "payment_method.not_found": errorRow(404, "The payment method does not exist."),
  "subscription.not_found": errorRow(404, "There is no such subscription."),
  "invoice.not_found": errorRow(404, "The invoice does not exist."),
  "invoice.no_upcoming": errorRow(404, "There is no upcoming invoice while the subscription is paused."),
  "coupon.not_found": errorRow(404, "The coupon does not exist."),
  "voucher.not_found": errorRow(404, "The voucher does not exist."),
  "invoice_item.not_found": errorRow(404, "The subscription has no such item that can still be billed."),
  "billing_threshold.not_found": errorRow(404, "The organization has no billing threshold."),
  "webhook_endpoint.not_found": errorRow(404, "The webhook endpoint does not exist."),
  "webhook_delivery.not_found": errorRow(404, "The webhook delivery does not exist."),

  method_not_allowed: errorRow(405, "The path does not take this method; Allow lists those that it takes."),

  "payment_method.max_of_3_card_payment_methods_reached": errorRow(
    409,
    "The organization has three cards already.",
  ),
  "payment_method.max_of_1_boleto_payment_methods_reached": errorRow(
    409,
    "The organization has a boleto already.",
  ),
  "payment_method.currency_mismatch": errorRow(409, "The payment method does not take this currency."),
  "payment_method.in_use": errorRow(
    409,
    "The subscription, or a payment in progress, needs the payment method.",
  ),
  "organization.payment_method_required": errorRow(409, "The organization has no payment method."),
  "plan.inactive": errorRow(409, "The plan cannot be subscribed to any more."),
  "subscription.already_exists": errorRow(
    409,
    "The organization has a live subscription already: change its plan, or cancel it first.",
  ),
  "subscription.invalid_transition": errorRow(409, "The subscription's state does not allow this."),
  "subscription.in_trial": errorRow(
    409,
    "The subscription is in its trial, where nothing is billed: cancel it, or pause it once the trial is over.",
  ),
  "subscription.usage_refused": errorRow(409, "The subscription took no usage at that time."),
  "subscription.too_many_changes": errorRow(
    409,
    "The subscription was changed too often in this cycle: wait for the next one, or change it for the end of the period.",
  ),
  "usage_event.conflict": errorRow(409, "A usage event of this id with other content exists."),
  "coupon.not_for_plan": errorRow(409, "The coupon is not for this plan."),
  "coupon.not_for_interval": errorRow(409, "The coupon is not for this interval."),
  "coupon.expired": errorRow(409, "The coupon has expired."),
  "coupon.depleted": errorRow(409, "The coupon has no redemption left."),
  "coupon.currency_mismatch": errorRow(409, "The coupon is in another currency."),
  "coupon.already_used": errorRow(409, "The organization used the coupon before."),
  "billing_threshold.currency_mismatch": errorRow(409, "The billing threshold is in another currency."),
  "invoice.not_payable": errorRow(409, "The invoice cannot be paid in its state."),
  "invoice.payment_in_progress": errorRow(409, "A payment of the invoice is in progress."),
  "invoice.changed": errorRow(409, "The invoice is not for the expected amount.", {
    payableAmount: Amount,
    amountDue: Amount,
  }),
  "invoice.invalid_transition": errorRow(409, "The invoice's state does not allow this."),
  "webhook_endpoint.max_of_20_webhook_endpoints_reached": errorRow(
    409,
    "There are twenty webhook endpoints already.",
  ),
  "refund.exceeds_paid": errorRow(409, "The refund exceeds what was paid and not given back."),
  "voucher.not_usable": errorRow(
    409,
    "The voucher cannot pay this: another currency, not valid now, or too little is left of it.",
  ),
  "voucher.not_payable": errorRow(
    409,
    "This cannot be paid out of the voucher: less is left, its payment is disputed, the id is of another payout or refund, or it has twenty payouts.",
  ),
  "voucher.not_revocable": errorRow(
    409,
    "Nothing of the voucher can be taken back: it is used up, or it is credit of an invoice that was not refunded by as much.",
  ),
  "organization.already_exists": errorRow(409, "There is an organization of this id already."),
  "user.already_exists": errorRow(409, "There is a user of this id or address already."),
  "plan.already_exists": errorRow(409, "There is a plan of this id already."),
  "subscription.has_coupon": errorRow(
    409,
    "The subscription has a coupon, or had one, and takes no other: grant a voucher instead.",
  ),
  "coupon.already_exists": errorRow(409, "There is a coupon of this id or code already."),
  "voucher.already_exists": errorRow(409, "The organization has a voucher of this id already."),
  "invoice_item.conflict": errorRow(409, "An item of this id with other content exists."),
  "invoice_item.billed": errorRow(409, "An invoice bills the item: give it back with a refund or a voucher."),
  "invoice_item.max_of_200_unbilled_invoice_items_reached": errorRow(
    409,
    "Two hundred items wait for the next invoice already.",
  ),
  "idempotency_key.reused": errorRow(409, "The idempotency key was used with another body."),
  "idempotency_key.in_use": errorRow(409, "A request of the same idempotency key is in progress."),

  payload_too_large: errorRow(413, "The body is too large."),
  unsupported_media_type: errorRow(415, "The body has to be application/json."),

  "otp.locked": errorRow(429, "There were too many wrong codes.", retry),
  rate_limited: errorRow(429, "There were too many requests; try again later.", retry),

  internal_server_error: errorRow(500, "Something went wrong."),
  service_unavailable: errorRow(503, "The service is busy; try again."),
} as const

/** Refusals by their codes. */
export type ErrorRows<Code extends PropertyKey = string> = {
  readonly [Name in Code]: ReturnType<typeof errorRow<number, Schema.Struct.Fields>>
}

type MembersOf<Rows extends ErrorRows<keyof Rows>, Code extends keyof Rows> = Schema.Struct.Type<
  Rows[Code]["members"]
>

/** The error body of a code of a table: the common members of GAP-01 and those that only this code has. */
export type ErrorOf<
  Rows extends ErrorRows<keyof Rows>,
  Code extends keyof Rows = keyof Rows,
> = Code extends keyof Rows
  ? {
      readonly statusCode: Rows[Code]["statusCode"]
      readonly code: Code
      readonly message: string
      /** Empty unless the input was invalid. */
      readonly errors: ReadonlyArray<FieldError>
    } & MembersOf<Rows, Code>
  : never

type Details<Rows extends ErrorRows<keyof Rows>, Code extends keyof Rows> = MembersOf<Rows, Code> & {
  readonly message?: string
  readonly errors?: ReadonlyArray<FieldError>
}

/** A table of refusals, ready for use. */
export interface ErrorTable<Rows extends ErrorRows<keyof Rows>> {
  /** Every code, in the order of the table. */
  readonly codes: ReadonlyArray<keyof Rows & string>
  /** The body of a code. */
  readonly error: <Code extends keyof Rows>(
    code: Code,
    ...details: Record<never, never> extends MembersOf<Rows, Code>
      ? [details?: Details<Rows, Code>]
      : [details: Details<Rows, Code>]
  ) => ErrorOf<Rows, Code>
  /** The code whose schema has a name in an OpenAPI document: `invoice.not_found` of `InvoiceNotFound`. */
  readonly codeOf: (identifier: string) => (keyof Rows & string) | undefined
  /** Declares codes: the schema of each, once. */
  readonly failsWith: <const Codes extends ReadonlyArray<keyof Rows & string>>(
    ...codes: Codes
  ) => ReadonlyArray<Schema.Codec<ErrorOf<Rows, Codes[number]>>>
}

/** Makes a table of refusals of its rows. */
export const errorTable = <Rows extends ErrorRows<keyof Rows>>(rows: Rows): ErrorTable<Rows> => {
  const codes = Object.keys(rows) as Array<keyof Rows & string>
  const schemas = new Map(codes.map((code) => [code, schemaOf(code, rows[code])]))
  const named = new Map(codes.map((code) => [identifierOf(code), code]))
  return {
    codes,
    error: (code, ...[details]) => {
      const { statusCode, message } = rows[code] as Rows[typeof code]
      return { statusCode, code, message, errors: [], ...details } as never
    },
    codeOf: (identifier) => named.get(identifier),
    failsWith: (...codes) => Array.from(new Set(codes), (code) => schemas.get(code) as never),
  }
}

const schemaOf = (code: string, { statusCode, message, members }: ErrorRows[string]) =>
  Schema.Struct({
    statusCode: Schema.Literal(statusCode),
    code: Schema.Literal(code),
    message: Schema.String,
    errors: Schema.Array(FieldError),
    ...members,
  })
    .annotate({ identifier: identifierOf(code), description: `\`${code}\`: ${message}` })
    .pipe(HttpApiSchema.status(statusCode))

const identifierOf = (code: string): string =>
  code
    .toLowerCase()
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("")

const table = errorTable(errorRows)

/** A code of the table. A code has one status. */
export type ErrorCode = keyof typeof errorRows

/** Every code, in the order of the table. */
export const errorCodes: ReadonlyArray<ErrorCode> = table.codes

/** The error body of one code of the contract. */
export type ApiErrorOf<Code extends ErrorCode> = ErrorOf<typeof errorRows, Code>

/** Any refusal: what an operation fails with is the body that is sent, told apart by `code`. GAP-01 */
export type ApiError = ApiErrorOf<ErrorCode>

/**
 * The refusal of a code, with the status and the sentence of the table.
 *
 * Members that only this code has are required; `message` and `errors` replace what the table says.
 *
 * @example
 * apiError("invoice.changed", { payableAmount: 12990 })
 * // { statusCode: 409, code: "invoice.changed", message: "The invoice is …", errors: [], payableAmount: 12990 }
 */
export const apiError: ErrorTable<typeof errorRows>["error"] = table.error

/** The code whose schema has a name in the contract's OpenAPI document. */
export const codeOf: ErrorTable<typeof errorRows>["codeOf"] = table.codeOf

/**
 * Declares the codes that an endpoint or a middleware answers: a schema for each code. What is not declared is never sent.
 *
 * @example
 * HttpApiEndpoint.get("get", "/invoices/:invoiceId", { error: failsWith("invoice.not_found") })
 */
export const failsWith: ErrorTable<typeof errorRows>["failsWith"] = table.failsWith
