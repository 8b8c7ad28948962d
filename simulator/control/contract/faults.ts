// Faults: asked for, looked at and taken back.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { pageOf, paging, Text, Uuid } from "../../../src/api/index.ts"
import { GATEWAY_OUTCOMES } from "../../faults/Fault.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"
import { integer, optional } from "./records.ts"

/** The longest delay of a call or a charge. */
export const DELAY_MILLIS_MAX = 60_000

/** The largest `nth` and `times`. */
export const CALLS_MAX = 1_000_000

const count = Schema.optionalKey(integer(1, CALLS_MAX))
const delayMs = integer(0, DELAY_MILLIS_MAX)
const order = Schema.Union([Schema.Literal("reverse"), Schema.Struct({ seed: integer(0, 2 ** 32 - 1) })])
const outcome = Schema.Literals(GATEWAY_OUTCOMES)

const matcher = {
  method: optional(Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  path: optional(Text),
  organizationId: optional(Uuid),
  nth: count,
  times: count,
}

const wishOf = <K extends string, F extends Schema.Struct.Fields>(kind: K, own: F) =>
  Schema.Struct({ kind: Schema.Literal(kind), ...matcher, ...own })

/** A fault to make; `nth` and `times` are 1 by default. */
export const FaultWish = Schema.Union([
  wishOf("respond", { status: integer(400, 599), code: optional(Text) }),
  wishOf("delay", { delayMs }),
  wishOf("drop_before", {}),
  wishOf("drop_after", {}),
  wishOf("gateway", { outcome, delayMs: Schema.optionalKey(delayMs) }),
  wishOf("double_charge", {}),
  wishOf("webhook_hold", {}),
  wishOf("webhook_duplicate", {}),
  wishOf("webhook_reorder", { order: Schema.optionalKey(order) }),
  wishOf("webhook_fail", {}),
])
export type FaultWish = typeof FaultWish.Type

const faultOf = <K extends string, F extends Schema.Struct.Fields>(kind: K, own: F) =>
  Schema.Struct({
    faultId: Schema.String,
    kind: Schema.Literal(kind),
    method: Schema.NullOr(Schema.String),
    path: Schema.NullOr(Schema.String),
    organizationId: Schema.NullOr(Schema.String),
    nth: Schema.Int,
    times: Schema.Int,
    ...own,
    matched: Schema.Int,
    struck: Schema.Int,
  })

/** A fault that was made, and how far it is. */
export const PendingFault = Schema.Union([
  faultOf("respond", { status: Schema.Int, code: Schema.NullOr(Schema.String) }),
  faultOf("delay", { delayMs }),
  faultOf("drop_before", {}),
  faultOf("drop_after", {}),
  faultOf("gateway", { outcome, delayMs }),
  faultOf("double_charge", {}),
  faultOf("webhook_hold", {}),
  faultOf("webhook_duplicate", {}),
  faultOf("webhook_reorder", { order }),
  faultOf("webhook_fail", {}),
]).annotate({ identifier: "Fault" })
export type PendingFault = typeof PendingFault.Type

/** The calls about faults. */
export const faults = HttpApiGroup.make("faults")
  .add(
    HttpApiEndpoint.get("list", "/", { query: paging, success: pageOf(PendingFault) }).annotateMerge(
      call({
        summary: "List faults",
        answer: "The faults, newest first, with how many calls each `matched` and `struck`.",
      }),
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: FaultWish,
      success: PendingFault.pipe(HttpApiSchema.status(201)),
      error: failsWith("fault.max_of_100_faults_reached", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Make a fault",
        answer: "The fault.",
        body: { kind: "respond", status: 503, method: "GET", path: "/studio/plans" },
      }),
    ),
    HttpApiEndpoint.delete("clear", "/", {
      success: HttpApiSchema.NoContent,
      error: failsWith(...changeRefusals),
    }).annotateMerge(call({ summary: "Delete all faults", answer: "All are gone." })),
    HttpApiEndpoint.get("view", "/:faultId", {
      params: { faultId: Schema.String },
      success: PendingFault,
      error: failsWith("fault.not_found"),
    }).annotateMerge(call({ summary: "View a fault", answer: "The fault." })),
    HttpApiEndpoint.delete("delete", "/:faultId", {
      params: { faultId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: failsWith("fault.not_found", ...changeRefusals),
    }).annotateMerge(call({ summary: "Delete a fault", answer: "It is gone." })),
  )
  .prefix("/faults")
  .annotateMerge(OpenApi.annotations({ title: "Faults", description: "Failures on purpose." }))
