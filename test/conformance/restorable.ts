// A host without snapshots, for what needs them: a snapshot of it is the control calls until then, and it is restored by
// making them again on a new host, which draws the same ids.
import type { Fetch } from "../../src/http/makeFetch.ts"
import type { HostOptions, TestHost } from "../support/hosts.ts"

type Call = readonly [path: string, init: RequestInit | undefined]

/** Reaches a host by addresses with and without a world. It can be reset, and has one snapshot. */
export const restorable = (start: (options: HostOptions) => TestHost | Promise<TestHost>): Fetch => {
  const begin = async (): Promise<TestHost> => start({ idSeed: "restorable" })
  let host: TestHost | null = null
  let made: ReadonlyArray<Call> = []
  let kept: ReadonlyArray<Call> = []
  const done = () => new Response(null, { status: 204 })
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, "http://localhost")
    const path = pathname.replace(/^\/w\/[^/]+/, "") + search
    if (path === "/_simulator/reset") {
      host = await begin()
      made = []
      return done()
    }
    if (/^\/_simulator\/snapshots\/\w+$/.test(path)) {
      kept = made
      return done()
    }
    if (/^\/_simulator\/snapshots\/\w+\/restore$/.test(path)) {
      host = await begin()
      for (const call of kept) await host.fetch(...call)
      return done()
    }
    if (path.startsWith("/_simulator/") && init?.method === "POST") made = [...made, [path, init]]
    host ??= await begin()
    return host.fetch(path, init)
  }
}
