// The same calls by the same client with and without a socket: what a test suite gains by having the simulator in its
// own process. What a load generator gets out of the socket, which spends next to nothing on its side, stands beside it;
// and what the dispatcher alone takes of the processor, beside a fixed loop.
import * as Effect from "effect/Effect"
import type { Dispatcher, RequestValue } from "../../src/http/index.ts"
import type { Shot } from "./load.ts"
import { inTurn, nanosOf, type Row, rowOf } from "./measure.ts"
import { loadServer, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"
import { makeBenchWorld } from "./servers/studio.ts"
import { creationsOf, listPlans, listsOf, restore, usageOf } from "./shots.ts"

const AT_ONCE = 16
const CREATED = 1_000

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Makes a call as a client does, to the end of its answer. */
const callBy = async (fetch: Fetch, { method, path, token, body }: Shot): Promise<void> => {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== null && { "content-type": "application/json" }),
  }
  const response = await fetch(path, { method, headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

/** Calls a second by a client, so many under way at a time. */
const rateOf = async (fetch: Fetch, calls: ReadonlyArray<Shot>): Promise<number> => {
  let next = 0
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) await callBy(fetch, call)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (calls.length / (performance.now() - start)) * 1000
}

/** Calls a second by a client, each of which creates something where there was nothing. */
const rateOfCreations = async (fetch: Fetch, fixture: Fixture): Promise<number> => {
  await callBy(fetch, restore)
  for (const list of listsOf(fixture)) await callBy(fetch, list)
  return await rateOf(fetch, creationsOf(fixture))
}

/** Rates in process against those over the socket. */
export const measureInProcess = async (): Promise<ReadonlyArray<Row>> => {
  const size = { organizations: CREATED, invoices: 20 }
  const { fetch: own, fixture, call, world } = await makeBenchWorld(size)
  await call("POST", "/_simulator/snapshots/bench")
  const server = await startServer("studio", size)
  const there = server.said.fixture as Fixture
  const overSocket: Fetch = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const shared = { connections: AT_ONCE, times: 1 }
  const lists = ({ tokens }: Fixture): ReadonlyArray<Shot> =>
    Array.from({ length: 10_000 }, () => listPlans(tokens[0]?.token ?? null))
  try {
    const listed = await inTurn({
      ours: () => rateOf(own, lists(fixture)),
      theirs: () => rateOf(overSocket, lists(there)),
      loaded: async () =>
        (await loadServer(server, { ...shared, shots: lists(there), status: 200 })).perSecond,
    })
    const created = await inTurn({
      ours: () => rateOfCreations(own, fixture),
      theirs: () => rateOfCreations(overSocket, there),
      loaded: async () => {
        await callBy(overSocket, restore)
        const job = { first: listsOf(there), shots: creationsOf(there), status: 201 }
        return (await loadServer(server, { ...shared, ...job })).perSecond
      },
    })
    return [
      ...rowsOf("list plans", listed),
      ...rowsOf("create a subscription", created),
      ...(await processorRows({ dispatcher: world.dispatcher, fixture, again: () => callBy(own, restore) })),
    ]
  } finally {
    server.process.kill()
  }
}

type Rates = ReadonlyArray<number>

const rowsOf = (
  name: string,
  { ours, theirs, loaded }: { readonly ours: Rates; readonly theirs: Rates; readonly loaded: Rates },
): ReadonlyArray<Row> => {
  const unit = "requests/s"
  return [
    rowOf({ name: `${name}, in process against the socket`, ours, theirs, unit, target: { atLeast: 2 } }),
    rowOf({ name: `${name}, in process against a load on the socket`, ours, theirs: loaded, unit }),
  ]
}

/** Processor time of calls that go straight to a dispatcher, so many under way at a time, in microseconds a call. */
const microsOf = async (dispatcher: Dispatcher, shots: ReadonlyArray<Shot>): Promise<number> => {
  const requests = shots.map(({ method, path, token, body }): RequestValue => {
    const bytes = body === null ? null : Buffer.from(body)
    return {
      method,
      url: path,
      headers: {
        host: "localhost",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(bytes !== null && {
          "content-type": "application/json",
          "content-length": String(bytes.byteLength),
        }),
      },
      body: bytes === null ? null : () => Effect.succeed(bytes),
    }
  })
  let next = 0
  const work = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const { status, body } = await Effect.runPromise(dispatcher(request))
      if (status >= 300) throw new Error(`${request.method} ${request.url}: ${status} ${body}`)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests.length
}

/** The processor time of a call against that of writing and reading the list of plans as JSON. */
const processorRows = async (world: {
  readonly dispatcher: Dispatcher
  readonly fixture: Fixture
  readonly again: () => Promise<void>
}): Promise<ReadonlyArray<Row>> => {
  const { dispatcher, fixture, again } = world
  const [{ token } = { token: null }] = fixture.tokens
  const listings = Array.from({ length: 5_000 }, () => listPlans(token))
  let round = 0
  const figures = await inTurn({
    loop: () => nanosOf(() => JSON.parse(JSON.stringify(fixture.plans))) / 1000,
    list: () => microsOf(dispatcher, listings),
    usage: () => microsOf(dispatcher, usageOf(`in process ${round++}`, 5_000)),
    create: async () => {
      await again()
      await microsOf(dispatcher, listsOf(fixture))
      return await microsOf(dispatcher, creationsOf(fixture))
    },
  })
  const row = (name: string, ours: Rates): Row =>
    rowOf({
      name: `${name}, processor time in process against a fixed loop`,
      ours,
      theirs: figures.loop,
      unit: "µs",
    })
  return [
    row("list plans", figures.list),
    row("create a subscription", figures.create),
    row("record a usage event", figures.usage),
  ]
}
