// Use cases of a service over PostgreSQL, each with what has to come of it, whatever goes wrong below.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { runEngine } from "../../src/engine/index.ts"
import { recordUsage } from "../../src/index.ts"
import { seeded, signIn } from "../support/simulator.ts"
import { boundary, own, type Studio } from "./studio.ts"

/** Gets a service ready, and gives what is then done and what came of it. */
type UseCase = (studio: Studio) => Promise<() => Promise<unknown>>

/** An engine of one process, until nothing is due for a day. A claim that is lost ends by time, and so does a look-up. */
export const runEngineOnce = ({ run, now, setNow, nextFreeAt }: Studio): Promise<void> =>
  run(
    Effect.gen(function* () {
      const done = yield* Deferred.make<void>()
      const engine = runEngine({
        everyMillis: 5,
        backoffMillis: 5,
        turnMillis: 20_000,
        onReport: (report) =>
          Effect.gen(function* () {
            if (report._tag !== "Looked" || report.due + report.running > 0) return
            const freeAt = yield* Effect.promise(nextFreeAt)
            if (freeAt > now() + DAY) yield* Deferred.succeed(done, undefined)
            else setNow(Math.max(freeAt, now()))
          }),
      })
      yield* Effect.raceFirst(engine, Deferred.await(done))
    }),
  )

const DAY = 86_400_000

const upcomingOf = async ({ call, token }: Studio): Promise<string> =>
  (await call("GET", `${own}/subscriptions/upcoming-invoice`, { token: await token() })).json.invoiceId

const paying =
  (headers: Readonly<Record<string, string>>): UseCase =>
  async (studio) => {
    const token = await studio.token()
    const path = `${own}/invoices/${await upcomingOf(studio)}/pay`
    return async () => {
      const { status, json } = await studio.call("POST", path, { token, headers, body: {} })
      const { json: invoice } = await studio.call("GET", path.slice(0, -4), { token })
      return [status, json.code ?? json.status, invoice.status]
    }
  }

export const useCases: Readonly<Record<string, readonly [UseCase, came: unknown]>> = {
  "a sign-in": [
    async (studio) => async () => typeof (await signIn(studio, { email: "owner@example.com" })).accessToken,
    "string",
  ],
  "usage that is recorded": [
    async ({ run }) =>
      async () => {
        const event = { eventId: "event-1", meter: "tokens", quantity: 7, occurredAt: null }
        const wish = { organizationId: seeded.organizationId, events: [event] }
        const first = await run(recordUsage(wish))
        const again = await run(recordUsage(wish))
        return [first.accepted, first.duplicates, again.accepted, again.duplicates]
      },
    [1, 0, 0, 1],
  ],
  "a payment": [paying({}), [200, "PAID", "PAID"]],
  "a payment under a key": [paying({ "idempotency-key": "key-1" }), [200, "PAID", "PAID"]],
  "an engine's look": [
    async (studio) => {
      studio.setNow(boundary)
      return async () => {
        await runEngineOnce(studio)
        return (await studio.audit()).charges
      }
    },
    1,
  ],
}
