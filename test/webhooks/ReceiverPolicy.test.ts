// Where webhooks may go in production: addresses by range, at both of its ends, and URLs in every disguise.
import { describe, expect, it } from "vitest"
import { isPublicAddress, publicReceivers } from "../../src/webhooks/index.ts"

describe("an address", () => {
  it.each([
    ["this network", "0.0.0.0", "0.255.255.255"],
    ["private, 10/8", "10.0.0.0", "10.255.255.255"],
    ["carrier-grade NAT", "100.64.0.0", "100.127.255.255"],
    ["loopback", "127.0.0.1", "127.255.255.255"],
    ["link-local, the metadata of clouds", "169.254.0.0", "169.254.169.254", "169.254.255.255"],
    ["private, 172.16/12", "172.16.0.0", "172.31.255.255"],
    ["of the IETF", "192.0.0.0", "192.0.0.255"],
    ["for documentation, 192.0.2/24", "192.0.2.0", "192.0.2.255"],
    ["for documentation, 198.51.100/24", "198.51.100.0", "198.51.100.255"],
    ["for documentation, 203.0.113/24", "203.0.113.0", "203.0.113.255"],
    ["6to4 relay", "192.88.99.0", "192.88.99.255"],
    ["private, 192.168/16", "192.168.0.0", "192.168.255.255"],
    ["for benchmarks", "198.18.0.0", "198.19.255.255"],
    ["multicast", "224.0.0.1", "239.255.255.255"],
    ["reserved, and broadcast", "240.0.0.0", "255.255.255.255"],
    ["IPv6 unspecified", "::"],
    ["IPv6 loopback", "::1", "0:0:0:0:0:0:0:1"],
    ["IPv4 mapped into IPv6", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"],
    ["IPv4 compatible", "::127.0.0.1", "::7f00:1"],
    ["NAT64", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
    ["discard", "100::1"],
    ["Teredo", "2001::1", "2001:1ff:ffff::1"],
    ["IPv6 for documentation", "2001:db8::1", "2001:db8:ffff::1", "3fff::1", "3fff:fff:ffff::1"],
    ["6to4", "2002:7f00:1::1", "2002:a00:1::1", "2002:ffff:ffff::1"],
    ["unique local", "fc00::1", "fd12:3456:789a::1", "fdff:ffff::1"],
    ["IPv6 link-local", "fe80::1", "febf::1"],
    ["IPv6 site-local", "fec0::1"],
    ["IPv6 multicast", "ff02::1"],
    ["no address", "", "localhost", "127.1", "1.2.3", "::1::", "2130706433"],
  ])("is not public when it is %s", (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it.each([
    ["8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
    ["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255"],
    ["192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
    ["191.255.255.255", "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0"],
    ["198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0"],
    ["2001:db7::1", "2001:db9::1", "2003::1", "3ffe::1", "3fff:1000::1"],
    ["2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1"],
  ])("is public: %s …", (...addresses) => {
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
  })
})

describe("a URL", () => {
  const allows = (text: string): boolean => publicReceivers.allowsUrl(new URL(text))

  it.each([
    "https://receiver.example/",
    "https://receiver.example:8443/hooks?a=b",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
  ])("is allowed: %s", (text) => {
    expect(allows(text)).toBe(true)
  })

  it.each([
    "http://receiver.example/",
    "ftp://receiver.example/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "https://user@receiver.example/",
    "https://user:password@receiver.example/",
    "https://:password@receiver.example/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://１２７.0.0.1/",
  ])("is refused: %s", (text) => {
    expect(allows(text)).toBe(false)
  })
})
