// The world as a whole: whether it is there, what it did, whether it is sound, and back to its beginning.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Amount, Count, pageOf, paging, Text, Timestamp } from "../../../src/api/index.ts"
import { isName, NAME_EXPECTED } from "../../world/names.ts"
import { call, changeRefusals } from "./call.ts"
import { Finding, failsWith } from "./errors.ts"

/** That a simulator is there. */
export const Health = Schema.Struct({ status: Schema.Literal("ok"), now: Timestamp, version: Schema.String })

/** Tells whether every rule holds, and what does not. */
export const Audit = Schema.Struct({
  ok: Schema.Boolean,
  findings: Schema.Array(Finding),
  shortfalls: Schema.Array(
    Schema.Struct({
      organizationId: Schema.String,
      invoiceId: Schema.String,
      amount: Amount,
      currency: Schema.String,
    }),
  ),
}).annotate({ identifier: "Audit" })
export type Audit = typeof Audit.Type

/** A charge of the gateway with its true outcome. */
export const Charge = Schema.Struct({
  attemptId: Schema.String,
  invoiceId: Schema.String,
  amount: Amount,
  currency: Schema.String,
  status: Schema.Literals(["APPROVED", "DECLINED", "PENDING", "CANCELLED"]),
  at: Timestamp,
  requestId: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Charge" })

const RequestStatus = Schema.String.check(
  Schema.makeFilter((text: string) => /^[1-5](?:\d\d|xx)$/.test(text), {
    expected: "a status, such as 404, or a class of them, such as 4xx",
  }),
)

/** A request with its answer, as the log has it. */
export const LoggedRequest = Schema.Struct({
  requestId: Schema.String,
  /** On the world's clock. */
  at: Timestamp,
  method: Schema.String,
  /** Without the query and the prefix of a world. */
  path: Schema.String,
  /** The one of the path, where the path has one. */
  organizationId: Schema.NullOr(Schema.String),
  status: Count,
  /** Of real time. */
  durationMillis: Schema.Finite,
  /** Without its secrets; null when there was none, or it was not read, too large or no JSON. */
  requestBody: Schema.Unknown,
  /** The bytes of the body that were read. */
  requestBytes: Count,
  /** As `requestBody`. */
  responseBody: Schema.Unknown,
  /** Null when the answer is written as it is sent, so that nobody knows its size. */
  responseBytes: Schema.NullOr(Count),
}).annotate({ identifier: "LoggedRequest" })
export type LoggedRequest = typeof LoggedRequest.Type

/** A world that has begun, and what its clock shows. */
export const BegunWorld = Schema.Struct({ name: Schema.String, now: Timestamp }).annotate({
  identifier: "World",
})
export type BegunWorld = typeof BegunWorld.Type

/** The calls about a world as a whole. */
export const world = HttpApiGroup.make("world")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
      call({ summary: "View the simulator", answer: "The simulator is there." }),
    ),
    HttpApiEndpoint.post("reset", "/reset", {
      success: HttpApiSchema.NoContent,
      error: failsWith(...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Reset the world",
        answer:
          "The world is back at the seed and the first clock: its inbox is empty, it has no faults, and its assumptions are the contract's.",
      }),
    ),
    HttpApiEndpoint.get("worlds", "/worlds", { query: paging, success: pageOf(BegunWorld) }).annotateMerge(
      call({
        summary: "List worlds",
        answer: "The worlds of the simulator that have begun, in that order.",
      }),
    ),
    HttpApiEndpoint.delete("endWorlds", "/worlds", {
      success: HttpApiSchema.NoContent,
      error: failsWith(...changeRefusals),
    }).annotateMerge(
      call({
        summary: "End all worlds",
        description:
          "Ends every world but the default one, also those that others use: for what runs that crashed left behind.",
        answer: "Only the default world is left, as it was; a world that is named next begins with the seed.",
      }),
    ),
    HttpApiEndpoint.delete("endWorld", "/worlds/:name", {
      params: { name: Schema.String.check(Schema.makeFilter(isName, { expected: NAME_EXPECTED })) },
      success: HttpApiSchema.NoContent,
      error: failsWith("world.not_found", "world.default_stays", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "End a world",
        answer: "It is gone, which makes room for another one; the next of its name begins with the seed.",
      }),
    ),
    HttpApiEndpoint.get("audit", "/audit", { success: Audit }).annotateMerge(
      call({
        summary: "Audit the world",
        description: "Computes again what the records should say. It changes nothing.",
        answer: "The rules that do not hold.",
      }),
    ),
    HttpApiEndpoint.get("charges", "/charges", {
      query: { ...paging, organizationId: Schema.optionalKey(Text) },
      success: pageOf(Charge),
      error: failsWith("organization.not_found"),
    }).annotateMerge(
      call({
        summary: "List charges",
        answer:
          "What the gateway charged, newest first; `requestId` is the `X-Request-Id` of the call during which it was charged, or null.",
      }),
    ),
    HttpApiEndpoint.get("requests", "/requests", {
      query: {
        ...paging,
        organizationId: Schema.optionalKey(Text),
        method: Schema.optionalKey(Text),
        status: Schema.optionalKey(RequestStatus),
        path: Schema.optionalKey(Text),
        search: Schema.optionalKey(Text),
      },
      success: pageOf(LoggedRequest),
    }).annotateMerge(
      call({
        summary: "List requests",
        description:
          "Lists what clients sent and got. `path` leaves the requests whose path begins with it, `search` those with this part in their path or id, `status` those with this status or of this class (`4xx`).",
        answer: "The latest requests with their answers, newest first.",
      }),
    ),
    HttpApiEndpoint.get("stream", "/stream", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
      error: failsWith("stream.max_of_20_streams_reached"),
    }).annotateMerge(
      call({
        summary: "Watch the world",
        answer: "Server-sent events: `hello`, and then a `change` for whatever changes.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "World", description: "The world as a whole, and its logs." }))
