// Access tokens as both forms of the client take them.
import { StudioClientError } from "./errors.ts"
import type { StudioClientOptions } from "./options.ts"

/**
 * Whether a text can be sent as a bearer token (RFC 6750). Asked beforehand, since whoever refuses a header repeats it.
 */
export const isBearerToken = (text: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(text)

/** What is said of a text that cannot. */
export const NO_BEARER_TOKEN = "The access token is no bearer token"

/** A token to send, and how many refreshes there had been when it was asked for. */
interface AccessToken {
  readonly text: string | undefined
  readonly after: number
}

/** The access tokens of a client. */
export interface AccessTokens {
  /** The one to send, if there is any. */
  readonly current: () => Promise<AccessToken>
  /** One in place of that which was refused; null where there is no way to have one. */
  readonly renewed: (refused: AccessToken) => Promise<string | null>
}

/** The access tokens by the options of a client. Calls that are refused at the same time share one refresh. */
export const makeAccessTokens = (options: StudioClientOptions): AccessTokens => {
  const { accessToken, getAccessToken, refresh } = options
  let fresh: string | undefined
  let refreshes = 0
  let refreshing: Promise<string> | null = null
  return {
    current: async () => {
      const after = refreshes
      const text = getAccessToken === undefined ? (fresh ?? accessToken) : await getAccessToken()
      return { text: sendable(text), after }
    },
    renewed: async (refused) => {
      if (refresh === undefined) return null
      // Another call has refreshed since. A token that was asked for later is refused for itself.
      if (fresh !== undefined && refused.after < refreshes && refused.text !== fresh) return fresh
      refreshing ??= Promise.resolve(refresh())
        .then((token) => {
          fresh = sendable(token)
          refreshes += 1
          return fresh
        })
        .finally(() => {
          refreshing = null
        })
      return refreshing
    },
  }
}

const sendable = <Token extends string | undefined>(token: Token): Token => {
  if (token !== undefined && !isBearerToken(token)) throw new StudioClientError("NOT_SENT", NO_BEARER_TOKEN)
  return token
}
