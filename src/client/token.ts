// Access tokens as both forms of the client take them.
import { StudioClientError } from "./errors.ts"
import type { StudioClientOptions } from "./options.ts"

/**
 * Whether a text can be sent as a bearer token (RFC 6750). Asked beforehand, since whoever refuses a header repeats it.
 */
export const isBearerToken = (text: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(text)

/** What is said of a text that cannot. */
export const NO_BEARER_TOKEN = "The access token is no bearer token"

/** The access tokens of a client. */
export interface AccessTokens {
  /** The one to send, if there is any. */
  readonly current: () => Promise<string | undefined>
  /** One in place of that which was refused; null where there is no way to have one. */
  readonly renewed: (refused: string | undefined) => Promise<string | null>
}

/** The access tokens by the options of a client. Calls that are refused at the same time share one refresh. */
export const makeAccessTokens = (options: StudioClientOptions): AccessTokens => {
  const { accessToken, getAccessToken, refresh } = options
  let fresh: string | undefined
  let refreshing: Promise<string> | null = null
  return {
    current: async () =>
      sendable(getAccessToken === undefined ? (fresh ?? accessToken) : await getAccessToken()),
    renewed: async (refused) => {
      if (refresh === undefined) return null
      if (fresh !== undefined && fresh !== refused) return fresh
      refreshing ??= Promise.resolve(refresh()).finally(() => {
        refreshing = null
      })
      fresh = sendable(await refreshing)
      return fresh
    },
  }
}

const sendable = <Token extends string | undefined>(token: Token): Token => {
  if (token !== undefined && !isBearerToken(token)) throw new StudioClientError("NOT_SENT", NO_BEARER_TOKEN)
  return token
}
