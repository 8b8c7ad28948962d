import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { readCommand } from "../../../simulator/cli/commandLine.ts"
import { createSimulator } from "../../../simulator/index.ts"
import { makeService } from "../../../simulator/mcp/Service.ts"
import { protocols } from "../../../simulator/mcp/serveMcp.ts"
import { makeTools } from "../../../simulator/mcp/tools.ts"
import { tablesUnder } from "../../docs/markdown.ts"
import { beginning, seeded } from "../../support/simulator.ts"
import { read } from "../../tidy/source.ts"
import { type Agent, startAgent } from "./agent.ts"

const { organizationId } = seeded

/** Subscribes the seeded organization of a world by calls. */
const subscribeIn = async (agent: Agent, world: string) => {
  const call = (path: string, body: object) =>
    agent.use("call", {
      world,
      method: "POST",
      path: `/studio/organizations/${organizationId}${path}`,
      body,
    })
  const { paymentMethodId } = await call("/payment-methods", { type: "CARD", cardToken: "tok_visa" })
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
  return call("/subscriptions", choice)
}

describe("the server", () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await startAgent("--clock", "manual", "--now", beginning)
  })
  afterAll(() => agent.close())

  it("says what it is and how to use it", () => {
    expect(agent.client.getServerVersion()?.name).toBe("studio-simulator")
    expect(agent.client.getInstructions()).toContain("audit")
  })

  it("lists its tools with what they take, in schemas that stand for themselves", async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      makeTools(makeService({ url: "", fetch })).map(({ name }) => name),
    )
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/)
      expect(JSON.stringify(inputSchema)).not.toContain("$ref")
    }
    const fault = tools.find(({ name }) => name === "add_fault")?.inputSchema
    expect(fault?.required).toEqual(["kind"])
    expect(fault?.properties?.kind).toMatchObject({ enum: expect.arrayContaining(["respond", "drop_after"]) })
  })

  it("says which tools change nothing, and which one is to be asked about", async () => {
    const { tools } = await agent.client.listTools()
    const those = (hint: "readOnlyHint" | "destructiveHint") =>
      tools.flatMap(({ name, annotations }) => (annotations?.[hint] === true ? [name] : []))
    expect(those("readOnlyHint")).toEqual(
      tools.map(({ name }) => name).filter((name) => /^(service|audit|list_.*|view_.*)$/.test(name)),
    )
    expect(those("destructiveHint")).toEqual([
      "end_world",
      "reset_world",
      "move_clock",
      "delete_fault",
      "call",
    ])
  })

  it("lists the calls that there are, and says what each one takes", async () => {
    const { calls } = await agent.use("list_calls")
    const documents = ["openapi", "openapi-control"].map((name) => JSON.parse(read(`docs/${name}.json`).text))
    const paths = documents.flatMap(({ paths }) => Object.entries<Record<string, object>>(paths))
    expect(calls).toHaveLength(paths.flatMap(([, operations]) => Object.keys(operations)).length)
    for (const line of calls) {
      const [, method, path] = /^(\w+) (\S+): /.exec(line) ?? []
      const call = await agent.use("view_call", { method, path })
      expect(call).toMatchObject({ method, path, description: expect.stringMatching(/./) })
      expect(JSON.stringify(call)).not.toContain("$ref")
    }
    expect((await agent.use("list_calls", { search: "REFUND" })).calls).toEqual([
      "POST /_simulator/invoices/{invoiceId}/refund: Refund an invoice",
    ])
  })

  it("says what a call at a path with ids takes", async () => {
    const path = `/studio/organizations/${organizationId}/subscriptions`
    const call = await agent.use("view_call", { method: "POST", path })
    expect(call.path).toBe("/studio/organizations/{organizationId}/subscriptions")
    expect(call.body.required).toEqual(["planId", "planIntervalId", "paymentMethodId"])
    expect(call.answers[409]).toContain("subscription.already_exists")
    const history = await agent.use("view_call", { method: "GET", path: `${path}/history` })
    expect(history.path).toBe("/studio/organizations/{organizationId}/subscriptions/history")
  })

  it("takes a member that is null as left out", async () => {
    const fault = { kind: "respond", status: 503, method: null, path: null, world: null }
    const { faultId } = await agent.use("add_fault", fault)
    expect((await agent.use("list_faults", { page: null, world: null })).data).toHaveLength(1)
    await agent.use("delete_fault", { faultId, world: null })
  })

  it("ends an answer early that is too long, and says so", async () => {
    const world = "long"
    await agent.use("make_world", { world })
    await subscribeIn(agent, world)
    const { tooLong, beginning } = await agent.use("move_clock", { world, advanceBy: "P20Y" })
    expect(tooLong).toContain("smaller step")
    expect(beginning).toMatch(/^\{"from":"2026-01-31T00:00:00.000Z","to":"2046-01-31T00:00:00.000Z"/)
    expect(beginning).toHaveLength(40_000)
    expect(await agent.use("view_clock", { world })).toMatchObject({ now: "2046-01-31T00:00:00.000Z" })
  })

  it("stops the clock where it is when the agent does not wait any more", async () => {
    const world = "cancelled"
    await agent.use("make_world", { world })
    await subscribeIn(agent, world)
    const leaving = new AbortController()
    const moving = agent.client.callTool(
      { name: "move_clock", arguments: { world, advanceBy: "P99Y" } },
      undefined,
      { signal: leaving.signal },
    )
    const nowOf = async () => (await agent.use("view_clock", { world })).now
    await vi.waitUntil(async () => (await nowOf()) > beginning, { timeout: 10_000 })
    leaving.abort()
    await expect(moving).rejects.toThrow()
    const isStill = async () => {
      const before = await nowOf()
      await agent.use("audit", { world })
      return (await nowOf()) === before
    }
    await vi.waitUntil(isStill, { timeout: 10_000 })
    expect((await nowOf()) < "2125").toBe(true)
  }, 30_000)

  it("has an answer of each tool", async () => {
    const world = "each"
    const { url } = await agent.use("make_world", { world })
    expect((await agent.use("service")).worlds).toContainEqual({ name: world, url })
    const { accessToken } = await agent.use("sign_in", { world })
    const answer = await fetch(`${url}/studio/plans`, { headers: { authorization: `Bearer ${accessToken}` } })
    expect(answer.status).toBe(200)
    const [{ planId }] = (await agent.use("list_plans", { world, limit: 1 })).data
    expect(planId).toEqual(expect.any(String))
    expect((await agent.use("list_organizations", { world })).data[0]).toMatchObject({ organizationId })
    expect(await subscribeIn(agent, world)).toMatchObject({ status: "ACTIVE" })
    expect((await agent.use("list_subscriptions", { world, organizationId })).data).toHaveLength(1)
    const events = [{ eventId: "one", meter: "messages", quantity: 3 }]
    expect(await agent.use("record_usage", { world, organizationId, events })).toMatchObject({ accepted: 1 })
    expect(await agent.use("view_clock", { world })).toMatchObject({ now: beginning, flows: false })
    const { timeline } = await agent.use("move_clock", { world, advanceBy: "P1M" })
    expect(timeline).not.toEqual([])
    expect((await agent.use("list_invoices", { world, organizationId })).data).toHaveLength(1)
    expect((await agent.use("list_charges", { world })).data[0]).toMatchObject({ status: "APPROVED" })
    const { faultId } = await agent.use("add_fault", { world, kind: "respond", status: 503 })
    expect((await agent.use("list_faults", { world })).data).toMatchObject([{ faultId, struck: 0 }])
    expect(await agent.use("delete_fault", { world, faultId })).toEqual({ done: true })
    expect((await agent.use("list_events", { world, type: "invoice.issued" })).data).toHaveLength(1)
    expect((await agent.use("list_requests", { world, limit: 1 })).data).toHaveLength(1)
    const otp = { email: "owner@example.com", context: "MAGIC_AUTH" }
    await agent.use("call", { world, method: "POST", path: "/studio/auth/otp", body: otp, token: "" })
    expect((await agent.use("list_codes", { world, email: otp.email })).data).toHaveLength(1)
    expect(await agent.use("audit", { world })).toMatchObject({ ok: true })
    expect(await agent.use("reset_world", { world })).toEqual({ done: true })
    expect((await agent.use("list_charges", { world })).data).toEqual([])
    expect(await agent.use("end_world", { world })).toEqual({ done: true })
    expect((await agent.use("service")).worlds).not.toContainEqual({ name: world, url })
  })

  it.each([
    ["audit", { wrold: "one" }, "Unknown member 'wrold': audit takes world"],
    ["audit", { world: "nowhere" }, "There is no world 'nowhere': make_world makes it"],
    ["audit", { world: "a/b" }, "as the name of a world"],
    ["make_world", {}, "Member 'world' is missing"],
    ["make_world", { world: null }, "Member 'world' is missing"],
    ["make_world", { world: "default" }, "reset_world begins it anew"],
    ["end_world", { world: "default" }, "world.default_stays"],
    ["list_invoices", {}, "Member 'organizationId' is missing: list_invoices takes organizationId"],
    ["list_invoices", { organizationId: "nobody" }, "organization.not_found"],
    ["move_clock", { advanceBy: "a month" }, "Expected an ISO 8601 duration"],
    ["add_fault", { kind: "respond" }, "status"],
    ["call", { method: "FETCH", path: "/studio/plans" }, "Expected method as GET"],
    ["call", { method: "GET", path: "http://example.com/studio/" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/studio/../docs" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/studio/%2e%2E/docs" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/studio/%2e%2e/_simulator/stream" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/studio/..?page=1" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/studio/\\..\\..\\_simulator/stream" }, "Expected path to begin with"],
    ["call", { method: "GET", path: "/_simulator/stream" }, "The stream has no end"],
    ["call", { method: "GET", path: "/studio/plans", token: "" }, "unauthorized"],
    ["call", { method: "GET", path: "/studio/nothing" }, "list_calls lists the calls"],
    ["view_call", { method: "GET", path: "/studio/nothing" }, "list_calls lists those that there are"],
  ])("refuses %s with %j in words", async (name, input, text) => {
    const { isError, json } = await agent.tell(name, input)
    expect(isError).toBe(true)
    expect(JSON.stringify(json)).toContain(text)
  })

  it("refuses a tool that it does not have, and goes on", async () => {
    await expect(agent.client.callTool({ name: "nothing" })).rejects.toThrow(/nothing/)
    expect((await agent.tell("service")).isError).toBe(false)
  })
})

describe("the page", () => {
  const { text } = read("docs/simulator/mcp.md")
  const tools = makeTools(makeService({ url: "", fetch }))

  it("lists the tools and the versions of the protocol", () => {
    const [table] = tablesUnder(text, "The tools")
    expect([...(table?.rows.keys() ?? [])]).toEqual(tools.map(({ name }) => `\`${name}\``))
    expect(text).toContain(
      `: ${protocols.map(({ protocolVersion }) => `\`${protocolVersion}\``).join(", ")}.`,
    )
  })

  it("has configurations whose commands are understood", () => {
    const blocks = Array.from(text.matchAll(/```json\n([\s\S]*?)```/g), ([, block = ""]) => JSON.parse(block))
    const lines = blocks.map(({ mcpServers }) => mcpServers["studio-simulator"].args.slice(3))
    expect(lines.map((line) => Result.getOrThrow(readCommand(line, {}))._tag)).toEqual(["Mcp", "Mcp"])
  })
})

describe("the server on a simulator that runs", () => {
  it("works on its worlds, with the token of its control plane", async () => {
    const controlToken = "s3cret"
    const simulator = await createSimulator({ clock: "manual", now: beginning, controlToken })
    const agent = await startAgent("--url", simulator.url, "--control-token", controlToken)
    await agent.use("move_clock", { advanceBy: "P1D" })
    expect((await agent.use("view_clock")).now).toBe("2026-02-01T00:00:00.000Z")
    expect(await agent.close()).toBe("")
    const stranger = await startAgent("--url", simulator.url)
    expect(JSON.stringify((await stranger.tell("view_clock")).json)).toContain("unauthorized")
    await simulator.close()
    expect((await stranger.tell("view_clock")).json.refused).toContain("is the simulator at http")
    await stranger.close()
  })

  it("heeds no variable of a simulator that starts, but that of the token", () => {
    const environment = { HOST: "0.0.0.0", PORT: "tcp://10.0.0.1:80", SEED: "", CONTROL_TOKEN: "s3cret" }
    const read = (...args: ReadonlyArray<string>) => readCommand(["mcp", ...args], environment)
    expect(read("--url", "http://127.0.0.1:4010")).toMatchObject({
      success: { _tag: "Mcp", options: { controlToken: "s3cret" } },
    })
    expect(read()).toMatchObject({ failure: { message: expect.stringContaining("--port (PORT)") } })
  })

  it.each([
    [["mcp", "--url", "nowhere"], "--url has to be"],
    [["mcp", "--url", "http://127.0.0.1:4010/w/one"], "--url has to be"],
    [["mcp", "--url", "http://127.0.0.1:4010", "--seed", "a"], "--seed is of a simulator that starts"],
    [["--url", "http://127.0.0.1:4010"], "Unknown option '--url'"],
    [["mpc"], "did you mean mcp?"],
  ])("is not begun by %j", (args, text) => {
    expect(readCommand(args, {})).toMatchObject({ failure: { message: expect.stringContaining(text) } })
  })
})
