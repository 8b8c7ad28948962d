// Where the webhooks of a simulator may go: this machine, and hosts that were named.
import { describe, expect, it } from "vitest"
import { allowedReceivers } from "../../../simulator/adapters/webhooks/receivers.ts"

const named = allowedReceivers(["hooks.example", "192.168.1.7", "fd00::7"])

describe("a URL", () => {
  it.each<readonly [string, boolean]>([
    ["http://127.0.0.1:4000/hooks", true],
    ["http://localhost:4000/", true],
    ["http://app.localhost/", true],
    ["http://[::1]:4000/", true],
    ["https://localhost/", true],
    ["http://2130706433/", true],
    ["http://hooks.example/", true],
    ["https://HOOKS.example:8443/", true],
    ["http://192.168.1.7/", true],
    ["http://[fd00::7]/", true],
    ["https://example.com/", false],
    ["https://sub.hooks.example/", false],
    ["https://hooks.example.evil.example/", false],
    ["http://localhost.evil.example/", false],
    ["http://127.0.0.1.evil.example/", false],
    ["http://192.168.1.8/", false],
    ["http://169.254.169.254/latest", false],
    ["http://0.0.0.0/", false],
    ["http://user@localhost/", false],
    ["http://:password@localhost/", false],
    ["ftp://localhost/", false],
    ["file:///etc/passwd", false],
  ])("%s is allowed: %s", (text, allowed) => {
    expect(named.allowsUrl(new URL(text))).toBe(allowed)
  })
})

describe("an address", () => {
  it.each<readonly [string, string, boolean]>([
    ["127.0.0.1", "localhost", true],
    ["127.9.9.9", "localhost", true],
    ["::1", "localhost", true],
    ["10.0.0.1", "localhost", false],
    ["::ffff:127.0.0.1", "localhost", false],
    ["8.8.8.8", "localhost", false],
    ["10.0.0.1", "hooks.example", true],
    ["8.8.8.8", "Hooks.Example", true],
    ["fd00::7", "fd00::7", true],
  ])("%s of %s is allowed: %s", (address, host, allowed) => {
    expect(named.allowsAddress(address, host)).toBe(allowed)
  })
})
