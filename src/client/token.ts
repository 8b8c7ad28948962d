// Access tokens as both forms of the client take them.

/**
 * Whether a text can be sent as a bearer token (RFC 6750). Asked beforehand, since whoever refuses a header repeats it.
 */
export const isBearerToken = (text: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(text)

/** What is said of a text that cannot. */
export const NO_BEARER_TOKEN = "The access token is no bearer token"
