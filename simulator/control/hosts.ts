// Host names as requests and options write them.

/** The name that a `Host` header gives, in lower case and without its port; null for what is no host. */
export const hostNameOf = (header: string | undefined): string | null =>
  /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header ?? "")?.[1]?.toLowerCase() ?? null

/** The form in which names are compared: an IPv6 address stands in brackets, as it does in a `Host` header. */
export const normaliseHost = (host: string): string =>
  (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host).toLowerCase()

/** Tells whether a name or an address is this machine's own, which no other machine reaches. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(normaliseHost(host))
