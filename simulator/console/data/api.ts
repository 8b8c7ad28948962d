// Calls of the console: of the control plane of its world, with the control token where one is needed, and of /studio as a
// user of an organization, by a token that the control plane hands out.
import { signal } from "@preact/signals"
import { worldOf } from "../route.ts"
import type { Actor } from "./shapes.ts"

/** The world of this page, and what goes before its paths. */
export const { base, world } = worldOf(location.pathname)

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

const send = async <A>(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<A> => {
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(method !== "GET" && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = jsonOf(text)
  if (!response.ok) throw new Refusal(response.status, json as Partial<Refusal> | null)
  return json as A
}

const jsonOf = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A call of the control plane. Rejects with a `Refusal`; one for want of a token also has the page ask for it. */
export const control = async <A = unknown>(method: string, path: string, body?: unknown): Promise<A> => {
  try {
    return await send<A>(method, `/_simulator${path}`, body, controlHeaders())
  } catch (fault) {
    if (fault instanceof Refusal && fault.statusCode === 401) noteMissingToken()
    throw fault
  }
}

/** Has the page ask for the control token. */
export const noteMissingToken = (): void => {
  tokenWanted.value = storedToken() === null ? "missing" : "rejected"
}

const accessTokens = new Map<string, string>()

const accessTokenOf = async ({ organizationId, email }: Actor): Promise<string> => {
  const key = `${organizationId} ${email}`
  const known = accessTokens.get(key)
  if (known !== undefined) return known
  const { accessToken } = await control<{ readonly accessToken: string }>("POST", "/tokens", {
    organizationId,
    email,
  })
  accessTokens.set(key, accessToken)
  return accessToken
}

/** A call of /studio in the name of a user. A token that is no longer good is asked for again, once. */
export const studio = async <A = unknown>(
  actor: Actor,
  method: string,
  path: string,
  body?: unknown,
): Promise<A> => {
  const attempt = async (): Promise<A> =>
    send<A>(method, `/studio${path}`, body, { authorization: `Bearer ${await accessTokenOf(actor)}` })
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
  send<A>(method, `/studio${path}`, body, {})
