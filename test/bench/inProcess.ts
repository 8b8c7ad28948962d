// The same calls by the same client with and without a socket: what a test suite gains by having the simulator in its
// own process. What a load generator gets out of the socket, which spends next to nothing on its side, stands beside it.
import { seeded } from "../support/simulator.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"
import { runLoad, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"
import { makeBenchWorld } from "./servers/studio.ts"

const AT_ONCE = 16
const CREATED = 1_000

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

interface Call {
  readonly method: string
  readonly path: string
  readonly token: string | null
  readonly body: string | null
}

const restore: Call = {
  method: "POST",
  path: "/_simulator/snapshots/bench/restore",
  token: null,
  body: "{}",
}

const listBy = (token: string | null): Call => ({ method: "GET", path: "/studio/plans", token, body: null })

const creations = ({ tokens, paymentMethodIds }: Fixture): ReadonlyArray<Call> =>
  tokens.slice(1).map(({ token, organizationId }) => ({
    method: "POST",
    path: `/studio/organizations/${organizationId}/subscriptions`,
    token,
    body: JSON.stringify({
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthly,
      paymentMethodId: paymentMethodIds[organizationId],
    }),
  }))

/** Makes a call as a client does, to the end of its answer. */
const callBy = async (fetch: Fetch, { method, path, token, body }: Call): Promise<void> => {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== null && { "content-type": "application/json" }),
  }
  const response = await fetch(path, { method, headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

/** Calls a second by a client, so many under way at a time. */
const rateOf = async (fetch: Fetch, calls: ReadonlyArray<Call>): Promise<number> => {
  let next = 0
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) await callBy(fetch, call)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (calls.length / (performance.now() - start)) * 1000
}

/** Calls a second by a client, each of which creates something where there was nothing. */
const rateOfCreations = async (fetch: Fetch, calls: ReadonlyArray<Call>): Promise<number> => {
  await callBy(fetch, restore)
  for (const { token } of calls) await callBy(fetch, listBy(token))
  return await rateOf(fetch, calls)
}

/** Rates in process against those over the socket. */
export const measureInProcess = async (): Promise<ReadonlyArray<Row>> => {
  const size = { organizations: CREATED, invoices: 20 }
  const { fetch: own, fixture, call } = await makeBenchWorld(size)
  await call("POST", "/_simulator/snapshots/bench")
  const server = await startServer("studio", size)
  const there = server.said.fixture as Fixture
  const overSocket: Fetch = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const load = (job: { readonly measured: ReadonlyArray<Call>; readonly before?: ReadonlyArray<Call> }) => ({
    port: server.port,
    connections: AT_ONCE,
    batches: [{ before: [], ...job }],
    times: 1,
  })
  const lists = ({ tokens }: Fixture): ReadonlyArray<Call> =>
    Array.from({ length: 10_000 }, () => listBy(tokens[0]?.token ?? null))
  try {
    const listed = await inTurn({
      ours: () => rateOf(own, lists(fixture)),
      theirs: () => rateOf(overSocket, lists(there)),
      loaded: async () => (await runLoad({ ...load({ measured: lists(there) }), status: 200 })).perSecond,
    })
    const created = await inTurn({
      ours: () => rateOfCreations(own, creations(fixture)),
      theirs: () => rateOfCreations(overSocket, creations(there)),
      loaded: async () => {
        await callBy(overSocket, restore)
        const measured = creations(there)
        const before = measured.map(({ token }) => listBy(token))
        return (await runLoad({ ...load({ before, measured }), status: 201 })).perSecond
      },
    })
    return [...rowsOf("list plans", listed), ...rowsOf("create a subscription", created)]
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
