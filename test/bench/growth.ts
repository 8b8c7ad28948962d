// What may cost only what there is to do: the same work in small and in large worlds, in process and in turn.

import { seeded } from "../support/simulator.ts"
import { debtRows } from "./debt.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"
import { prepaidRows } from "./prepaid.ts"
import { makeBenchWorld } from "./servers/studio.ts"

const millisOf = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const base = `/studio/organizations/${seeded.organizationId}`
const usagePath = `/_simulator/organizations/${seeded.organizationId}/usage`
const METERS = ["tokens", "messages", "api_calls"]

/** What has been used where usage is measured, in however many events: so the invoices are the same. */
const UNITS = 1_000_000

const PREVIEWS = 2_000

/** A world with a subscription, and how its usage grows. */
const meteredWorld = async () => {
  const { call, fixture } = await makeBenchWorld({ organizations: 0, invoices: 1 })
  const token = fixture.tokens[0]?.token
  let next = 0
  const eventsOf = (count: number, quantity: number) =>
    Array.from({ length: count }, () => {
      next += 1
      return { eventId: String(next), meter: METERS[next % METERS.length], quantity }
    })
  const record = (count: number, quantity = 1) =>
    call("POST", usagePath, { events: eventsOf(count, quantity) })
  return {
    /** Records so many events, ten thousand at a time, that come to a million units. */
    grow: async (count: number) => {
      for (let left = count; left > 0; left -= 10_000) await record(Math.min(left, 10_000), UNITS / count)
    },
    /** Milliseconds of a thousand events, each recorded by itself. */
    recordEach: () =>
      millisOf(async () => {
        for (let index = 0; index < 1000; index++) await record(1)
      }),
    /** Milliseconds of so many previews. */
    preview: () =>
      millisOf(async () => {
        for (let index = 0; index < PREVIEWS; index++) {
          await call("GET", `${base}/subscriptions/upcoming-invoice`, undefined, token)
        }
      }),
  }
}

const usageRows = async (): Promise<ReadonlyArray<Row>> => {
  const [small, large] = [await meteredWorld(), await meteredWorld()]
  await small.grow(100)
  await large.grow(UNITS)
  const preview = await inTurn({ large: large.preview, small: small.preview })
  const event = await inTurn({ large: large.recordEach, small: small.recordEach })
  return [
    rowOf({
      name: "preview with three meters, after 1,000,000 events against 100",
      ours: preview.large.map((millis) => millis / PREVIEWS),
      theirs: preview.small.map((millis) => millis / PREVIEWS),
      unit: "ms",
      target: { atMost: 1.1 },
    }),
    rowOf({
      name: "record an event, after 1,000,000 against the first thousands",
      ours: event.large.map((millis) => millis / 1000),
      theirs: event.small.map((millis) => millis / 1000),
      unit: "ms",
      target: { atMost: 1.2 },
    }),
  ]
}

/** Milliseconds of the processor, so that what else the machine does is not measured. */
const processorMillisOf = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds that one invoice takes where a month passes, or that nothing takes where a second does. */
const engineOf = async (organizations: number) => {
  const { call } = await makeBenchWorld({ organizations, invoices: 1, subscribed: true, tokens: false })
  await call("POST", "/_simulator/snapshots/before")
  return {
    month: async () => {
      await call("POST", "/_simulator/snapshots/before/restore")
      const advance = () => call("POST", "/_simulator/clock", { advanceBy: "P1M" })
      return (await processorMillisOf(advance)) / organizations
    },
    nothing: () =>
      millisOf(async () => {
        for (let index = 0; index < 200; index++)
          await call("POST", "/_simulator/clock", { advanceBy: "PT1S" })
      }),
  }
}

const engineRows = async (): Promise<ReadonlyArray<Row>> => {
  const small = await engineOf(1_000)
  const large = await engineOf(100_000)
  const invoice = await inTurn({ large: large.month, small: small.month }, 3)
  const few = await engineOf(100)
  const many = await engineOf(100_000)
  const nothing = await inTurn({ many: many.nothing, few: few.nothing })
  return [
    rowOf({
      name: "engine, an issued invoice with 100,000 organizations against 1,000",
      ours: invoice.large,
      theirs: invoice.small,
      unit: "ms",
      target: { atMost: 1.2 },
    }),
    rowOf({
      name: "engine with nothing due, 100,000 organizations against 100",
      ours: nothing.many.map((millis) => millis / 200),
      theirs: nothing.few.map((millis) => millis / 200),
      unit: "ms",
      target: { atMost: 1.5 },
    }),
  ]
}

/** How often in a round: few are over before they are compiled. */
const TIMES = 500

const keptOf = async (organizations: number) => {
  const { call } = await makeBenchWorld({ organizations, invoices: 1, tokens: false })
  await call("POST", "/_simulator/snapshots/a")
  const often = (path: string) => () =>
    millisOf(async () => {
      for (let index = 0; index < TIMES; index++) await call("POST", path)
    })
  return { restore: often("/_simulator/snapshots/a/restore"), reset: often("/_simulator/reset") }
}

const worldRows = async (): Promise<ReadonlyArray<Row>> => {
  const [small, large] = [await keptOf(10), await keptOf(10_000)]
  const restore = await inTurn({ large: large.restore, small: small.restore })
  const reset = await inTurn({ large: large.reset, small: small.reset })
  const row = (name: string, of: typeof restore): Row =>
    rowOf({
      name: `${name} with 10,000 organizations against 10`,
      ours: of.large.map((millis) => millis / TIMES),
      theirs: of.small.map((millis) => millis / TIMES),
      unit: "ms",
      target: { atMost: 1.5 },
    })
  return [row("restore", restore), row("reset", reset)]
}

/** How costs grow. */
export const measureGrowth = async (): Promise<ReadonlyArray<Row>> => [
  ...(await usageRows()),
  ...(await debtRows()),
  ...(await prepaidRows()),
  ...(await worldRows()),
  ...(await engineRows()),
]
