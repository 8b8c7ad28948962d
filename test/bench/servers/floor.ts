// A fair floor: by hand as `bareCrud`, and with the work that a world has to do whoever writes it. A commit checks the
// version of its organization and puts new records in the place of the old ones, so that a snapshot copies one map; ids are
// derived; an event is kept as text; what falls due is kept; the latest exchanges are kept. It has no rules.
import { hash, randomUUID } from "node:crypto"
import { json } from "node:stream/consumers"
import { type Answer, type Crud, type Fixture, makeCrud } from "./crud.ts"
import { type Exchange, serve } from "./serve.ts"

type Json = Readonly<Record<string, unknown>>

/** All of an organization, which is never changed in place. */
interface Account {
  readonly version: number
  readonly subscription: Json | null
  /** The running period, with what was used of each meter. */
  readonly period: { readonly startAt: number; readonly endAt: number; readonly used: Json } | null
}

const EVENTS_KEPT = 10_000
const REQUESTS_KEPT = 1_000

const none: Account = { version: 0, subscription: null, period: null }

const deriveId = (key: string): string => {
  const hex = hash("sha256", key)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const monthAfter = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, Math.min(date.getUTCDate(), 28))
}

const makeFloor = (fixture: Fixture): Crud => {
  const crud = makeCrud(fixture)
  let accounts: ReadonlyMap<string, Account> & Map<string, Account> = new Map()
  let snapshot = accounts
  const usage = new Map<string, Json>()
  const dueAt = new Map<string, number>()
  const events: Array<{ readonly eventId: string; readonly body: string }> = []
  for (const { organizationId } of fixture.tokens) {
    const now = Date.now()
    accounts.set(organizationId, { ...none, period: { startAt: now, endAt: monthAfter(now), used: {} } })
  }
  snapshot = new Map(accounts)

  /** Puts an account in the place of the one at that version, with an event where something has to be told. */
  const commit = (
    organizationId: string,
    version: number,
    { told, ...after }: Omit<Account, "version"> & { readonly told: Json | null },
  ): boolean => {
    const before = accounts.get(organizationId) ?? none
    if (before.version !== version) return false
    accounts.set(organizationId, { ...after, version: version + 1 })
    if (after.period !== null) dueAt.set(organizationId, after.period.endAt)
    if (told === null) return true
    const eventId = deriveId(`event/${organizationId}/${version}/0`)
    events.push({
      eventId,
      body: JSON.stringify({ id: eventId, type: "subscription.created", data: told }),
    })
    if (events.length > EVENTS_KEPT) events.shift()
    return true
  }

  return {
    ...crud,
    createSubscription: (organizationId, body): Answer => {
      const { version } = accounts.get(organizationId) ?? none
      const answer = crud.createSubscription(organizationId, body)
      if (answer.status !== 201) return answer
      const subscription = answer.body as Json
      const now = Date.now()
      const period = { startAt: now, endAt: monthAfter(now), used: {} }
      const isDone = commit(organizationId, version, { subscription, period, told: subscription })
      return isDone ? answer : { status: 503, body: {} }
    },
    recordUsage: (organizationId, body): Answer => {
      const account = accounts.get(organizationId) ?? none
      const used: Record<string, unknown> = { ...account.period?.used }
      let [accepted, duplicates] = [0, 0]
      for (const event of (body.events ?? []) as ReadonlyArray<Json>) {
        const { eventId, meter, quantity } = event
        if (typeof eventId !== "string" || typeof meter !== "string" || !Number.isSafeInteger(quantity)) {
          return { status: 400, body: { statusCode: 400, code: "validation_error" } }
        }
        const key = `${organizationId}/${eventId}`
        if (usage.has(key)) {
          duplicates += 1
          continue
        }
        const sum = Number(used[meter] ?? 0) + Number(quantity)
        if (!Number.isSafeInteger(sum)) return { status: 400, body: { statusCode: 400 } }
        used[meter] = sum
        usage.set(key, { ...event, occurredAt: Date.now() })
        accepted += 1
      }
      const { version, subscription, period } = account
      const after = { subscription, period: period && { ...period, used }, told: null }
      if (!commit(organizationId, version, after)) return { status: 503, body: {} }
      return { status: 200, body: { accepted, duplicates, invoices: [] } }
    },
    restore: (): Answer => {
      accounts = new Map(snapshot)
      return crud.restore()
    },
  }
}

const kept: Array<Exchange & { readonly requestId: string; readonly millis: number }> = []

/** Keeps an exchange with a copy of its body, and names it. */
const log = (exchange: Exchange): Readonly<Record<string, string>> => {
  const { request, startedAt } = exchange
  const requestId = randomUUID()
  const copy = request === null ? null : Buffer.from(request)
  kept.push({ ...exchange, request: copy, requestId, millis: performance.now() - startedAt })
  if (kept.length > REQUESTS_KEPT) kept.shift()
  return { "x-request-id": requestId }
}

serve(makeFloor((await json(process.stdin)) as Fixture), log)
