// Clients of a simulated world: they write requests by what there is, hear answers or lose them, make calls again, and
// tell the auditor what they were answered.
import * as Effect from "effect/Effect"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { Permission } from "../../src/index.ts"
import { type Chance, makeChance } from "../support/random.ts"
import { storedIn } from "../support/stored.ts"
import type { Call } from "./history.ts"
import { type OperationName, operations, takesKey } from "./operations.ts"
import type { Scene, Wanted } from "./scene.ts"
import { walks } from "./walks.ts"
import type { Population, WalkName } from "./workload.ts"
import type { SimulatedWorld } from "./world.ts"

/** What was answered to a request; `heard` unless the connection broke. */
export interface Exchange {
  readonly step: number
  readonly call: string
  readonly wanted: Wanted
  readonly path: string
  readonly status: number
  readonly text: string
  readonly heard: boolean
  readonly replayed: boolean
  /** The answer that the same key had before, within the same step. */
  readonly before: string | null
}

/** A call on its way: what it needs to be made, and to be made again by whoever lost its answer. */
export interface Calling {
  readonly world: SimulatedWorld
  readonly population: Population
  readonly step: number
  readonly name: string
  readonly call: Call
  /** Where the connection breaks the first time, if it does. */
  readonly lost: "before" | "after" | null
  readonly heard: (exchange: Exchange) => void
}

/** The program of a call, and what makes it again once the process it asked is gone. */
export interface Program {
  readonly run: Effect.Effect<void>
  readonly resume: () => Effect.Effect<void> | null
}

const DUE_LOOKED_AT = 4

/** How long a key is remembered. */
const KEY_MILLIS = 24 * 3_600_000

/** What there is, as far as clients look. */
const sceneOf = ({ world, population, call }: Calling, chance: Chance): Scene => {
  const { tables, webhooks, now } = world.moment()
  const organization = population.organizations[call.organization]
  if (organization === undefined) throw new Error(`No organization ${call.organization}`)
  const { organizationId, currency } = organization
  const state = storedIn(makeMemoryBillingStore({ tables }))
  const records = state.ofOrganization(organizationId)
  if (records === null) throw new Error(`The organization ${organizationId} is lost`)
  const dueAt = state
    .due()
    .map(({ at }) => at)
    .slice(0, DUE_LOOKED_AT)
  const endpointIds = Array.from(webhooks.endpoints.values(), ({ endpointId }) => endpointId)
  return { chance, now, organizationId, currency, records, dueAt, endpointIds }
}

/** What was answered, as it is heard. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** The requests of a call, one after the other. */
export const makeExchanges = (calling: Calling) => {
  const { world, population, call, step, name, heard } = calling
  const own = population.organizations[call.organization]
  const other = population.organizations[(call.organization + 1) % population.organizations.length]
  if (own === undefined || other === undefined) throw new Error("No organization")
  const { organizationId } = own
  const answers = new Map<string, { readonly answer: string; readonly at: number }>()
  let sent = 0

  const tokenOf = ({ token }: Wanted): string | null => {
    if (token === "none") return null
    const userId = token === "viewer" ? own.viewerId : token === "other" ? other.ownerId : own.ownerId
    return world.tokenOf({
      userId,
      organizationId: token === "other" ? other.organizationId : organizationId,
      permissions: token === "viewer" ? Permission.READ_PERMISSIONS : Permission.ALL_PERMISSIONS,
      sessionId: null,
    })
  }

  /** Sends a request; null where no answer is heard. */
  const send = (wanted: Wanted, options: { readonly token?: string; readonly key?: string } = {}) =>
    Effect.suspend((): Effect.Effect<Answer | null> => {
      sent += 1
      const breaks = sent === 1 ? calling.lost : null
      const startedAt = world.now()
      const { method, route, params, body, query } = wanted
      const path = filled(route, { organizationId, ...params })
      const token = options.token ?? tokenOf(wanted)
      const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
      const note = (status: number, text: string, replayed: boolean): void => {
        const known = options.key === undefined ? undefined : answers.get(options.key)
        const before = known !== undefined && world.now() < known.at + KEY_MILLIS ? known.answer : null
        heard({
          step,
          call: name,
          wanted,
          path,
          status,
          text,
          heard: breaks === null,
          replayed,
          before,
        })
        if (options.key !== undefined && breaks === null) {
          answers.set(options.key, { answer: `${status} ${text}`, at: startedAt })
        }
      }
      if (breaks === "before") {
        note(0, "", false)
        return Effect.succeed(null)
      }
      const exchange = world.exchange({
        method,
        url: query === undefined ? path : `${path}?${query}`,
        headers: {
          host: "localhost",
          ...(method !== "GET" && { "content-type": "application/json" }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(options.key !== undefined && { "idempotency-key": options.key }),
        },
        body: bytes === null ? null : () => Effect.succeed(bytes),
      })
      return Effect.map(exchange, ({ status, body, headers }) => {
        const text = typeof body === "string" ? body : body === null ? "" : Buffer.from(body).toString()
        note(status, text, headers["idempotent-replayed"] === "true")
        return breaks === null ? { status, text } : null
      })
    })
  return { send, own }
}

const filled = (route: string, params: Readonly<Record<string, string>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "")

const isWalk = (kind: string): kind is WalkName => Object.hasOwn(walks, kind)

/** The program of a call. */
export const programOf = (calling: Calling): Program => {
  const { call, step, name } = calling
  const chance = makeChance(call.seed)
  const exchanges = makeExchanges(calling)
  if (isWalk(call.kind)) {
    return { run: walks[call.kind](calling, exchanges, chance), resume: () => null }
  }
  const write = operations[call.kind as OperationName]
  let wanted: Wanted | null = null
  let isAnswered = false
  let tries = { never: 1, once: 2, twice: 3 }[call.again]
  const sendUntilHeard: Effect.Effect<void> = Effect.gen(function* () {
    wanted ??= write(sceneOf(calling, chance))
    const keyed = call.withKey && takesKey.has(`${wanted.method} ${wanted.route}`)
    const options = keyed ? { key: `key-${step}-${name}` } : {}
    while (tries > 0 && !isAnswered) {
      tries -= 1
      isAnswered = (yield* exchanges.send(wanted, options)) !== null
    }
    // The same call again under its key, though its answer was heard.
    if (keyed && isAnswered && tries > 0) yield* exchanges.send(wanted, options)
  })
  return {
    run: sendUntilHeard,
    resume: () => (wanted !== null && !isAnswered && tries > 0 ? sendUntilHeard : null),
  }
}

/** The program of one request. */
export const sending = (calling: Calling, wanted: Wanted): Effect.Effect<void> =>
  Effect.suspend(() => Effect.asVoid(makeExchanges(calling).send(wanted)))
