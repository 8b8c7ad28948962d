// The receivers that a simulator's webhooks may go to: this machine, and the hosts of --webhook-allow. GAP-102
import { hasCredentials, hostOf, type ReceiverPolicy } from "../../../src/webhooks/index.ts"
import { isLoopback, normaliseHost } from "../../control/hosts.ts"

/** Loopback, and these hosts at whatever address they have; HTTP as well as HTTPS. */
export const allowedReceivers = (names: ReadonlyArray<string>): ReceiverPolicy => {
  const named = new Set(names.map(normaliseHost))
  const isNamed = (host: string): boolean => named.has(normaliseHost(host))
  return {
    allowsUrl: (url) =>
      (url.protocol === "http:" || url.protocol === "https:") &&
      !hasCredentials(url) &&
      (isNamed(hostOf(url)) || isLoopback(hostOf(url))),
    allowsAddress: (address, host) => isNamed(host) || isLoopback(address),
  }
}
