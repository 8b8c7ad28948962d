// Calls of the console: of the control plane of its world, with the control token where one is needed, and of /studio as a
// user of an organization, by a token that the control plane hands out.
import { signal } from "@preact/signals"
import { worldOf } from "../route.ts"
import { type CurlCall, curlOf } from "./curl.ts"
import type { Actor } from "./shapes.ts"

/** The world of this page, and what goes before its paths. */
export const { base, world } = worldOf(location.pathname)

const TOKENS_PATH = "/_simulator/tokens"

const TOKEN_KEY = "studio-billing.control-token"

/** Tells whether the control plane asked for a token: `rejected` when it had one that it did not take. */
export const tokenWanted = signal<"no" | "missing" | "rejected">("no")

const storedToken = (): string | null => sessionStorage.getItem(TOKEN_KEY)

/** Keeps the control token for this tab. */
export const keepToken = (token: string): void => {
  sessionStorage.setItem(TOKEN_KEY, token)
  tokenWanted.value = "no"
}

/** A call that was refused, with what the answer says of it. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly errors: ReadonlyArray<{ readonly path: string; readonly message: string }>

  constructor(status: number, body: Partial<Refusal> | null) {
    super(body?.message ?? `The answer was ${status}, without a reason.`)
    this.statusCode = status
    this.code = body?.code ?? `status ${status}`
    this.errors = body?.errors ?? []
  }
}

/** An error as a refusal; a missing answer is a refusal too. */
export const refusalOf = (fault: unknown): Refusal =>
  fault instanceof Refusal
    ? fault
    : new Refusal(0, { code: "no answer", message: "There was no answer. Does the simulator still run?" })

/** The headers of a call of the control plane. */
export const controlHeaders = (): Record<string, string> => {
  const token = storedToken()
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** A call that changes something. */
export interface MadeCall {
  readonly method: string
  /** Without what goes before the paths of a world. */
  readonly path: string
  /** `undefined` where there is none. */
  readonly body: unknown
  /** In whose name it is made; null where that needs no user. */
  readonly actor: Actor | null
}

let recorded: Array<MadeCall> = []

/** The calls that change something, from now until the next recording begins. */
export const record = (): ReadonlyArray<MadeCall> => {
  recorded = []
  return recorded
}

/** The answer to a call; a refusal is thrown. */
const ask = async (call: MadeCall, headers: Record<string, string>): Promise<Response> => {
  const { method, path, body } = call
  // A token is a means, and what is only read changes nothing.
  if (method !== "GET" && path !== TOKENS_PATH) recorded.push(call)
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(method !== "GET" && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  throw new Refusal(response.status, jsonOf(await response.text()) as Partial<Refusal> | null)
}

const send = async <A>(call: MadeCall, headers: Record<string, string>): Promise<A> =>
  jsonOf(await (await ask(call, headers)).text()) as A

const jsonOf = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const ofControl = (method: string, path: string, body?: unknown): MadeCall => ({
  method,
  path: `/_simulator${path}`,
  body,
  actor: null,
})

/** Asks the control plane; a refusal for want of a token also has the page ask for it. */
const withToken = async <A>(work: (headers: Record<string, string>) => Promise<A>): Promise<A> => {
  const headers = controlHeaders()
  try {
    return await work(headers)
  } catch (fault) {
    if (fault instanceof Refusal && fault.statusCode === 401) noteRefusedToken(headers)
    throw fault
  }
}

/** A call of the control plane. Rejects with a `Refusal`; one for want of a token also has the page ask for it. */
export const control = <A = unknown>(method: string, path: string, body?: unknown): Promise<A> =>
  withToken((headers) => send<A>(ofControl(method, path, body), headers))

/** An answer of the control plane as it came, for a file. */
export const controlFile = (path: string): Promise<Blob> =>
  withToken(async (headers) => (await ask(ofControl("GET", path), headers)).blob())

/** Has the page ask for the control token, where that of a refused call is still the one that the page has. */
export const noteRefusedToken = (sent: Record<string, string>): void => {
  if (sent.authorization !== controlHeaders().authorization) return
  tokenWanted.value = storedToken() === null ? "missing" : "rejected"
}

const accessTokens = new Map<string, string>()

/** A token for /studio of a user, or of the one who may do the most in the first organization; kept while the page is open. */
const accessTokenOf = async (actor: Actor | null): Promise<string> => {
  const key = JSON.stringify(actor)
  const known = accessTokens.get(key)
  if (known !== undefined) return known
  const { accessToken } = await control<{ readonly accessToken: string }>("POST", "/tokens", actor ?? {})
  accessTokens.set(key, accessToken)
  return accessToken
}

/** A call as a command of curl, with a token where it needs one. */
export const curlOfCall = async (call: MadeCall): Promise<string> => {
  const { method, path, body } = call
  return curlOf({
    method,
    url: location.origin + base + path,
    body,
    authorization: await authorizationOf(call),
  })
}

const authorizationOf = async ({ path, actor }: MadeCall): Promise<CurlCall["authorization"]> => {
  if (path.startsWith("/_simulator/")) return storedToken() === null ? null : "control"
  return isOpenPath(path) ? null : { token: await accessTokenOf(actor) }
}

const isOpenPath = (path: string): boolean => !path.startsWith("/studio/") || path.startsWith("/studio/auth/")

/** Makes a call once more, in the name of its user or of the first organization's. */
export const callAgain = ({ method, path, body, actor }: MadeCall): Promise<unknown> => {
  if (path.startsWith("/_simulator/")) return control(method, path.slice("/_simulator".length), body)
  if (isOpenPath(path)) return send({ method, path, body, actor: null }, {})
  return studio(actor, method, path.slice("/studio".length), body)
}

/** A call of /studio in the name of a user. A token that is no longer good is asked for again, once. */
export const studio = async <A = unknown>(
  actor: Actor | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<A> => {
  const attempt = async (): Promise<A> =>
    send<A>(
      { method, path: `/studio${path}`, body, actor },
      { authorization: `Bearer ${await accessTokenOf(actor)}` },
    )
  try {
    return await attempt()
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.statusCode !== 401) throw fault
    accessTokens.clear()
    return attempt()
  }
}

/** A call of /studio that needs no token. */
export const studioOpenly = <A = unknown>(method: string, path: string, body?: unknown): Promise<A> =>
  send<A>({ method, path: `/studio${path}`, body, actor: null }, {})
