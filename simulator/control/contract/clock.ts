// The clock of a world: what it shows, and moving it forward.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Timestamp } from "../../../src/api/index.ts"
import { Due, WebhookEvent } from "../../../src/index.ts"
import * as Duration from "../Duration.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"
import { Time } from "./records.ts"

/** What falls due by time alone. */
export const DueKind = Schema.Literals(Due.DUE_KINDS)

/** What falls due next, and in which organization. */
export const NextDue = Schema.Struct({
  kind: DueKind,
  organizationId: Schema.String,
  organizationName: Schema.String,
}).annotate({ identifier: "NextDue" })
export type NextDue = typeof NextDue.Type

/** The time of the clock, whether it flows by itself, and when and what falls due next. */
export const ClockView = Schema.Struct({
  now: Timestamp,
  flows: Schema.Boolean,
  nextDueAt: Schema.NullOr(Timestamp),
  nextDue: Schema.NullOr(NextDue),
})
export type ClockView = typeof ClockView.Type

const IsoDuration = Schema.String.check(
  Schema.makeFilter((text: string) => Duration.parse(text) !== null, {
    expected: "an ISO 8601 duration, such as P1M or PT10M",
  }),
)

/** A move of the clock: by a duration or to a time. */
export const Advance = Schema.Struct({
  advanceBy: Schema.optionalKey(IsoDuration),
  to: Schema.optionalKey(Time),
}).check(
  Schema.makeFilter(({ advanceBy, to }: { readonly advanceBy?: string; readonly to?: string }) => {
    if ((advanceBy === undefined) !== (to === undefined)) return undefined
    return to === undefined
      ? { path: ["advanceBy"], issue: "Expected advanceBy or to" }
      : { path: ["to"], issue: "Expected advanceBy or to, not both" }
  }),
)
export type Advance = typeof Advance.Type

/** Something that happened while the clock moved. */
export const TimelineEntry = Schema.Struct({
  /** ISO 8601, by the world's clock. */
  at: Timestamp,
  /** That of the event that webhooks get. */
  type: Schema.Literals(WebhookEvent.EVENT_TYPES),
  /** The organization that it is about. */
  organizationId: Schema.String,
  /** The invoice, subscription or voucher that it is about. */
  objectId: Schema.String,
  /** For people: what happened, in a few words. */
  summary: Schema.String,
}).annotate({ identifier: "TimelineEntry" })
export type TimelineEntry = typeof TimelineEntry.Type

/** A move of the clock, and the events on the way. */
export const Advanced = Schema.Struct({
  /** ISO 8601. */
  from: Timestamp,
  /** ISO 8601. */
  to: Timestamp,
  /** In the order in which it happened, at most 100,000 entries. GAP-176 */
  timeline: Schema.Array(TimelineEntry),
  /** How many events more there were than the timeline has. */
  omitted: Schema.optionalKey(Schema.Int),
  /** Organizations that could not be brought up to date: there should be none. */
  failures: Schema.optionalKey(
    Schema.Array(Schema.Struct({ organizationId: Schema.String, rejection: Schema.String })),
  ),
})
export type Advanced = typeof Advanced.Type

/** The calls about time. */
export const clock = HttpApiGroup.make("clock")
  .add(
    HttpApiEndpoint.get("view", "/clock", { success: ClockView }).annotateMerge(
      call({
        summary: "View the clock",
        answer:
          "The time, whether it flows by itself, and when and what falls due next, or null. Where several things do at one instant, `nextDue` is the first that is done.",
      }),
    ),
    HttpApiEndpoint.post("advance", "/clock", {
      payload: Advance,
      success: Advanced,
      error: failsWith(...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Move the clock",
        description:
          "Moves the clock forward, by `advanceBy` (`P1M`, `PT10M`, `P1Y2M3W4DT5H6M7.5S`) or `to` a time, never both. A time in the past or after the year 9899 is refused, and so is one more than 100 years after the first thing that is due. When the client leaves, the clock stops where it is.",
        answer:
          "The first 100,000 events on the way, and how many were `omitted`; `failures` is there if an organization could not be brought up to date.",
        body: { advanceBy: "P1M" },
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Clock", description: "Time, and moving it forward." }))
