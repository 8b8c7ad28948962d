// The annotations of a call of the control plane: its texts, the largest body, and an example.
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import { describeOperation, type OperationDocument, openRecords } from "../../../src/api/index.ts"
import { codeOf, controlError, failsWith } from "./errors.ts"

/** The refusals that any call can answer. */
export class AnyCall extends HttpApiMiddleware.Service<AnyCall>()("studio-billing/AnyCall", {
  error: failsWith(
    "validation_error",
    "unauthorized",
    "forbidden",
    "world.limit_reached",
    "internal_server_error",
    "service_unavailable",
  ),
}) {}

/** The further refusals of a call that changes something. */
export const changeRefusals = ["payload_too_large", "unsupported_media_type"] as const

/** The rule of a call's body. No body is an empty object, unless a body is required. */
export class BodyRule extends Context.Service<
  BodyRule,
  { readonly bytesMax: number | undefined; readonly required: boolean }
>()("studio-billing/BodyRule") {}

const meanings: Readonly<Record<string, string>> = {
  organizationId: "The organization.",
  invoiceId: "The invoice. The world finds its organization.",
  voucherId: "The voucher.",
  itemId: "The invoice item, by the id that it was added under.",
  name: "The name of the snapshot or the world.",
  endpointId: "The webhook endpoint.",
  deliveryId: "The delivery.",
  eventId: "The event.",
  faultId: "The fault, by the id that making it answered.",
  gap: "The gap, as the register names it.",
  email: "The address that codes were sent to; all addresses if left out.",
  wait: "How many milliseconds of real time to wait for a code that was not used, at most.",
  planId: "The plan. In a list it leaves those with a live subscription to it.",
  code: "The code of the coupon.",
  userId: "The user.",
  subscriptionStatus: "Leaves those whose subscription has this status.",
  search:
    "A part of the name or of the id, of a request of its path or id, of an event of anything in it, in upper or lower case.",
  method: "Leaves requests of this method.",
  path: "Leaves requests whose path begins with this.",
  status: "Leaves those of this status.",
  type: "Leaves events of this type.",
  page: "Which page, from 1.",
  limit: "How many records a page has at most.",
}

const id = (end: string): string => `0190a000-0000-7000-8000-${end.padStart(12, "0")}`

const shown: Readonly<Record<string, string>> = {
  organizationId: id("1"),
  invoiceId: id("501"),
  voucherId: id("901"),
  itemId: "setup",
  name: "april",
  endpointId: id("601"),
  deliveryId: id("602"),
  faultId: id("701"),
  gap: "GAP-30",
  planId: id("100"),
  code: "WELCOME10",
  userId: id("12"),
}

const findings = [
  {
    rule: "double_charge",
    organizationId: id("1"),
    objectIds: [id("501")],
    requestIds: [],
    message: "The invoice was charged 2 times, and 1 of these charges are not recorded",
  },
]

const refusal = (code: string) =>
  code === "state.inconsistent" ? controlError(code, { findings }) : controlError(code as "forbidden")

/** Which headers answers have, as the document names them. */
const headersOf = (status: number) => ({
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  ...(status === 401 && { "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" } }),
  ...(status === 503 && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
})

const needsMember = (body: object): boolean => /"required":\["/.test(JSON.stringify(body))

/**
 * The annotations of a call. `answer` says what the answer is; the members of a record need no words.
 *
 * `body` is an example of its body. `bytesMax` is how large it may be, where that is not the usual.
 */
export const call = (options: {
  readonly summary: string
  readonly description?: string
  readonly answer: string
  readonly body?: object
  readonly bytesMax?: number
  readonly bodyRequired?: boolean
}): Context.Context<never> => {
  const { summary, description = options.answer, answer, body, bytesMax, bodyRequired = false } = options
  const texts = OpenApi.annotations({
    summary,
    description,
    transform: ({ requestBody, responses, ...spec }) => {
      const successes = Object.keys(responses)
        .map(Number)
        .filter((status) => status < 400)
      const cases = successes.map((status) => [`example${status}`, { summary: answer, body, status }])
      return describeOperation(
        {
          ...(spec as OperationDocument),
          security: [{}, { controlToken: [] }],
          ...(requestBody && {
            requestBody: { ...requestBody, required: bodyRequired || needsMember(requestBody) },
          }),
          responses: openRecords(responses),
        },
        {
          example: { params: shown, cases: Object.fromEntries(cases) },
          meanings,
          codeOf,
          refusal,
          headersOf,
        },
      )
    },
  })
  return Context.add(texts, BodyRule, { bytesMax, required: bodyRequired })
}
