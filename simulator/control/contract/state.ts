// The content of a world: named copies of it, and all of it as one document. GAP-110
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { pageOf, paging, Timestamp } from "../../../src/api/index.ts"
import { isName, NAME_EXPECTED } from "../../world/names.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"

/**
 * The most bytes of a state to import: it is whole in memory as text, and a much longer one would end the process. An
 * export has no bound, nor has the file of `--state`. GAP-147
 */
export const STATE_BYTES_MAX = 2 ** 27

/** A named copy of the world, and what its clock showed. */
export const Snapshot = Schema.Struct({ name: Schema.String, now: Timestamp }).annotate({
  identifier: "Snapshot",
})
export type Snapshot = typeof Snapshot.Type

const params = { name: Schema.String.check(Schema.makeFilter(isName, { expected: NAME_EXPECTED })) }

const World = Schema.Record(Schema.String, Schema.Unknown)

/** The calls about what a world holds. */
export const state = HttpApiGroup.make("state")
  .add(
    HttpApiEndpoint.get("snapshots", "/snapshots", {
      query: paging,
      success: pageOf(Snapshot),
    }).annotateMerge(call({ summary: "List snapshots", answer: "The snapshots, latest taken first." })),
    HttpApiEndpoint.post("takeSnapshot", "/snapshots/:name", {
      params,
      success: [Snapshot, Snapshot.pipe(HttpApiSchema.status(201))],
      error: failsWith("snapshot.max_of_100_snapshots_reached", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Take a snapshot",
        answer: "The snapshot; 200 where there was one of this name, which it takes the place of.",
      }),
    ),
    HttpApiEndpoint.get("snapshot", "/snapshots/:name", {
      params,
      success: Snapshot,
      error: failsWith("snapshot.not_found"),
    }).annotateMerge(call({ summary: "View a snapshot", answer: "The snapshot." })),
    HttpApiEndpoint.delete("deleteSnapshot", "/snapshots/:name", {
      params,
      success: HttpApiSchema.NoContent,
      error: failsWith("snapshot.not_found", ...changeRefusals),
    }).annotateMerge(call({ summary: "Delete a snapshot", answer: "It is gone." })),
    HttpApiEndpoint.post("restore", "/snapshots/:name/restore", {
      params,
      success: Snapshot,
      error: failsWith("snapshot.not_found", ...changeRefusals),
    }).annotateMerge(call({ summary: "Restore a snapshot", answer: "The world is as it was then." })),
    HttpApiEndpoint.get("exportState", "/state", { success: World }).annotateMerge(
      call({ summary: "Export the world", answer: "The world as one document." }),
    ),
    HttpApiEndpoint.put("importState", "/state", {
      payload: World,
      success: HttpApiSchema.NoContent,
      error: failsWith("state.inconsistent", ...changeRefusals),
    }).annotateMerge(
      call({
        summary: "Import a world",
        description:
          "Takes a document that an export wrote, whole or not at all, of at most 128 MiB; a larger world is kept with `--state`.",
        answer: "It has taken the place of the world.",
        bytesMax: STATE_BYTES_MAX,
        bodyRequired: true,
      }),
    ),
    HttpApiEndpoint.post("save", "/state/save", {
      success: HttpApiSchema.NoContent,
      error: failsWith("state.file_required", "state.not_saved", ...changeRefusals),
    }).annotateMerge(
      call({ summary: "Save every world", answer: "Every world is in the file of `--state`." }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "State", description: "Snapshots, and the world as a document." }),
  )
