// What is said about an endpoint beside its shapes: its texts, the permission it requires, how it takes its body, and
// how a call of it is made again. GAP-05, GAP-18, GAP-43, GAP-75
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import type { Permission } from "../../core/identity/Permission.ts"
import { failsWith } from "../errors/errors.ts"
import { withAlternatives } from "./alternatives.ts"
import { RequiredPermission } from "./authorization.ts"

/** The refusals that any endpoint can answer. */
export class AnyOperation extends HttpApiMiddleware.Service<AnyOperation>()("studio-billing/AnyOperation", {
  error: failsWith("validation_error", "rate_limited", "internal_server_error", "service_unavailable"),
}) {}

/** The further refusals of an endpoint with a body. GAP-08 */
export const bodyRefusals = ["payload_too_large", "unsupported_media_type"] as const

/** The refusals of a coupon that exists, where it is redeemed. GAP-37 */
export const couponRefusals = [
  "coupon.not_for_plan",
  "coupon.not_for_interval",
  "coupon.expired",
  "coupon.depleted",
  "coupon.currency_mismatch",
  "coupon.already_used",
] as const

/** A key under which a call acts once: 1 to 255 visible ASCII characters. GAP-43 */
export const IdempotencyKeyText = Schema.String.check(
  Schema.isPattern(/^[!-~]{1,255}$/u, { expected: "a key of 1 to 255 visible ASCII characters" }),
)

/** The headers of a POST that moves money: it can be made again under the same key. GAP-43 */
export const idempotencyHeaders = { "idempotency-key": Schema.optionalKey(IdempotencyKeyText) }

/** The further refusals of such a POST. GAP-43 */
export const keyRefusals = ["idempotency_key.reused", "idempotency_key.in_use"] as const

/**
 * The annotations of an endpoint.
 *
 * `permission`: null where a valid token is enough; absent where none is needed.
 * `movesMoney`: a member that the body does not know is refused, so that a misspelt one cannot charge another card. A
 * POST of that kind takes `idempotencyHeaders` and answers `keyRefusals` as well.
 * `bodyOptional`: no body is the same as an empty object.
 */
export const operation = (options: {
  readonly summary: string
  readonly description: string
  readonly permission?: Permission | null
  readonly movesMoney?: boolean
  readonly bodyOptional?: boolean
}): Context.Context<never> => {
  const { summary, permission, movesMoney = false, bodyOptional = false } = options
  const needs = permission === null ? "a valid access token" : `\`${permission}\``
  const description =
    permission === undefined ? options.description : `${options.description} Requires ${needs}.`
  const texts = OpenApi.annotations({
    summary,
    description,
    transform: ({ requestBody, responses, ...spec }) => ({
      ...spec,
      ...(requestBody && {
        requestBody: {
          ...withAlternatives(movesMoney ? requestBody : openRecords(requestBody)),
          required: !bodyOptional,
        },
      }),
      responses: openRecords(responses),
      ...(typeof permission === "string" && { "x-required-permission": permission }),
    }),
  })
  const secured = permission === undefined ? texts : Context.add(texts, RequiredPermission, permission)
  return movesMoney
    ? Context.add(secured, HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
    : secured
}

/** A part of an OpenAPI document without the claim that its records have no further members: they may get some. GAP-05 */
export const openRecords = <A>(part: A): A =>
  JSON.parse(
    JSON.stringify(part, (key, value) =>
      key === "additionalProperties" && value === false ? undefined : value,
    ),
  )

/** A part of an OpenAPI document whose literal integers are integers. The library calls each number a number. */
export const withIntegers = <A>(part: A): A =>
  JSON.parse(
    JSON.stringify(part, (_, value) =>
      value?.type === "number" && value.enum?.every(Number.isSafeInteger)
        ? { ...value, type: "integer" }
        : value,
    ),
  )
