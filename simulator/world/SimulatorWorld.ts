// One world of a simulator, as those who work with it alone see it: every request by it goes there. GAP-109
import type { Fetch } from "../../src/http/index.ts"
import { type Control, makeControl } from "../control/client.ts"
import type { TokenWish } from "../control/contract/access.ts"
import { type Customer, makeCustomer } from "./Customer.ts"
import { DEFAULT_WORLD } from "./names.ts"

/** A world of a simulator. */
export interface SimulatorWorld {
  /** 1 to 64 letters, digits, dots, dashes and underscores, and neither `.` nor `..`. */
  readonly name: string
  /** Its address: the simulator's `url` and the prefix `/w/NAME`, without a slash at the end. */
  readonly url: string
  /** Reaches it without a socket, by addresses with and without its prefix. */
  readonly fetch: Fetch
  /** Its control plane: time, codes, faults, state. */
  readonly control: Control
  /** Signs a customer in, with the steps that most tests begin with; the first user of the first organization unless told. */
  readonly customer: (wish?: TokenWish) => Promise<Customer>
  /**
   * Ends it and makes room for another one: from then on its `fetch` rejects, and a world that begins under its name is
   * as the seed has it. Closing twice is closing once. Rejects with an Error for the default world, which ends with
   * the simulator.
   */
  readonly close: () => Promise<void>
}

/** A world as a value. `end` ends it. */
export const makeSimulatorWorld = (options: {
  readonly name: string
  /** A `fetch` of the simulator whose requests have these headers as well. */
  readonly reach: (headers: Readonly<Record<string, string>>) => Fetch
  /** The simulator's. */
  readonly url: string
  readonly controlToken: string | undefined
  readonly end: () => Promise<void>
}): SimulatorWorld => {
  const { name, url, controlToken, end } = options
  const reach = options.reach({ "x-simulator-world": name })
  let ended: Promise<void> | undefined
  const fetch: Fetch = async (input, init) => {
    // A request that comes too late would begin the world again, and nobody would end that one.
    if (ended !== undefined) throw new TypeError(`The world ${name} is closed`)
    return reach(input, init)
  }
  const reached = {
    url: `${url}/w/${name}`,
    fetch,
    control: makeControl({ fetch, token: controlToken }),
  }
  return {
    name,
    ...reached,
    customer: (wish) => makeCustomer(reached, wish),
    close: () => {
      if (name === DEFAULT_WORLD)
        return Promise.reject(new Error("The default world ends with the simulator"))
      ended ??= end()
      return ended
    },
  }
}
