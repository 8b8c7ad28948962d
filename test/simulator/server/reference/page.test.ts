// The reference has everything that the document has, leads nowhere that is not there, and takes no text for HTML.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createSimulator, type Simulator } from "../../../../simulator/index.ts"
import type { ReferenceDocument } from "../../../../simulator/server/reference/document.ts"
import { referencePage } from "../../../../simulator/server/reference/page.ts"
import { studioDocument } from "../../../../src/api/index.ts"
import { documented } from "../../../api/documented.ts"

const document = studioDocument() as unknown as ReferenceDocument
const page = referencePage(document, "http://127.0.0.1:4010")

const partOf = (id: string): string => {
  const anchor = id.replaceAll(".", "-")
  return page.split("<article ").find((part) => part.startsWith(`aria-labelledby="${anchor}"`)) ?? ""
}
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

describe("the page", () => {
  it.each(documented.map((operation) => [operation.id, operation] as const))(
    "has of %s its path, permission, parameters, examples and errors",
    (id, { method, path, parameters, bodies, answers }) => {
      const part = partOf(id)
      const shown = plain(part)
      expect(shown).toContain(`${method} ${path}`)
      const missing = parameters.filter(({ name }) => !part.includes(`<code>${name}</code></th>`))
      expect(missing).toEqual([])
      for (const { value } of bodies) expect(shown).toContain(`-d '${JSON.stringify(value)}'`)
      for (const [status, { examples, headers }] of answers) {
        expect(shown).toContain(String(status))
        for (const { value } of examples) expect(shown).toContain(JSON.stringify(value, null, 2))
        if (status >= 400) {
          const rows = examples.map(({ name }) =>
            part.includes(`<td>${status}</td><th scope="row"><code>${name}<`),
          )
          expect(rows).toEqual(examples.map(() => true))
        } else expect(headers.filter((name) => !part.includes(`#header-${name}`))).toEqual([])
      }
    },
  )

  it("says what permission an operation requires", () => {
    expect(plain(partOf("invoices.pay"))).toContain("Requires invoice:pay.")
    expect(plain(partOf("profile.get"))).toContain("Requires a valid access token.")
    expect(plain(partOf("auth.signIn"))).toContain("auth.signIn, without a token")
  })

  it("has each anchor once, and each link leads to one", () => {
    const anchors = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    const links = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    expect(anchors.filter((id, index) => anchors.indexOf(id) < index)).toEqual([])
    expect(links.filter((id) => !anchors.includes(id))).toEqual([])
    expect(links.length).toBeGreaterThan(documented.length)
  })

  it("has no script, no style of its own and nothing from elsewhere", () => {
    const sources = Array.from(page.matchAll(/ (?:src|href)="([^#"][^"]*)"/g), ([, source]) => source)
    expect(sources).toEqual(["docs/reference.css", "openapi.json", "docs/control"])
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/)
  })

  it("takes no text of the document for HTML", () => {
    const attack = `<script>alert("1")</script>'`
    const attacked = JSON.parse(
      JSON.stringify(document, (key, value) =>
        typeof value === "string" && !["type", "$ref", "in", "operationId"].includes(key)
          ? `${value}${attack}`
          : value,
      ),
    )
    attacked.tags = [{ name: attack, description: attack }]
    for (const methods of Object.values<Record<string, object>>(attacked.paths)) {
      for (const operation of Object.values(methods)) Object.assign(operation, { tags: [attack] })
    }
    attacked.components.schemas[attack] = { type: "object", properties: { [attack]: { type: "string" } } }
    const written = referencePage(attacked, attack)
    expect(written).not.toContain("<script")
    expect(written.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(100)
    expect(written.match(/<article /g)).toHaveLength(documented.length)
  })
})

describe("a simulator", () => {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await createSimulator()
  })
  afterAll(() => simulator.close())

  it.each([
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/reference.css", "text/css; charset=utf-8"],
    ["/w/other/docs", "text/html; charset=utf-8"],
    ["/w/other/docs/reference.css", "text/css; charset=utf-8"],
  ])("serves %s under a strict policy", async (path, type) => {
    const { status, headers } = await fetch(`${simulator.url}${path}`)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe(type)
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  it("shows everybody the same, whatever is asked with", async () => {
    const shown = async (path: string, headers = {}) => (await simulator.fetch(path, { headers })).text()
    const attack = "<script>alert(1)</script>"
    const once = await shown("/docs")
    expect(await shown(`/docs?q=${attack}`, { "x-forwarded-host": attack, referer: attack })).toBe(once)
    expect(await shown("/w/other/docs")).toBe(once)
  })

  it("gets a token as its page says also where the control plane wants one", async () => {
    const guarded = await createSimulator({ controlToken: "between-us" })
    const html = await (await fetch(`${guarded.url}/docs`)).text()
    const [, command = ""] = /<pre><code>(TOKEN=[^<]*)<\/code>/.exec(html) ?? []
    expect(html).not.toContain("between-us")
    const script = `${plain(command)}; echo $TOKEN`
    const env = { ...process.env, CONTROL_TOKEN: "between-us" }
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { env })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    await guarded.close()
  })

  it("can be called as its page says", async () => {
    const html = await (await fetch(`${simulator.url}/docs`)).text()
    const commands = Array.from(html.matchAll(/<pre><code>([^<]*curl[^<]*)<\/code>/g), ([, code = ""]) =>
      plain(code),
    )
    const [token = "", ...calls] = commands
    expect(calls.length).toBeGreaterThan(documented.length)
    const safe = calls.filter(
      (call) => /\/(?:plans\?|profile'|payment-methods')/.test(call) && !call.includes("-X"),
    )
    expect(safe).toHaveLength(3)
    const script = [token, ...safe.map((call) => `${call}; echo`)].join("\n")
    const { stdout } = await promisify(execFile)("bash", ["-c", script])
    const answers = stdout.trim().split("\n")
    expect(answers.map((answer) => Object.keys(JSON.parse(answer)))).toEqual([
      ["data", "meta"],
      ["data", "meta"],
      ["userId", "email", "emailVerified", "organizations"],
    ])
  })
})
