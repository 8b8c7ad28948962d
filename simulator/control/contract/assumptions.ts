// The gap register as data, and the variants of the gaps that have several. On the wire a variant is a `reading`.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { pageOf, paging, Text } from "../../../src/api/index.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"

/** A gap of the specification: `readings` are its variants, `reading` is the one that the world has chosen. */
export const Assumption = Schema.Struct({
  gap: Schema.String,
  topic: Schema.String,
  question: Schema.String,
  decision: Schema.String,
  source: Schema.String,
  inForce: Schema.Boolean,
  readings: Schema.Array(Schema.String),
  reading: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Assumption" })
export type Assumption = typeof Assumption.Type

/** The calls about assumptions. */
export const assumptions = HttpApiGroup.make("assumptions")
  .add(
    HttpApiEndpoint.get("list", "/", { query: paging, success: pageOf(Assumption) }).annotateMerge(
      call({ summary: "List assumptions", answer: "The gaps, in the order of their register." }),
    ),
    HttpApiEndpoint.put("read", "/:gap", {
      params: { gap: Schema.String },
      payload: Schema.Struct({ reading: Text }),
      success: Assumption,
      error: failsWith("assumption.not_found", ...changeRefusals),
    }).annotateMerge(
      call({ summary: "Switch an assumption", answer: "The gap.", body: { reading: "list" } }),
    ),
  )
  .prefix("/assumptions")
  .annotateMerge(
    OpenApi.annotations({
      title: "Assumptions",
      description: "Gaps of the specification, and their variants.",
    }),
  )
