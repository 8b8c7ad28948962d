// The process that works: it charges what falls due, sends codes and webhooks that wait, and forgets what is over. Run two,
// so that one goes on where the other one is killed; each takes what no other one has.
//
//   node work.ts
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { deliverOtps, dispatchEvents } from "studio-billing"
import { runEngine } from "studio-billing/engine"
import { sweep } from "studio-billing/postgres"
import { log, logFault } from "./log.ts"
import { client, policy, ports } from "./ports.ts"
import { untilStopped } from "./untilStopped.ts"

const work = Effect.gen(function* () {
  const { wake, drain } = yield* dispatchEvents((cause) => logFault({ webhooks: "defect" }, cause))
  log({ working: true })
  return yield* runEngine({
    everyMillis: 1_000,
    // The longest wait for a gateway is far below this, and claims of a killed process end a minute later.
    turnMillis: 120_000,
    tasks: [
      { name: "webhooks", everyMillis: 1_000, run: wake, drain },
      { name: "codes", everyMillis: 5_000, run: deliverOtps },
      {
        name: "sweep",
        everyMillis: 60_000,
        run: Effect.flatMap(Clock.currentTimeMillis, (now) => sweep(client, now, policy)),
      },
    ],
    onReport: (report) =>
      Effect.sync(() => {
        const { _tag, ...told } = report
        if (!("cause" in told)) return _tag === "Looked" ? undefined : log({ engine: _tag, ...told })
        const { cause, ...about } = told
        return logFault({ engine: _tag, ...about }, cause)
      }),
  })
})

untilStopped(Effect.provide(Effect.scoped(work), ports))
