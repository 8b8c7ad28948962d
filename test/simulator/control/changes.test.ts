// Changing what was set up, by the control plane: plans, coupons, organizations and users, and taking vouchers back.
import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const patch = (path: string, body: unknown) => client.call("PATCH", `/_simulator/${path}`, { body })
const read = async (path: string) => (await client.call("GET", `/_simulator/${path}`)).json

const find = async (list: string, key: string, value: string) =>
  (await read(`${list}?limit=100`)).data.find((one: Record<string, unknown>) => one[key] === value)

/** Refused with this status and code, and with these paths, and nothing came of it. */
const refused = async (
  path: string,
  body: unknown,
  status: number,
  code: string,
  ...paths: ReadonlyArray<string>
) => {
  const before = await read("state")
  const { status: answered, json } = await patch(path, body)
  expect([answered, json.code, json.errors.map((fault: { path: string }) => fault.path)]).toEqual([
    status,
    code,
    paths,
  ])
  expect((await read("state")).store).toEqual(before.store)
}

describe("PATCH /_simulator/plans/{planId}", () => {
  it("answers with the plan as it is now, which nobody can subscribe to any more", async () => {
    await subscribe(client, await client.token())
    const before = await find("plans", "planId", seeded.starter)
    const changed = { ...before, name: "Old", status: "INACTIVE" }
    expect(before.liveSubscriptions).toBe(1)
    const { status, json } = await patch(`plans/${seeded.starter}`, { name: "Old", status: "INACTIVE" })
    expect([status, json]).toEqual([200, changed])
    expect(await find("plans", "planId", seeded.starter)).toEqual(changed)
    expect((await patch(`plans/${seeded.starter}`, {})).json).toEqual(changed)
  })

  it.each([
    [{ name: "" }, 400, "validation_error", ["name"]],
    [{ status: "GONE" }, 400, "validation_error", ["status"]],
    [{ amount: 1 }, 400, "validation_error", ["amount"]],
    [{ planId: seeded.starter }, 400, "validation_error", ["planId"]],
  ] as const)("refuses %j", (body, status, code, paths) =>
    refused(`plans/${seeded.starter}`, body, status, code, ...paths),
  )

  it("refuses a plan that there is not", () => refused("plans/none", { name: "A" }, 404, "plan.not_found"))
})

describe("PATCH /_simulator/coupons/{code}", () => {
  it("ends a coupon, limits it, and opens it again", async () => {
    const before = await find("coupons", "code", "WELCOME10")
    const past = "2020-01-01T00:00:00.000Z"
    expect((await patch("coupons/WELCOME10", { redeemBy: past })).json).toEqual({
      ...before,
      redeemBy: past,
      status: "EXPIRED",
    })
    const opened = { ...before, maxRedemptions: 5, planIds: [seeded.starter], name: "Five" }
    const body = { redeemBy: null, maxRedemptions: 5, planIds: [seeded.starter], name: "Five" }
    expect((await patch("coupons/WELCOME10", body)).json).toEqual(opened)
    expect(await find("coupons", "code", "WELCOME10")).toEqual(opened)
    expect((await patch("coupons/WELCOME10", { maxRedemptions: null, planIds: null })).json).toEqual({
      ...before,
      name: "Five",
    })
  })

  it("finds a code with a slash and a blank", async () => {
    const body = { code: "A/B C", name: "Odd", type: "PERCENTAGE", amount: 10, duration: "ONCE" }
    await client.call("POST", "/_simulator/coupons", { body })
    const { status, json } = await patch(`coupons/${encodeURIComponent("A/B C")}`, { name: "Even" })
    expect([status, json.name, json.code]).toEqual([200, "Even", "A/B C"])
  })

  it.each([
    [{ maxRedemptions: 0 }, 400, "validation_error", ["maxRedemptions"]],
    [{ maxRedemptions: "5" }, 400, "validation_error", ["maxRedemptions"]],
    [{ redeemBy: "soon" }, 400, "validation_error", ["redeemBy"]],
    [{ planIds: [] }, 400, "validation_error", ["planIds"]],
    [{ amount: 20 }, 400, "validation_error", ["amount"]],
    [{ planIds: ["0190a000-0000-7000-8000-00000000dead"] }, 404, "plan.not_found", []],
  ] as const)("refuses %j", (body, status, code, paths) =>
    refused("coupons/WELCOME10", body, status, code, ...paths),
  )

  it("refuses a coupon that there is not", () => refused("coupons/NONE", {}, 404, "coupon.not_found"))
})

describe("PATCH /_simulator/organizations/{organizationId}", () => {
  const path = `organizations/${seeded.organizationId}`

  it("makes an organization INACTIVE, in which nothing can be called until it is ACTIVE", async () => {
    const token = await client.token()
    const { users: _, ...before } = await read(path)
    const { status, json } = await patch(path, { status: "INACTIVE", name: "Closed" })
    expect([status, json]).toEqual([200, { ...before, status: "INACTIVE", name: "Closed" }])
    const list = `/studio/organizations/${seeded.organizationId}/invoices`
    const call = () => client.call("GET", list, { token })
    expect((await call()).json.code).toBe("organization.inactive")
    await patch(path, { status: "ACTIVE" })
    expect((await call()).status).toBe(200)
  })

  it.each([
    [{ currency: "GBP" }, 400, "validation_error", ["currency"]],
    [{ name: null }, 400, "validation_error", ["name"]],
  ] as const)("refuses %j", (body, status, code, paths) => refused(path, body, status, code, ...paths))

  it("refuses one that there is not", () =>
    refused("organizations/none", { name: "A" }, 404, "organization.not_found"))
})

describe("PATCH /_simulator/users/{userId}", () => {
  it("takes a membership away, and with it every call at once", async () => {
    const token = await client.token()
    const [user] = (await read(`organizations/${seeded.organizationId}`)).users
    const path = `users/${user.userId}`
    const { status, json } = await patch(path, { memberships: [] })
    expect([status, json.memberships]).toEqual([200, []])
    const list = `/studio/organizations/${seeded.organizationId}/invoices`
    expect((await client.call("GET", list, { token })).json.code).toBe("organization.not_found")
    const back = await patch(path, { memberships: [{ organizationId: seeded.organizationId }] })
    expect(back.json.memberships).toEqual([
      { organizationId: seeded.organizationId, permissions: user.permissions },
    ])
    expect((await client.call("GET", list, { token })).status).toBe(200)
  })

  it("gives an address that nobody has, and refuses any other", async () => {
    const [user] = (await read(`organizations/${seeded.organizationId}`)).users
    const path = `users/${user.userId}`
    const changed = await patch(path, { email: "Ana@Example.com" })
    expect(changed.json).toMatchObject({ email: "ana@example.com", emailVerified: false })
    await refused(path, { email: "multi@example.com" }, 409, "user.already_exists")
    await refused(path, { email: "ana" }, 400, "validation_error", "email")
    const unknown = { organizationId: "0190a000-0000-7000-8000-00000000dead" }
    await refused(path, { memberships: [unknown] }, 404, "organization.not_found")
    await refused("users/none", {}, 404, "user.not_found")
  })
})

describe("POST /_simulator/organizations/{organizationId}/vouchers/{voucherId}/revoke", () => {
  const path = `/_simulator/organizations/${seeded.organizationId}/vouchers`

  it("takes back what is left of a voucher, as often as it is asked", async () => {
    const granted = await client.call("POST", path, { body: { name: "V", amount: 500, currency: "BRL" } })
    const { voucherId } = granted.json
    for (const _ of [1, 2]) {
      const { status, json } = await client.call("POST", `${path}/${voucherId}/revoke`)
      expect([status, json]).toEqual([200, { ...granted.json, status: "REVOKED" }])
    }
    const usages = (await client.call("GET", `${path}/${voucherId}/usages`)).json
    expect(usages.data.map(({ type }: { type: string }) => type)).toEqual(["REVOKE", "GRANT"])
    expect((await client.call("GET", "/_simulator/audit")).json.findings).toEqual([])
  })

  it("refuses a voucher that there is not", async () => {
    const { status, json } = await client.call("POST", `${path}/none/revoke`)
    expect([status, json.code]).toEqual([404, "voucher.not_found"])
  })
})
