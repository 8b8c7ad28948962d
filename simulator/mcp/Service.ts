// The simulator that the tools work on: in this process, or at an address.
import type { Fetch } from "../../src/http/index.ts"
import { DEFAULT_WORLD, isName, NAME_EXPECTED } from "../world/names.ts"
import { ToolRefused } from "./Tool.ts"

/** Where a simulator is, and how it is reached. */
export interface ServiceAddress {
  /** Its origin. */
  readonly url: string
  readonly fetch: Fetch
  /** The token of its control plane, if it needs one. */
  readonly controlToken?: string | undefined
}

/** A request to a world. */
export interface WorldRequest {
  readonly method: string
  /** From `/studio` or `/_simulator` on, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the call when the agent does not wait for it any more. */
  readonly signal?: AbortSignal | undefined
}

/** A simulator with its worlds. */
export interface Service {
  readonly url: string
  /** The address under which clients reach a world. */
  readonly addressOf: (world: string) => string
  /** The names of the worlds that have begun. */
  readonly worlds: () => Promise<ReadonlyArray<string>>
  /**
   * Calls a world that is there, or begins it with `begins`. Gives the JSON of the answer. Rejects with `ToolRefused`
   * where the world is unknown, and with the answer where the service refuses.
   */
  readonly send: (world: unknown, request: WorldRequest, begins?: "begins") => Promise<unknown>
}

/** The largest page. */
const PAGE = 100

/** A simulator for tools. */
export const makeService = ({ url, fetch, controlToken }: ServiceAddress): Service => {
  const base = url.replace(/\/+$/, "")
  const addressOf = (world: string): string => (world === DEFAULT_WORLD ? base : `${base}/w/${world}`)
  const exchange = async (
    world: string,
    { method, path, body, headers, signal }: WorldRequest,
  ): Promise<unknown> => {
    const isControl = path.startsWith("/_simulator")
    const response = await fetch(addressOf(world) + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(isControl && controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    }).catch((fault: Error) => {
      const reason = fault.cause instanceof Error ? fault.cause.message : fault.message
      throw new ToolRefused(`${method} ${path} got no answer (${reason}): is the simulator at ${base}?`)
    })
    const answer = jsonOf(await response.text())
    if (!response.ok) {
      const isNowhere = (answer as { readonly code?: unknown } | null)?.code === "route.not_found"
      const remedy = isNowhere ? ", list_calls lists the calls that there are" : ""
      throw new ToolRefused(`${method} ${path}: ${response.status}${remedy}`, answer)
    }
    return answer
  }
  const worlds = async (): Promise<ReadonlyArray<string>> => {
    const names: Array<string> = []
    for (let page = 1; names.length === (page - 1) * PAGE; page += 1) {
      const path = `/_simulator/worlds?page=${page}&limit=${PAGE}`
      const { data } = (await exchange(DEFAULT_WORLD, { method: "GET", path })) as {
        readonly data: ReadonlyArray<{ readonly name: string }>
      }
      names.push(...data.map(({ name }) => name))
    }
    return names
  }
  return {
    url: base,
    addressOf,
    worlds,
    send: async (world = DEFAULT_WORLD, request, begins) => {
      const name = String(world)
      if (!isName(name)) throw new ToolRefused(`Expected ${NAME_EXPECTED} as the name of a world`)
      if (name !== DEFAULT_WORLD && begins === undefined && !(await worlds()).includes(name)) {
        throw new ToolRefused(
          `There is no world '${name}': make_world makes it, and service lists those that there are`,
        )
      }
      return exchange(name, request)
    },
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return text === "" ? { done: true } : JSON.parse(text)
  } catch {
    return { text }
  }
}
