// The variants of the gaps that a world has chosen: each answer of the contract names the gaps that it rests on, and is
// changed by their variants. GAP-107
import { type Amend, endpoints, isOfContract, type ResponseValue, type Route } from "../../src/http/index.ts"
import { type Answer, type Body, type Switch, switches } from "./variants.ts"

/** The assumptions of a world. */
export interface Assumptions {
  /** The variant of a gap; null where the gap cannot be switched. */
  readonly variantOf: (gap: string) => string | null
  /** Switches a gap to a variant; false where the gap has no such variant. */
  readonly choose: (gap: string, variant: string) => boolean
  readonly present: Amend
}

/** The variants of a gap, the one of the contract first; none where the gap cannot be switched. */
export const variantsOf = (gap: string): ReadonlyArray<string> =>
  Object.keys(switches.get(gap)?.variants ?? {})

type Switches = ReadonlyArray<readonly [string, Switch]>

const keyOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`

/** The switches that answers of an endpoint may rest on, found without a look into them. */
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

/** The variants of the contract. `changed` is called when a gap is switched. */
export const makeAssumptions = (changed: () => void = () => undefined): Assumptions => {
  const chosen = new Map(Array.from(switches.keys(), (gap) => [gap, variantsOf(gap)[0] as string]))

  const present: Amend = (request, response) => {
    if (!isOfContract(request.path) || !isJson(response)) return response
    const mayRestOn = concerned(request, response.status)
    if (mayRestOn.length === 0) return response
    const rests: Array<string> = []
    const before: Answer = { status: response.status, body: JSON.parse(String(response.body)) as Body }
    let answer = before
    for (const [gap, { restsOn, variants }] of mayRestOn) {
      if (!restsOn(answer)) continue
      rests.push(gap)
      answer = variants[chosen.get(gap) ?? ""]?.(answer) ?? answer
    }
    return rests.length === 0 ? response : shown(response, answer === before ? null : answer, rests)
  }

  return {
    variantOf: (gap) => chosen.get(gap) ?? null,
    choose: (gap, variant) => {
      if (!variantsOf(gap).includes(variant)) return false
      chosen.set(gap, variant)
      changed()
      return true
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
