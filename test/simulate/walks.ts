// Calls that take more than one request, each led by what was answered to the one before.
import * as Effect from "effect/Effect"
import { defaultPolicy } from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
import type { Answer, Calling, makeExchanges } from "./client.ts"
import type { WalkName } from "./workload.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const route = "/studio/organizations/{organizationId}"

type Exchanges = ReturnType<typeof makeExchanges>
type Walk = (calling: Calling, exchanges: Exchanges, chance: Chance) => Effect.Effect<void>

const parsed = (answer: Answer | null, status: number): Readonly<Record<string, never>> | null =>
  answer?.status === status ? JSON.parse(answer.text) : null

/** Pays the upcoming invoice, once or again, and gives its id; null where there is none. */
const payUpcoming = ({ call, step, name }: Calling, { send }: Exchanges): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    const upcoming = parsed(
      yield* send({ method: "GET", route: `${route}/subscriptions/upcoming-invoice` }),
      200,
    )
    if (upcoming === null) return null
    const { invoiceId = "" } = upcoming
    const pay = {
      method: "POST",
      route: `${route}/invoices/{invoiceId}/pay`,
      params: { invoiceId },
      body: {},
    }
    const options = call.withKey ? { key: `key-${step}-${name}` } : {}
    yield* send(pay, options)
    if (call.again !== "never") yield* send(pay, options)
    return invoiceId
  })

/** Calls that lead from one request to the next. */
export const walks: Readonly<Record<WalkName, Walk>> = {
  payUpcoming: (calling, exchanges) => Effect.asVoid(payUpcoming(calling, exchanges)),
  payAhead: (calling, exchanges, chance) =>
    Effect.gen(function* () {
      const { send } = exchanges
      const post = (to: string, body: unknown = {}, params = {}) =>
        send({ method: "POST", route: to, body, params })
      const invoiceId = yield* payUpcoming(calling, exchanges)
      if (invoiceId === null) return
      const dispute = (step: string) =>
        post(`/_simulator/invoices/{invoiceId}/dispute${step}`, {}, { invoiceId })
      const isDisputed = chance.below(4) === 0
      if (isDisputed && chance.below(2) === 0) yield* dispute("")
      yield* post("/_simulator/clock", { advanceBy: `PT${1 + chance.below(15 * 24)}H` })
      const interruption = chance.pick(["pause", "pause", "cancel"]) ?? "pause"
      yield* post(`${route}/subscriptions/${interruption}`)
      if (interruption === "pause" && chance.below(2) === 0) yield* post(`${route}/subscriptions/resume`)
      if (!isDisputed) return
      yield* dispute("")
      if (chance.below(3) > 0) yield* dispute(chance.below(3) === 0 ? "/won" : "/lost")
    }),
  signIn: ({ world }, { send, own: { email } }, chance) =>
    Effect.gen(function* () {
      const post = (route: string, body: unknown, params = {}) =>
        send({ method: "POST", route, body, params, token: "none" })
      const context = "MAGIC_AUTH"
      const otpId: string | undefined = parsed(
        yield* post("/studio/auth/otp", { email, context }),
        201,
      )?.otpId
      const code = world.moment().inbox.find((message) => message.otpId === otpId)?.code
      if (otpId === undefined || code === undefined) return
      const validate = (text: string) =>
        post("/studio/auth/otp/{otpId}/validate", { email, code: text, context }, { otpId })
      if (chance.below(3) === 0) yield* validate("000000")
      yield* validate(code)
      const tokens = parsed(yield* post("/studio/auth/sign-in/magic-auth", { otpId, code }), 200)
      if (tokens === null) return
      const { accessToken: token = "", refreshToken } = tokens
      yield* send({ method: "GET", route: "/studio/profile" }, { token })
      const fresh = parsed(yield* post("/studio/auth/refresh", { refreshToken }), 200)
      if (chance.below(4) === 0) yield* post("/studio/auth/refresh", { refreshToken })
      if (chance.below(2) === 0)
        yield* post("/studio/auth/sign-out", { refreshToken: fresh?.refreshToken ?? "" })
    }),
  engines: ({ world, population }, _, chance) => {
    const count = 1 + chance.below(3)
    const hours = chance.below(4) === 0 ? 0 : chance.below(45 * 24)
    // Under other policies often about as long as a gateway remembers a key.
    const isAboutADay = population.policy !== defaultPolicy && chance.below(2) === 0
    return world.engines(count, isAboutADay ? DAY + (chance.below(30) - 10) * MINUTE : hours * HOUR)
  },
  enginesAhead: ({ world }, { send }, chance) =>
    Effect.andThen(
      world.engines(1 + chance.below(2), 0),
      send({ method: "GET", route: `${route}/subscriptions/upcoming-invoice` }),
    ),
  flush: (_, { send }, chance) =>
    Effect.asVoid(
      send({
        method: "POST",
        route: "/_simulator/webhook-deliveries/flush",
        body: { retries: chance.below(2) === 0 },
      }),
    ),
}
