// The tools of the server: a table over operations of the control plane, and the few that are none of them.
import { DEFAULT_WORLD } from "../world/names.ts"
import { listCalls, viewCall } from "./calls.ts"
import { controlOperations, studioOperations } from "./operations.ts"
import { operationTool, worldMember } from "./operationTool.ts"
import type { Service } from "./Service.ts"
import { checked, type Input, inputOf, type Tool, ToolRefused } from "./Tool.ts"

/** The operation of a tool, and what else an agent has to know of it. */
const table: Readonly<Record<string, readonly [operation: string, hint?: string]>> = {
  reset_world: ["world.reset"],
  sign_in: ["access.issueToken", "Clients send it as `Authorization: Bearer` with calls of /studio."],
  list_codes: ["access.otps"],
  list_organizations: ["organizations.list"],
  list_plans: ["catalogue.plans"],
  list_subscriptions: ["accounts.subscriptions"],
  list_invoices: ["accounts.invoices"],
  record_usage: ["accounts.recordUsage"],
  view_clock: ["clock.view"],
  move_clock: ["clock.advance"],
  add_fault: [
    "faults.create",
    "By `kind`: `respond` answers the `status` that it needs, and nothing is done; `delay` waits the `delayMs` that it needs; `drop_before` loses the call; `drop_after` acts and loses the answer; `gateway` gives a charge the `outcome` that it needs, also a charge that time brings; `double_charge` charges a PAID invoice that is paid again; `webhook_hold` (until the fault is deleted), `webhook_duplicate`, `webhook_reorder` (needs `order`) and `webhook_fail` are of deliveries. It strikes from the `nth` match on, `times` times; both are 1 if left out. `path` is a template, as list_calls has it: /studio/organizations/{organizationId}/invoices/{invoiceId}/pay.",
  ],
  list_faults: ["faults.list"],
  delete_fault: ["faults.delete"],
  list_events: ["webhooks.events"],
  list_requests: [
    "world.requests",
    "A status of 0 is a call whose answer was lost. With `path` as /studio, what the tools called under /_simulator is left out.",
  ],
  list_charges: ["world.charges"],
  audit: ["world.audit"],
}

/** The tools that change what is there, beside those that delete. */
const CHANGING = ["reset_world", "move_clock"]

/** All tools on a simulator. */
export const makeTools = (service: Service): ReadonlyArray<Tool> => {
  const control = controlOperations()
  const made = Object.entries(table).map(([name, [id, hint]]) => {
    const operation = control.get(id)
    if (operation === undefined) throw new Error(`The control plane has no operation ${id}`)
    const changes = operation.method === "DELETE" || CHANGING.includes(name)
    const effect = operation.method === "GET" ? "reads" : changes ? "changes" : "adds"
    return operationTool(service, operation, { name, hint, effect })
  })
  const operations = [...studioOperations().values(), ...control.values()]
  return [
    aboutService(service),
    makeWorld(service),
    endWorld(service),
    ...made,
    listCalls(operations),
    viewCall(operations),
    anyCall(service),
  ]
}

const aboutService = (service: Service): Tool =>
  checked({
    name: "service",
    description:
      "Says where the simulator is, for the client under test, and lists its worlds with their addresses: what comes before /studio.",
    input: inputOf({}),
    effect: "reads",
    run: async () => ({
      url: service.url,
      openapi: `${service.url}/openapi.json`,
      worlds: (await service.worlds()).map((name) => ({ name, url: service.addressOf(name) })),
    }),
  })

const makeWorld = (service: Service): Tool =>
  checked({
    name: "make_world",
    description:
      "Makes a world of its own, with the seed's records and its own clock, and answers its address. Use one for each experiment.",
    input: inputOf({ world: { type: "string", description: "Its name, such as retry-test." } }, ["world"]),
    effect: "adds",
    run: async ({ world }) => {
      if ((await service.worlds()).includes(String(world))) {
        throw new ToolRefused(`There is a world '${world}' already: reset_world begins it anew`)
      }
      await service.send(world, { method: "GET", path: "/_simulator/health" }, "begins")
      return { world, url: service.addressOf(String(world)) }
    },
  })

const endWorld = (service: Service): Tool =>
  checked({
    name: "end_world",
    description: "Ends a world, with all of its records.",
    input: inputOf({ world: { type: "string", description: "Its name; not `default`." } }, ["world"]),
    effect: "changes",
    run: async ({ world }) => {
      const path = `/_simulator/worlds/${encodeURIComponent(String(world))}`
      return service.send(DEFAULT_WORLD, { method: "DELETE", path, body: {} })
    },
  })

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const callInput = inputOf(
  {
    method: { type: "string", enum: METHODS },
    path: { type: "string", description: "From /studio or /_simulator on, with its query." },
    body: { type: "object", description: "The body, as JSON." },
    token: {
      type: "string",
      description:
        "An access token for /studio; one of the first organization, with every permission, if left out. An empty text sends none.",
    },
    idempotencyKey: { type: "string", description: "The Idempotency-Key of the call." },
    world: worldMember,
  },
  ["method", "path"],
)

const anyCall = (service: Service): Tool =>
  checked({
    name: "call",
    description:
      "Makes any call of /studio or of the control plane under /_simulator, and answers its JSON. list_calls lists them, and view_call says what one takes.",
    input: callInput,
    effect: "changes",
    run: async ({ world, ...wish }, signal) => {
      const { method, path } = targetOf(wish)
      const token = wish.token ?? (path.startsWith("/studio") ? await tokenOf(service, world) : undefined)
      return service.send(world, {
        method,
        path,
        headers: {
          ...(token !== undefined && token !== "" && { authorization: `Bearer ${token}` }),
          ...(wish.idempotencyKey !== undefined && { "idempotency-key": String(wish.idempotencyKey) }),
        },
        ...(method !== "GET" && { body: wish.body ?? {} }),
        signal,
      })
    },
  })

/** A segment that leads elsewhere, in each spelling that an address has for it, before the query. */
const DOT_SEGMENT = /^[^?#]*[\\/](?:\.|%2e){1,2}(?:[\\/?#]|$)/i

const targetOf = ({ method, path }: Input): { readonly method: string; readonly path: string } => {
  const target = String(path)
  if (!METHODS.includes(String(method))) throw new ToolRefused(`Expected method as ${METHODS.join(", ")}`)
  if (!/^\/(?:studio|_simulator)\/[\x21-\x7e]*$/.test(target) || DOT_SEGMENT.test(target)) {
    throw new ToolRefused("Expected path to begin with /studio/ or /_simulator/; world says which world")
  }
  if (target.startsWith("/_simulator/stream")) {
    throw new ToolRefused(
      "The stream has no end: list_events, list_requests and list_charges say what happened",
    )
  }
  return { method: String(method), path: target }
}

const tokenOf = async (service: Service, world: unknown): Promise<string> => {
  const request = { method: "POST", path: "/_simulator/tokens", body: {} }
  const { accessToken } = (await service.send(world, request)) as { readonly accessToken: string }
  return accessToken
}
