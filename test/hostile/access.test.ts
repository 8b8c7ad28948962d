// Who may call what, for every operation of the contract: the operations are read from it, so a new one is tried as
// well. GAP-18, GAP-70, GAP-128
import { beforeAll, describe, expect, it } from "vitest"
import { type Endpoint, endpoints } from "../../src/http/endpoints.ts"
import { Permission } from "../../src/index.ts"
import { exampleOf, requestOf } from "../http/fakes.ts"
import { hosts } from "../support/hosts.ts"
import { type Answer, type Client, seeded, signIn, subscribe } from "../support/simulator.ts"

const nameOf = ({ group, name }: Endpoint): string => `${group}.${name}`
const named = (some: ReadonlyArray<Endpoint>) => some.map((endpoint) => [nameOf(endpoint), endpoint] as const)

const secured = endpoints.filter(({ required }) => required !== undefined)
const guarded = secured.filter(({ required }) => required !== null)
const ofOrganizations = secured.filter(({ path }) => path.includes("{organizationId}"))

describe.each(hosts)("%s", (_host, start) => {
  let client: Client
  /** Ids of the first organization, by the names of parameters. */
  let owned: Readonly<Record<string, string>>

  beforeAll(async () => {
    client = start()
    const token = await client.token()
    const { subscriptionId, paymentMethodId } = await subscribe(client, token)
    const base = `/studio/organizations/${seeded.organizationId}`
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    const voucher = await client.call("POST", `/_simulator/organizations/${seeded.organizationId}/vouchers`, {
      body: { name: "Goodwill", amount: 100, currency: "BRL" },
    })
    owned = {
      subscriptionId,
      paymentMethodId,
      invoiceId: upcoming.json.invoiceId,
      voucherId: voucher.json.voucherId,
    }
  })

  /** Calls an operation as its example does, with other ids in the path or the body. */
  const call = (
    endpoint: Endpoint,
    token: string | null,
    over: {
      readonly params?: Readonly<Record<string, string>>
      readonly body?: object
      readonly authorization?: string
    } = {},
  ): Promise<Answer> => {
    const example = exampleOf(endpoint)?.request ?? {}
    const params = { ...example.params, ...over.params }
    const body = example.body === undefined ? undefined : { ...(example.body as object), ...over.body }
    const { method, url } = requestOf(endpoint, { ...example, params })
    return client.call(method, url, {
      ...(token !== null && { token }),
      ...(over.authorization !== undefined && { headers: { authorization: over.authorization } }),
      ...(body !== undefined && { body }),
    })
  }

  const said = ({ status, json }: Answer) => [status, json?.code]

  describe("without a token that is valid", () => {
    const spellings = [
      "",
      "Bearer",
      "Bearer ",
      "Basic b3duZXI6eA==",
      "bearer x",
      "Bearer x y",
      "Bearer a.b.c",
    ]

    it.each(named(secured))("%s is 401", async (_, endpoint) => {
      expect(said(await call(endpoint, null))).toEqual([401, "unauthorized"])
      for (const authorization of spellings) {
        expect(said(await call(endpoint, null, { authorization }))).toEqual([401, "unauthorized"])
      }
    })

    it.each(named(endpoints.filter(({ required }) => required === undefined)))(
      "%s is open, and looks at none (GAP-14)",
      async (_, endpoint) => {
        for (const authorization of spellings) {
          expect(said(await call(endpoint, null, { authorization }))).not.toEqual([401, "unauthorized"])
        }
      },
    )
  })

  describe("another organization's", () => {
    const foreign = { organizationId: seeded.american }
    const strangers = ["0190a000-0000-7000-8000-00000000ffff", "mine", "%00", "null", "*", "..%2f"]

    it.each(named(ofOrganizations))("path is 404 for %s, as if it did not exist", async (_, endpoint) => {
      const token = await client.token(foreign)
      const params = { organizationId: seeded.organizationId }
      const refused = await call(endpoint, token, { params })
      expect(said(refused)).toEqual([404, "organization.not_found"])
      for (const organizationId of strangers) {
        expect((await call(endpoint, token, { params: { organizationId } })).json).toEqual(refused.json)
      }
      // Nor does it help to belong there as well: a token is of one organization.
      const ofBoth = await client.token({ ...foreign, email: "multi@example.com" })
      expect((await call(endpoint, ofBoth, { params })).json).toEqual(refused.json)
    })

    // The parameters that name what an organization has, with the code for what it has not.
    const codes: Readonly<Record<string, string>> = {
      paymentMethodId: "payment_method.not_found",
      subscriptionId: "subscription.not_found",
      invoiceId: "invoice.not_found",
      voucherId: "voucher.not_found",
    }
    const positions = ofOrganizations.flatMap((endpoint) =>
      Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)
        .filter((name) => name !== "organizationId")
        .map((name) => [nameOf(endpoint), name, endpoint] as const),
    )

    it("records are named by these parameters", () => {
      expect(new Set(positions.map(([, name]) => name))).toEqual(new Set(Object.keys(codes)))
    })

    it.each(positions)("record is 404 for %s at %s", async (_, name, endpoint) => {
      const token = await client.token(foreign)
      const params = { ...foreign, [name]: owned[name] ?? "" }
      expect(said(await call(endpoint, token, { params }))).toEqual([404, codes[name]])
    })

    const inBodies = ofOrganizations.filter((endpoint) => {
      const { body } = exampleOf(endpoint)?.request ?? {}
      return typeof body === "object" && body !== null && "paymentMethodId" in body
    })

    it.each(named(inBodies))("payment method is 404 for %s", async (_, endpoint) => {
      // An organization of its own, that lacks nothing but this payment method.
      const own = start()
      const token = await own.token(foreign)
      const base = `/studio/organizations/${seeded.american}`
      const added = await own.call("POST", `${base}/payment-methods`, {
        token,
        body: { type: "CARD", cardToken: "tok_visa" },
      })
      const plan = { planId: seeded.starter, planIntervalId: seeded.starterMonthlyDollars }
      const subscription = { ...plan, paymentMethodId: added.json.paymentMethodId }
      const isFirst = endpoint.name === "create"
      if (!isFirst) await own.call("POST", `${base}/subscriptions`, { token, body: subscription })
      const upcoming = await own.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
      const { method, url } = requestOf(endpoint, {
        params: { ...foreign, invoiceId: upcoming.json.invoiceId ?? "" },
      })
      const body = { ...(isFirst && plan), paymentMethodId: owned.paymentMethodId }
      expect(said(await own.call(method, url, { token, body }))).toEqual([404, "payment_method.not_found"])
    })

    it("tokens are not to be had by a switch", async () => {
      const endpoint = endpoints.find(({ name }) => name === "switchOrganization")
      expect(endpoint).toBeDefined()
      if (endpoint === undefined) return
      for (const organizationId of [
        seeded.american,
        seeded.inactive,
        "0190a000-0000-7000-8000-00000000ffff",
      ]) {
        const { accessToken } = await signIn(client, { email: "owner@example.com" })
        expect(said(await call(endpoint, accessToken, { body: { organizationId } }))).toEqual([
          404,
          "organization.not_found",
        ])
      }
    })
  })

  describe("permissions", () => {
    const own = { params: { organizationId: seeded.organizationId } }
    /** Whoever may change something may read it, so a `:read` is lacking only without every other of its resource. */
    const allBut = (permission: Permission.Permission | null | undefined) => {
      const [resource, action] = permission?.split(":") ?? []
      return Permission.ALL_PERMISSIONS.filter((other) =>
        action === "read" ? !other.startsWith(`${resource}:`) : other !== permission,
      )
    }

    it.each(named(guarded))("%s is 403 with all but the one that it requires", async (_, endpoint) => {
      const token = await client.token({ permissions: allBut(endpoint.required) })
      expect(said(await call(endpoint, token, own))).toEqual([403, "forbidden"])
      const none = await client.token({ permissions: [] })
      expect(said(await call(endpoint, none, own))).toEqual([403, "forbidden"])
    })

    it.each(named(guarded))("%s needs no other than that one", async (_, endpoint) => {
      const token = await client.token({ permissions: [endpoint.required] })
      expect([401, 403, 500]).not.toContain((await call(endpoint, token, own)).status)
    })

    it.each(named(secured.filter(({ required }) => required === null)))(
      "%s needs none",
      async (_, endpoint) => {
        const token = await client.token({ permissions: [] })
        // A token of the control plane is of no session, which a switch wants.
        const refusals = endpoint.name === "switchOrganization" ? [403, 500] : [401, 403, 500]
        expect(refusals).not.toContain((await call(endpoint, token)).status)
      },
    )

    it("are each required by some operation", () => {
      expect(new Set(guarded.map(({ required }) => required))).toEqual(new Set(Permission.ALL_PERMISSIONS))
    })
  })

  describe("before its permission is looked at", () => {
    it.each(named(guarded))(
      "%s is refused to who is not verified, and in an inactive organization",
      async (_, endpoint) => {
        const params = { organizationId: seeded.organizationId }
        const unverified = await client.token({ email: "new@example.com", permissions: [] })
        expect(said(await call(endpoint, unverified, { params }))).toEqual([403, "user.not_verified"])
        await client.call("POST", "/_simulator/users", {
          body: { email: "late@example.com", memberships: [{ organizationId: seeded.inactive }] },
        })
        const inactive = await client.token({ email: "late@example.com", permissions: [] })
        const there = { params: { organizationId: seeded.inactive } }
        expect(said(await call(endpoint, inactive, there))).toEqual([403, "organization.inactive"])
      },
    )
  })
})
