// How a world reads the gaps of the specification: each answer of the contract says on which of the switchable ones it
// rests, and is shown as they are read. GAP-107
import { type Amend, endpoints, isOfContract, type ResponseValue, type Route } from "../../src/http/index.ts"
import { type Answer, type Body, type Switch, switches } from "./variants.ts"

/** The readings of a world. */
export interface Assumptions {
  /** How a gap is read; null where it cannot be switched. */
  readonly readingOf: (gap: string) => string | null
  /** Null where the gap has no such reading. */
  readonly read: (gap: string, reading: string) => string | null
  readonly present: Amend
}

/** The readings that a gap has, the contract's first; none where it cannot be switched. */
export const readingsOf = (gap: string): ReadonlyArray<string> =>
  Object.keys(switches.get(gap)?.readings ?? {})

type Switches = ReadonlyArray<readonly [string, Switch]>

const keyOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`

/** The switches that answers of an endpoint may rest on, told without looking into them. */
const switchesOf = (name: string | null): { readonly refused: Switches; readonly answered: Switches } => {
  const refused = Array.from(switches).filter(
    ([, { endpoints: names }]) => names === null || (name !== null && names.includes(name)),
  )
  return { refused, answered: refused.filter(([, { endpoints: names }]) => names !== null) }
}

const ofRoutes = new Map(
  endpoints.map((endpoint) => [keyOf(endpoint), switchesOf(`${endpoint.group}.${endpoint.name}`)]),
)
const ofOthers = switchesOf(null)

const concerned = ({ route }: Parameters<Amend>[0], status: number): Switches => {
  const of = (route && ofRoutes.get(keyOf(route))) ?? ofOthers
  return status >= 400 ? of.refused : of.answered
}

/** The contract's own readings. `changed` is told when a gap is read in another way. */
export const makeAssumptions = (changed: () => void = () => undefined): Assumptions => {
  const chosen = new Map(Array.from(switches.keys(), (gap) => [gap, readingsOf(gap)[0] as string]))

  const present: Amend = (request, response) => {
    if (!isOfContract(request.path) || !isJson(response)) return response
    const mayRestOn = concerned(request, response.status)
    if (mayRestOn.length === 0) return response
    const rests: Array<string> = []
    const before: Answer = { status: response.status, body: JSON.parse(String(response.body)) as Body }
    let answer = before
    for (const [gap, { restsOn, readings }] of mayRestOn) {
      if (!restsOn(answer)) continue
      rests.push(gap)
      answer = readings[chosen.get(gap) ?? ""]?.(answer) ?? answer
    }
    return rests.length === 0 ? response : shown(response, answer === before ? null : answer, rests)
  }

  return {
    readingOf: (gap) => chosen.get(gap) ?? null,
    read: (gap, reading) => {
      if (!readingsOf(gap).includes(reading)) return null
      chosen.set(gap, reading)
      changed()
      return reading
    },
    present,
  }
}

const isJson = ({ headers, body }: ResponseValue): boolean =>
  body !== null && headers["content-type"] === "application/json"

/** The answer with the gaps that it rests on, and with another status and body where it was changed. */
const shown = (
  response: ResponseValue,
  answer: Answer | null,
  gaps: ReadonlyArray<string>,
): ResponseValue => {
  const headers = { ...response.headers, "x-assumption": gaps.join(", ") }
  if (answer === null) return { ...response, headers }
  const body = JSON.stringify(answer.body)
  const length = { "content-length": String(Buffer.byteLength(body)) }
  return { status: answer.status, headers: { ...headers, ...length }, body }
}
