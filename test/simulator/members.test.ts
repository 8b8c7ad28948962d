// What `createSimulator` is given: whatever cannot be meant is refused by the name of its member.
import { expect, it } from "vitest"
import { createSimulator, defaultSeed } from "../../simulator/index.ts"

const [plan] = defaultSeed.plans

/** The default seed with another currency in place of BRL. */
const inCurrency = (currency: string): object =>
  JSON.parse(JSON.stringify(defaultSeed).replaceAll('"BRL"', JSON.stringify(currency)))

it.each([
  ["port has to be an integer from 0 to 65535", { port: -1 }],
  ["port has to be", { port: "80" }],
  ["port has to be", { port: 1.5 }],
  ["state has to be the path of a file", { state: "" }],
  ["state has to be", { state: 1 }],
  ["log has to be pretty, json or silent", { log: "loud" }],
  ["now has to be an ISO 8601 time", { now: "today" }],
  ["now has to be", { now: new Date() }],
  ["clock has to be real or manual", { clock: null }],
  ["host has to be a host name", { host: 1 }],
  ["it needs controlToken", { host: "0.0.0.0" }],
  ["allowHost has to be a list of host names", { allowHost: "a.example" }],
  ["allowHost has to be", { allowHost: [1] }],
  ["webhookAllow has to be", { webhookAllow: null }],
  ["cors has to be an origin", { cors: ["*"] }],
  ["rateLimit has to be", { rateLimit: 0 }],
  ["rateLimit has to be", { rateLimit: 1.5 }],
  ["worlds has to be", { worlds: "10" }],
  ["faults has to be a seed from 0 to 4294967295", { faults: { seed: 1.5, rate: 0.1 } }],
  ["faults has to be", { faults: { seed: -1, rate: 0.1 } }],
  ["faults has to be", { faults: { seed: 2 ** 32, rate: 0.1 } }],
  ["faults has to be", { faults: { seed: "1", rate: 0.1 } }],
  ["faults has to be", { faults: { seed: 1, rate: 1.1 } }],
  ["faults has to be", { faults: { seed: 1, rate: Number.NaN } }],
  ["faults has to be", { faults: { seed: 1, rate: "0.1" } }],
  ["faults has to be", { faults: null }],
  ["controlToken has to be", { controlToken: 1 }],
  ["listen has to be true or false", { listen: "no" }],
  ["policy has to be an object", { policy: null }],
  ["policy has to be an object", { policy: [] }],
  ["seed has to be an object with organizations, users, plans and coupons", { seed: "studio-seed.jsonc" }],
  ["seed has to be an object", { seed: Number.NaN }],
  ["seed has to be an object", { seed: -1 }],
  ["seed has to be an object", { seed: null }],
  ["seed.organizations: ", { seed: {} }],
  ["seed.users: Expected an array", { seed: { ...defaultSeed, users: "all" } }],
  ["seed.organizations: Expected at least one", { seed: { ...defaultSeed, organizations: [] } }],
  ["seed.plans.0.name: Expected a string", { seed: { ...defaultSeed, plans: [{ ...plan, name: 1 }] } }],
  ["seed.plans.1.planId: One before it has the same", { seed: { ...defaultSeed, plans: [plan, plan] } }],
  // The API has three currencies, and the rules more.
  ["seed.organizations.0.currency: Expected one of BRL, USD, EUR", { seed: inCurrency("JPY") }],
  ["seed.plans.0.intervals.1.currency: Expected one of", { seed: inCurrency("HUF") }],
  ["seed.plans.0.prices.0.currency: Expected one of", { seed: inCurrency("KWD") }],
  ["discount.currency: Expected one of", { seed: inCurrency("CLP") }],
  ["seed.plan: Unknown member", { seed: { ...defaultSeed, plan: [] } }],
  ["There is no option rateLimits (did you mean rateLimit?)", { rateLimits: 5 }],
  ["There is no option allowHosts", { allowHosts: undefined }],
  [
    "There is no option nope; there are port, host, now, clock, state, log, cors, allowHost, rateLimit, worlds, webhookAllow, faults, controlToken, listen, seed, policy",
    { nope: 1 },
  ],
  ["The options have to be an object", "manual"],
  ["The options have to be an object", null],
])("%s", async (text, options) => {
  const refused = await createSimulator(options as never).then(
    ({ close }) => close(),
    (fault) => fault,
  )
  expect(refused).toBeInstanceOf(Error)
  expect(refused.message).toContain(text)
  expect(refused.name).toBe("Error")
})
