// Every refusal on the wire: its code, its status and its sentence, in one table, and nowhere else a status. Models
// "Errors" of the specification; the body by GAP-01, the codes by GAP-02, GAP-03, GAP-11, GAP-13, GAP-37, GAP-42,
// GAP-43 and GAP-71 to GAP-73.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Amount, Count, DeclineCode, Text, Uuid } from "./wire.ts"

/** What is wrong with one member of the input: its dotted path (`billingDetails.address.country`) and why. */
export const FieldError = Schema.Struct({ message: Schema.String, path: Schema.String }).annotate({
  identifier: "FieldError",
})
export type FieldError = typeof FieldError.Type

/** What an audit found: which rule is broken, by what, and which requests did it where that is known. */
export const Finding = Schema.Struct({
  rule: Schema.String,
  organizationId: Schema.NullOr(Schema.String),
  objectIds: Schema.Array(Schema.String),
  requestIds: Schema.Array(Schema.String),
  message: Schema.String,
}).annotate({ identifier: "Finding" })
export type Finding = typeof Finding.Type

const row = <Status extends number, Members extends Schema.Struct.Fields = Record<never, never>>(
  statusCode: Status,
  message: string,
  members?: Members,
) => ({ statusCode, message, members: members ?? ({} as Members) })

/** In how many seconds the same call may succeed; absent where time alone does not help. Also as `Retry-After`. */
const retry = { retryAfterSeconds: Schema.optionalKey(Count) }

const table = {
  validation_error: row(400, "The request is invalid; errors says where."),
  "otp.invalid": row(400, "The code is not valid."),
  "otp.expired": row(400, "The code has expired."),
  "otp.already_used": row(400, "The code was exchanged before."),
  "usage_event.too_old": row(400, "The usage happened too long ago."),
  "usage_event.in_future": row(400, "The usage lies in the future."),

  unauthorized: row(401, "A valid access token is needed."),
  "token.invalid": row(401, "The refresh token is unknown or has expired."),
  "token.reused": row(401, "The refresh token was used before; every token of its family is revoked."),

  "payment.declined": row(402, "The payment was declined.", {
    declineCode: DeclineCode,
    retryable: Schema.Boolean,
  }),

  forbidden: row(403, "The access token lacks the permission that this needs."),
  "user.not_verified": row(403, "The user's e-mail address is not verified."),
  "organization.inactive": row(403, "The organization is inactive."),
  ORGANIZATION_SELECTION_REQUIRED: row(403, "The user belongs to several organizations: choose one.", {
    organizations: Schema.Array(Schema.Struct({ organizationId: Uuid, name: Text })),
  }),

  "route.not_found": row(404, "There is nothing at this path."),
  "organization.not_found": row(404, "The organization does not exist."),
  "user.not_found": row(404, "The user does not exist."),
  "plan.not_found": row(404, "The plan does not exist."),
  "payment_method.not_found": row(404, "The payment method does not exist."),
  "subscription.not_found": row(404, "There is no such subscription."),
  "invoice.not_found": row(404, "The invoice does not exist."),
  "invoice.no_upcoming": row(404, "There is no upcoming invoice while the subscription is paused."),
  "coupon.not_found": row(404, "The coupon does not exist."),
  "voucher.not_found": row(404, "The voucher does not exist."),
  "billing_threshold.not_found": row(404, "The organization has no billing threshold."),
  "webhook_endpoint.not_found": row(404, "The webhook endpoint does not exist."),
  "webhook_delivery.not_found": row(404, "The webhook delivery does not exist."),
  "snapshot.not_found": row(404, "The world has no snapshot of this name."),
  "fault.not_found": row(404, "The fault does not exist."),
  "assumption.not_found": row(404, "The gap register has no such gap."),

  method_not_allowed: row(405, "The path does not take this method; Allow lists those that it takes."),

  "payment_method.max_of_3_card_payment_methods_reached": row(
    409,
    "The organization has three cards already.",
  ),
  "payment_method.max_of_1_boleto_payment_methods_reached": row(
    409,
    "The organization has a boleto already.",
  ),
  "payment_method.currency_mismatch": row(409, "The payment method does not take this currency."),
  "payment_method.in_use": row(409, "The subscription, or a payment in progress, needs the payment method."),
  "organization.payment_method_required": row(409, "The organization has no payment method."),
  "organization.user_required": row(
    409,
    "No user belongs to the organization; POST /_simulator/users makes one who does.",
  ),
  "plan.inactive": row(409, "The plan cannot be subscribed to any more."),
  "subscription.already_exists": row(409, "The organization has a live subscription already."),
  "subscription.invalid_transition": row(409, "The subscription's state does not allow this."),
  "subscription.usage_refused": row(409, "The subscription took no usage at that time."),
  "subscription.too_many_changes": row(
    409,
    "The subscription was changed too often in this cycle: wait for the next one, or change it for the end of the period.",
  ),
  "usage_event.conflict": row(409, "A usage event of this id with other content exists."),
  "coupon.not_for_plan": row(409, "The coupon is not for this plan."),
  "coupon.not_for_interval": row(409, "The coupon is not for this interval."),
  "coupon.expired": row(409, "The coupon has expired."),
  "coupon.depleted": row(409, "The coupon has no redemption left."),
  "coupon.currency_mismatch": row(409, "The coupon is in another currency."),
  "coupon.already_used": row(409, "The organization used the coupon before."),
  "billing_threshold.currency_mismatch": row(409, "The billing threshold is in another currency."),
  "invoice.not_payable": row(409, "The invoice cannot be paid in its state."),
  "invoice.payment_in_progress": row(409, "A payment of the invoice is in progress."),
  "invoice.changed": row(409, "The invoice is not for the expected amount.", {
    payableAmount: Amount,
    amountDue: Amount,
  }),
  "invoice.invalid_transition": row(409, "The invoice's state does not allow this."),
  "webhook_endpoint.max_of_20_webhook_endpoints_reached": row(
    409,
    "There are twenty webhook endpoints already.",
  ),
  "refund.exceeds_paid": row(409, "The refund exceeds what was paid and not given back."),
  "voucher.not_usable": row(
    409,
    "The voucher cannot pay this: another currency, not valid now, or too little is left of it.",
  ),
  "organization.already_exists": row(409, "There is an organization of this id already."),
  "user.already_exists": row(409, "There is a user of this id or address already."),
  "plan.already_exists": row(409, "There is a plan of this id already."),
  "coupon.already_exists": row(409, "There is a coupon of this id or code already."),
  "voucher.already_exists": row(409, "The organization has a voucher of this id already."),
  "fault.max_of_100_faults_reached": row(409, "There are a hundred faults already that are not over."),
  "idempotency_key.reused": row(409, "The idempotency key was used with another body."),
  "idempotency_key.in_use": row(409, "A request of the same idempotency key is in progress."),
  "snapshot.max_of_100_snapshots_reached": row(409, "The world has a hundred snapshots already."),
  "state.file_required": row(409, "The simulator was started without a file to save its state to."),

  payload_too_large: row(413, "The body is too large."),
  unsupported_media_type: row(415, "The body has to be application/json."),

  "state.inconsistent": row(422, "The state breaks rules; findings says which.", {
    findings: Schema.Array(Finding),
  }),

  "otp.locked": row(429, "There were too many wrong codes.", retry),
  rate_limited: row(429, "There were too many requests; try again later.", retry),
  "world.max_of_100_worlds_reached": row(429, "There are a hundred worlds already."),
  "stream.max_of_20_streams_reached": row(429, "Twenty streams of the world are open already."),

  internal_server_error: row(500, "Something went wrong."),
  "state.not_saved": row(500, "The state could not be saved; the file is as it was."),
  service_unavailable: row(503, "The service is busy; try again."),
} as const

type Table = typeof table

/** A code of the table. A code has one status. */
export type ErrorCode = keyof Table

/** Every code, in the order of the table. */
export const errorCodes = Object.keys(table) as ReadonlyArray<ErrorCode>

type MembersOf<Code extends ErrorCode> = Schema.Struct.Type<Table[Code]["members"]>

/** The error body of one code: the common members of GAP-01 and those that only this code has. */
export type ApiErrorOf<Code extends ErrorCode> = Code extends ErrorCode
  ? {
      readonly statusCode: Table[Code]["statusCode"]
      readonly code: Code
      readonly message: string
      /** Empty unless the input was invalid. */
      readonly errors: ReadonlyArray<FieldError>
    } & MembersOf<Code>
  : never

/** Any refusal: what an operation fails with is the body that is sent, told apart by `code`. GAP-01 */
export type ApiError = ApiErrorOf<ErrorCode>

type Details<Code extends ErrorCode> = MembersOf<Code> & {
  readonly message?: string
  readonly errors?: ReadonlyArray<FieldError>
}

/**
 * The refusal of a code, with the status and the sentence of the table.
 *
 * Members that only this code has are required; `message` and `errors` replace what the table says.
 *
 * @example
 * apiError("invoice.changed", { payableAmount: 12990 })
 * // { statusCode: 409, code: "invoice.changed", message: "The invoice is …", errors: [], payableAmount: 12990 }
 */
export const apiError = <Code extends ErrorCode>(
  code: Code,
  ...[details]: Record<never, never> extends MembersOf<Code>
    ? [details?: Details<Code>]
    : [details: Details<Code>]
): ApiErrorOf<Code> => {
  const { statusCode, message } = table[code]
  return { statusCode, code, message, errors: [], ...details } as unknown as ApiErrorOf<Code>
}

/**
 * Declares the codes that an endpoint or a middleware answers: one schema a status, whose `code` lists them, and one of
 * its own for each code with further members. What is not declared is never sent.
 *
 * @example
 * HttpApiEndpoint.get("get", "/invoices/:invoiceId", { error: failsWith("invoice.not_found") })
 */
export const failsWith = <const Codes extends ReadonlyArray<ErrorCode>>(
  ...codes: Codes
): ReadonlyArray<Schema.Codec<ApiErrorOf<Codes[number]>>> => {
  const groups = new Map<number | ErrorCode, Array<ErrorCode>>()
  for (const code of codes) {
    const { statusCode, members } = table[code]
    const key = Object.keys(members).length === 0 ? statusCode : code
    groups.set(key, [...(groups.get(key) ?? []), code])
  }
  return Array.from(groups.values(), (group) => schemaOf(group) as never)
}

const schemaOf = (codes: ReadonlyArray<ErrorCode>) => {
  const { statusCode, members } = table[codes[0] as ErrorCode]
  return Schema.Struct({
    statusCode: Schema.Literal(statusCode),
    code: codes.length === 1 ? Schema.Literal(codes[0] as ErrorCode) : Schema.Literals(codes),
    message: Schema.String,
    errors: Schema.Array(FieldError),
    ...(members as Schema.Struct.Fields),
  })
    .annotate({ description: codes.map((code) => `\`${code}\`: ${table[code].message}`).join(" ") })
    .pipe(HttpApiSchema.status(statusCode))
}
