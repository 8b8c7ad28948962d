// What passes between the typed client and a server: which operation of the contract each call is, what was answered,
// and which reading of a gap the answer shows. Answers in another reading are put into the contract's, so that the
// client can decode them; what a refusal without code was for stays unknown.
import { StudioApi } from "../../src/api/index.ts"

/** An operation of the contract; `pattern` finds it in a path. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly pattern: RegExp
}

/** Every operation of the contract, those first whose path names the least. */
export const operations: ReadonlyArray<Operation> = Object.values(StudioApi.groups)
  .flatMap((group) =>
    Object.values(group.endpoints).map(({ identifier, method, path }) => ({
      name: `${group.identifier}.${identifier}`,
      method,
      path: path.replace(/\/$/, ""),
    })),
  )
  .sort((one, other) => one.path.split(":").length - other.path.split(":").length)
  .map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`${path.replaceAll(/:\w+/g, "[^/]+")}$`),
  }))

/** The readings of each gap that a client can tell apart, the contract's first. */
export const gapReadings = {
  "GAP-30": ["object", "list"],
  "GAP-15": ["seconds", "milliseconds"],
  "GAP-01": ["with_code", "without_code"],
} as const

export type Gap = keyof typeof gapReadings

/** What was answered, as it came. */
export interface Answered {
  readonly call: string
  readonly status: number
  readonly body: unknown
  readonly isReplayed: boolean
}

/** How often something was seen, by what. */
export type Tally = Map<string, Map<string, number>>

const count = (tally: Tally, row: string, cell: string): void => {
  const cells = tally.get(row) ?? new Map<string, number>()
  tally.set(row, cells.set(cell, (cells.get(cell) ?? 0) + 1))
}

/** A `fetch` that writes down what it saw. */
export interface Recorder {
  readonly fetch: typeof fetch
  /** How often each operation answered each status. */
  readonly answers: Tally
  /** How often each reading of a gap was seen. */
  readonly readings: Tally
  /** Forgets the calls, and the readings that a server has to stay with. */
  readonly begin: () => void
  /** The calls since then, with what was answered. */
  readonly transcript: () => ReadonlyArray<string>
  /** The latest answer since it was last taken. */
  readonly take: () => Answered | null
  /** What is wrong with the readings since the beginning. */
  readonly fault: () => string | null
}

const record = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {}

/** The unit of `expiresIn`, by the life of the token beside it, or by what is likely where that cannot be read. */
const unitOf = (tokens: Readonly<Record<string, unknown>>): string => {
  const life = claimsOf(String(tokens.accessToken))
  const seconds = Number(life.exp) - Number(life.iat)
  if (tokens.expiresIn === seconds) return "seconds"
  return tokens.expiresIn === seconds * 1000 || Number(tokens.expiresIn) > 1_000_000
    ? "milliseconds"
    : "seconds"
}

/** What a token says of itself; nothing where it is no JWT. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> => {
  try {
    return record(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))
  } catch {
    return {}
  }
}

const readingsIn = (operation: string, { status, body }: Answered): ReadonlyArray<readonly [Gap, string]> => {
  const members = record(body)
  const found: Array<readonly [Gap, string]> = []
  if (operation === "subscriptions.check" && status === 200) {
    found.push(["GAP-30", Array.isArray(members.data) ? "list" : "object"])
  }
  if (status === 200 && "expiresIn" in members) found.push(["GAP-15", unitOf(members)])
  if (status >= 400) found.push(["GAP-01", "code" in members ? "with_code" : "without_code"])
  return found
}

const none = { statusCode: 404, code: "subscription.not_found", message: "An empty list.", errors: [] }

/** The answer in the contract's reading. */
const translated = (operation: string, { status, body }: Answered): readonly [number, unknown] => {
  const { data } = record(body)
  if (operation !== "subscriptions.check" || status !== 200 || !Array.isArray(data)) return [status, body]
  return data.length === 0 ? [404, none] : [200, data[0]]
}

const WAIT_SECONDS_MAX = 60

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** A recorder around a `fetch`. Other readings than the contract's are a fault unless `allowsReadings`. */
export const makeRecorder = (raw: typeof fetch, allowsReadings: boolean): Recorder => {
  const answers: Tally = new Map(operations.map(({ name }) => [name, new Map()]))
  const readings: Tally = new Map(
    Object.entries(gapReadings).map(([gap, known]) => [gap, new Map(known.map((reading) => [reading, 0]))]),
  )
  let seen = new Map<string, string>()
  let calls: Array<string> = []
  let latest: Answered | null = null
  let fault: string | null = null

  const note = (gap: Gap, reading: string): void => {
    count(readings, gap, reading)
    const before = seen.get(gap) ?? (allowsReadings ? reading : gapReadings[gap][0])
    if (before !== reading) fault ??= `${gap} is read as ${reading} here, and as ${before} elsewhere`
    seen.set(gap, before)
  }

  /** A server that counts calls is given the time that it asks for. */
  const patiently = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const response = await raw(input, init)
    const seconds = Number(
      response.headers.get("ratelimit") === null ? 0 : response.headers.get("retry-after"),
    )
    if (response.status !== 429 || !(seconds > 0 && seconds <= WAIT_SECONDS_MAX)) return response
    await response.text()
    await pause(seconds)
    return patiently(input, init)
  }

  const recording = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? "GET"
    const name =
      operations.find((one) => one.method === method && one.pattern.test(pathname))?.name ?? "unknown"
    const response = await patiently(input, init)
    const text = await response.text()
    const body: unknown = text === "" ? null : jsonOf(text)
    const isReplayed = response.headers.get("idempotent-replayed") === "true"
    const answered = { call: `${method} ${pathname}`, status: response.status, body, isReplayed }
    calls.push(`${method} ${pathname}${sentBody(init)}\n    ${response.status} ${hidden(text).slice(0, 600)}`)
    count(answers, name, String(response.status))
    for (const [gap, reading] of readingsIn(name, answered)) note(gap, reading)
    latest = answered
    const [status, inContract] = translated(name, answered)
    const content = inContract === body ? text : JSON.stringify(inContract)
    return new Response(status === 204 ? null : content, { status, headers: response.headers })
  }

  return {
    fetch: recording,
    answers,
    readings,
    begin: () => {
      calls = []
      seen = new Map()
      latest = null
      fault = null
    },
    transcript: () => calls,
    take: () => {
      const taken = latest
      latest = null
      return taken
    },
    fault: () => fault,
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A text without what opens doors. */
const hidden = (text: string): string =>
  text.replaceAll(/"(accessToken|refreshToken|cardToken|otpId)":"[^"]*"/g, '"$1":"…"')

const sentBody = ({ body }: RequestInit = {}): string => {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? "")
  return text === "" ? "" : ` ${hidden(text)}`
}
