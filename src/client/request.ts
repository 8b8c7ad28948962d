// What a call is, as far as it matters for sending it: where it goes and what goes with it.
import { StudioClientError } from "./errors.ts"

/** What sending a call has to know of its operation. */
export interface Operation {
  /** The method of HTTP. */
  readonly method: string
  /** `:name` segments are parameters. */
  readonly path: string
}

/** Any request, as far as it matters for sending it. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly retry?: number
}

/**
 * The path of a request, with its parameters and its query. Throws where a parameter would make it another path, or none:
 * it is empty, a dot segment, or has half of a character.
 */
export const urlOf = (operation: Operation, { params, query = {} }: AnyRequest): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const path = pathOf(operation, params)
  return search.size === 0 ? path : `${path}?${search}`
}

const pathOf = (operation: Operation, params: Readonly<Record<string, unknown>> = {}): string =>
  operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? "")
    if (/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
      const message = `${callOf(operation)}: not sent; give params.${name}, which is missing, empty or no id`
      throw new StudioClientError("NOT_SENT", message)
    }
    return encodeURIComponent(value)
  })

/** How messages name the call of an operation: `POST …/invoices/:invoiceId/pay`. It has nothing of the request. */
export const callOf = ({ method, path }: Operation): string =>
  `${method} ${path.replace("/studio/organizations/:organizationId", "…")}`
