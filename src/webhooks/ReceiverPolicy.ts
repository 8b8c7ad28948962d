// Where webhooks may go. Whoever chooses a receiver could otherwise make the service call what only the service can
// reach: its own machine, its network, the metadata of its cloud. GAP-102
import { BlockList, isIP } from "node:net"

/** Which receivers may be called: the URL is checked at registration, and the address at each attempt. */
export interface ReceiverPolicy {
  /** Tells whether the URL is allowed, before its host is resolved. */
  readonly allowsUrl: (url: URL) => boolean
  /** Tells whether the host may be called at this address. */
  readonly allowsAddress: (address: string, host: string) => boolean
}

/** The host of a URL in the form that is compared: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

/**
 * The addresses that are not of the public internet, by the IANA registries of special-purpose addresses. Of IPv6 only
 * global unicast is public, so mapped, translated and local forms of other addresses are not.
 */
const reserved = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  reserved.addSubnet(network, prefix, "ipv4")
}
for (const [network, prefix] of [
  // Teredo, ORCHID and other special addresses.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 carries an IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(network, prefix, "ipv6")
}

const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")

/** Tells whether a text is an address of the public internet. GAP-102 */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4")
    case 6:
      return globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6")
    default:
      return false
  }
}

/** The policy for production: HTTPS without credentials in the URL, to public addresses only. GAP-102 */
export const publicReceivers: ReceiverPolicy = {
  allowsUrl: (url) => {
    const host = hostOf(url)
    return url.protocol === "https:" && !hasCredentials(url) && (isIP(host) === 0 || isPublicAddress(host))
  },
  allowsAddress: isPublicAddress,
}

/** Tells whether a URL has a user or a password. They would be seen in the list of endpoints. */
export const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== ""
