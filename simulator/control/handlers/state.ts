// Answers the calls about what a world holds: named copies of it, to put aside what a test begins with and to go back to
// it, and the world as one document, to keep it, to carry it elsewhere, and to put one in its place.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { presentPage } from "../../../src/api/index.ts"
import { respondJson, respondPieces } from "../../../src/http/index.ts"
import { CurrentBillingPolicy, Iso, paginate } from "../../../src/index.ts"
import { jsonPieces } from "../../world/state/jsonPieces.ts"
import type { Snapshot } from "../../world/state/Snapshots.ts"
import { documentOf, readDocument } from "../../world/state/stateDocument.ts"
import { auditOf } from "../auditOf.ts"
import { type ControlHandlers, type ControlledWorld, RawAnswer } from "../ControlledWorld.ts"
import { type ControlError, controlError } from "../contract/errors.ts"

/** The most findings of an import that are listed. */
export const FINDINGS_MAX = 100

/**
 * The calls under `/snapshots` and `/state`. A snapshot holds records, codes, what the gateway remembers and the clock. An
 * import takes the place of the world, whole or not at all: 400 for what is no state, 422 with findings for one that
 * breaks rules. GAP-110
 */
export const stateHandlers = (world: ControlledWorld): ControlHandlers["state"] => {
  const { snapshots } = world
  const find = ({ name }: { readonly name: string }): Effect.Effect<Snapshot, ControlError> =>
    Effect.suspend(() => {
      const snapshot = snapshots.get(name)
      return snapshot === undefined
        ? Effect.fail(controlError("snapshot.not_found"))
        : Effect.succeed(snapshot)
    })
  return {
    snapshots: ({ query }) =>
      Effect.sync(() => presentPage(paginate(snapshots.list(), query), query, present)),
    takeSnapshot: ({ params: { name } }) =>
      Effect.suspend(() => {
        const status = snapshots.get(name) === undefined ? 201 : 200
        const snapshot = { name, moment: world.present() }
        return snapshots.put(snapshot)
          ? Effect.succeed(new RawAnswer(respondJson(status, present(snapshot))))
          : Effect.fail(controlError("snapshot.max_of_100_snapshots_reached"))
      }),
    snapshot: ({ params }) => Effect.map(find(params), present),
    deleteSnapshot: ({ params }) =>
      Effect.map(find(params), ({ name }) => {
        snapshots.remove(name)
      }),
    restore: ({ params }) =>
      Effect.map(find(params), (snapshot) => {
        world.goTo(snapshot.moment)
        return present(snapshot)
      }),
    exportState: () =>
      Effect.sync(() => {
        const document = documentOf(world.present(), { secrets: false })
        return new RawAnswer(respondPieces(200, "application/json", jsonPieces(document)))
      }),
    importState: Effect.fnUntraced(function* ({ payload }) {
      const read = readDocument(payload)
      if (Result.isFailure(read)) {
        return yield* Effect.fail(controlError("validation_error", { errors: read.failure }))
      }
      const policy = yield* CurrentBillingPolicy
      const findings = (yield* auditOf(read.success, policy)).findings.slice(0, FINDINGS_MAX)
      if (findings.length > 0) return yield* Effect.fail(controlError("state.inconsistent", { findings }))
      const { webhooks } = read.success
      // Those of the world stay as they are by now: others came in while it was audited.
      const { endpoints } = payload.endpoints === undefined ? world.present().webhooks : webhooks
      world.goTo({ ...read.success, webhooks: { ...webhooks, endpoints } })
    }),
    save: () => world.save,
  }
}

const present = ({ name, moment }: Snapshot) => ({ name, now: Iso.toIso(moment.now) })
