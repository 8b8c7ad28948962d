// Simulators for tests: in process, on a socket, or as the command that people run.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { makeGuard } from "../../simulator/control/guard.ts"
import { createSimulator, defaultSeed, type Simulator, type SimulatorOptions } from "../../simulator/index.ts"
import { makeWorld, type World } from "../../simulator/world/World.ts"
import type { WorldOptions } from "../../simulator/world/WorldOptions.ts"
import { makeFetch } from "../../src/http/makeFetch.ts"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import { commandFile } from "./commandFile.ts"
import { breachOf } from "./controlAnswers.ts"

/** Ids of the default seed. */
export const seeded = {
  organizationId: "0190a000-0000-7000-8000-000000000001",
  american: "0190a000-0000-7000-8000-000000000002",
  inactive: "0190a000-0000-7000-8000-000000000003",
  starter: "0190a000-0000-7000-8000-000000000100",
  starterMonthly: "0190a000-0000-7000-8000-000000000101",
  starterYearly: "0190a000-0000-7000-8000-000000000102",
  starterMonthlyDollars: "0190a000-0000-7000-8000-000000000103",
  pro: "0190a000-0000-7000-8000-000000000200",
  proMonthly: "0190a000-0000-7000-8000-000000000201",
  legacy: "0190a000-0000-7000-8000-000000000400",
  legacyMonthly: "0190a000-0000-7000-8000-000000000401",
  team: "0190a000-0000-7000-8000-000000000600",
  teamMonthly: "0190a000-0000-7000-8000-000000000601",
} as const

/** Where clocks of tests begin. */
export const beginning = "2026-01-31T00:00:00.000Z"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member
  readonly json: any
}

/** A client of a simulator. */
export interface Client {
  readonly call: (
    method: string,
    path: string,
    options?: {
      readonly body?: unknown
      readonly token?: string
      readonly headers?: Readonly<Record<string, string>>
    },
  ) => Promise<Answer>
  /** An access token without the walk through a code. */
  readonly token: (wish?: object) => Promise<string>
}

/** Calls a simulator through some `fetch`; everything it sends is declared as JSON. */
export const makeClient = (fetch: Simulator["fetch"], url: string): Client => {
  const call: Client["call"] = async (method, path, { body, token, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(method !== "GET" && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers: answered } = response
    const json = text === "" ? null : JSON.parse(text)
    // What a world reads in another way is none of the contract, and says so.
    const isAssumed = answered.has("x-assumption")
    const breach = isAssumed ? null : breachOf({ method, url: path }, { status, json })
    if (breach !== null) throw new Error(breach)
    return { status, headers: answered, json }
  }
  return {
    call,
    token: async (wish = {}) => (await call("POST", "/_simulator/tokens", { body: wish })).json.accessToken,
  }
}

/** Signs a user in by the code that arrives: the token response. */
export const signIn = async (
  { call }: Client,
  wish: { readonly email: string; readonly organizationId?: string },
): Promise<Answer["json"]> => {
  const { email } = wish
  const context = "MAGIC_AUTH"
  const { otpId } = (await call("POST", "/studio/auth/otp", { body: { email, context } })).json
  const { code } = (await call("GET", `/_simulator/otps?email=${email}`)).json.data[0]
  await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
  const body = { otpId, code, ...wish, email: undefined }
  return (await call("POST", "/studio/auth/sign-in/magic-auth", { body })).json
}

/** A simulator in process whose clock stands still, with a client. */
export const inProcess = async (
  options: SimulatorOptions = {},
): Promise<Client & { readonly simulator: Simulator }> => {
  const simulator = await createSimulator({ listen: false, now: beginning, clock: "manual", ...options })
  return { simulator, ...makeClient(simulator.fetch, simulator.url) }
}

// One for all worlds of a file: making an RSA key takes a while.
const keys = makeSigningKeys()

/** A world whose clock stands still, with a client. Its clock also moves as if time flowed: with nothing done. */
export const makeTestWorld = (options: Partial<WorldOptions> = {}): Client & World => {
  const world = makeWorld({
    name: "one",
    seed: defaultSeed,
    now: Date.parse(beginning),
    clock: "manual",
    keys,
    guard: makeGuard({ hosts: [] }),
    routes: [],
    onDefect: ({ cause }) => {
      throw cause
    },
    ...options,
  })
  const url = "http://localhost"
  return { ...world, ...makeClient(makeFetch(world.dispatcher, url), url) }
}

/** Subscribes the first organization by the month and with a card, to Starter unless another plan is chosen. */
export const subscribe = async (
  { call }: Client,
  token: string,
  choice: {
    readonly cardToken?: string
    readonly planId?: string
    readonly planIntervalId?: string
    readonly quantity?: number
  } = {},
): Promise<Answer["json"]> => {
  const {
    cardToken = "tok_visa",
    planId = seeded.starter,
    planIntervalId = seeded.starterMonthly,
    ...more
  } = choice
  const base = `/studio/organizations/${seeded.organizationId}`
  const method = await call("POST", `${base}/payment-methods`, { token, body: { type: "CARD", cardToken } })
  const { json } = await call("POST", `${base}/subscriptions`, {
    token,
    body: {
      planId,
      planIntervalId,
      ...more,
      paymentMethodId: method.json.paymentMethodId,
    },
  })
  return json
}

/** Calls under one token. */
export const callerOf =
  ({ call }: Client, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(method, path, { token, ...(body !== undefined && { body }) })

/** A simulator whose first organization subscribed to Starter by the month; the clock starts at `beginning`. */
export const startedSubscription = async (cardToken = "tok_visa") => {
  const client = await inProcess()
  const token = await client.token()
  const created = await subscribe(client, token, { cardToken })
  const call = callerOf(client, token)
  const base = `/studio/organizations/${seeded.organizationId}`
  return {
    client,
    created,
    call,
    goTo: (to: string) => client.call("POST", "/_simulator/clock", { body: { to } }),
    addCard: async (cardToken: string): Promise<string> =>
      (await call("POST", `${base}/payment-methods`, { type: "CARD", cardToken })).json.paymentMethodId,
    /** The status and payable amount of every invoice, newest first. */
    invoices: async (): Promise<ReadonlyArray<readonly [string, number]>> =>
      (await call("GET", `${base}/invoices`)).json.data.map(
        ({ status, payableAmount }: { status: string; payableAmount: number }) => [status, payableAmount],
      ),
  }
}

/** The command, running. */
export interface Command {
  readonly process: ChildProcess
  readonly nextLine: () => Promise<string>
  /** When it has ended: its status, and all that it wrote to standard error. */
  readonly ended: Promise<{ readonly status: number | null; readonly stderr: string }>
}

/** Runs the command with flags and variables. */
export const run = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  stdin: "ignore" | "pipe" = "ignore",
): Command => runNode([commandFile, ...args], environment, stdin)

/** Runs a program. */
export const runNode = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  stdin: "ignore" | "pipe" = "ignore",
): Command => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: [stdin, "pipe", "pipe"],
  })
  const [stdout, errors] = [child.stdout as Readable, child.stderr as Readable]
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  let stderr = ""
  errors.on("data", (chunk) => {
    stderr += chunk
  })
  return {
    process: child,
    nextLine: async () => (await lines.next()).value ?? "",
    ended: once(child, "close").then(([status]) => ({ status, stderr })),
  }
}
