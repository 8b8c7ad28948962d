// Answers the calls about a world as a whole.
import * as Effect from "effect/Effect"
import { presentPage, refusalOf } from "../../../src/api/index.ts"
import { respondStream } from "../../../src/http/index.ts"
import { CurrentBillingPolicy, Iso, paginate, viewAccount } from "../../../src/index.ts"
import type { GatewayCharge } from "../../adapters/gateway/ScriptedGateway.ts"
import { VERSION } from "../../cli/version.ts"
import { DEFAULT_WORLD } from "../../world/names.ts"
import { auditOf } from "../auditOf.ts"
import { type ControlHandlers, type ControlledWorld, RawAnswer } from "../ControlledWorld.ts"
import { controlError } from "../contract/errors.ts"

/** The calls under `/health`, `/reset`, `/worlds`, `/audit`, `/charges`, `/requests` and `/stream`. GAP-113 */
export const worldHandlers = (world: ControlledWorld): ControlHandlers["world"] => ({
  health: () => Effect.sync(() => ({ status: "ok", now: Iso.toIso(world.clock.now()), version: VERSION })),
  reset: () => Effect.sync(world.reset),
  worlds: ({ query }) =>
    Effect.sync(() =>
      presentPage(paginate(world.worlds.list(), query), query, ({ name, now }) => ({
        name,
        now: Iso.toIso(now),
      })),
    ),
  endWorld: ({ params: { name } }) => {
    if (name === DEFAULT_WORLD) return Effect.fail(controlError("world.default_stays"))
    return world.worlds.list().some((begun) => begun.name === name)
      ? Effect.promise(() => world.worlds.end(name))
      : Effect.fail(controlError("world.not_found"))
  },
  endWorlds: () =>
    Effect.promise(async () => {
      const others = world.worlds.list().filter(({ name }) => name !== DEFAULT_WORLD)
      await Promise.all(others.map(({ name }) => world.worlds.end(name)))
    }),
  audit: () => Effect.flatMap(CurrentBillingPolicy, (policy) => auditOf(world.present(), policy)),
  charges: Effect.fnUntraced(function* ({ query }) {
    const { organizationId } = query
    if (organizationId !== undefined) yield* viewAccount(organizationId)
    return presentPage(world.charged.charges(query), query, presentCharge)
  }, Effect.mapError(refusalOf)),
  requests: ({ query: { page, limit, ...wanted } }) =>
    Effect.sync(() => {
      const list = { page, limit }
      return presentPage(world.requests.list(list, wanted), list, (entry) => entry)
    }),
  stream: () =>
    Effect.suspend(() => {
      const hello = { now: Iso.toIso(world.clock.now()), version: VERSION, world: world.name }
      const stream = world.live.watch(hello)
      return stream === null
        ? Effect.fail(controlError("stream.max_of_20_streams_reached"))
        : Effect.succeed(new RawAnswer(respondStream(200, "text/event-stream", stream)))
    }),
})

const presentCharge = ({ attemptId, invoiceId, amount, currency, status, at, requestId }: GatewayCharge) => ({
  attemptId,
  invoiceId,
  amount,
  currency,
  status,
  at: Iso.toIso(at),
  requestId,
})
