// The reference has everything that the document has, leads nowhere that is not there, and takes no text for HTML.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
    expect(sources).toEqual(["docs/reference.css", "./", "docs/control", "openapi.json"])
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

  /** The calls of a page, as somebody copies them. */
  const commandsOf = async (path: string): Promise<ReadonlyArray<string>> => {
    const html = await (await fetch(`${simulator.url}${path}`)).text()
    return Array.from(html.matchAll(/<pre><code>([^<]*curl[^<]*)<\/code>/g), ([, code = ""]) => plain(code))
  }

  /** Pastes calls into one shell: what each was answered, as its status and its body. */
  const pasted = async (calls: ReadonlyArray<string>) => {
    const folder = mkdtempSync(join(tmpdir(), "pasted-"))
    writeFileSync(join(folder, "body.json"), await (await fetch(`${simulator.url}/_simulator/state`)).text())
    // The stream goes on until it is cut off, which is no fault.
    const show = `curl() {
      : > answer; : > head
      case "$*" in
        */_simulator/stream*)
          command curl -s -D head -o answer "$@" &
          until [ -s head ]; do sleep 0.1; done
          kill $! ;;
        *) command curl -s -D head -o answer "$@" ;;
      esac
      sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' head | tail -n 1 | tr '\\n' ' '
      tr -d '\\n' < answer; echo
    }`
    const script = [show, ...calls, "true"].join("\n")
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder, maxBuffer: 1e8 })
    rmSync(folder, { recursive: true })
    return stdout.trim().split("\n")
  }

  it("can be called as its page says", async () => {
    const [token = "", ...all] = await commandsOf("/docs")
    // Two calls are about the session of a sign-in, which a token of the control plane has not.
    const calls = all.filter((call) => !/\/sign-out|\/switch-organization/.test(call))
    expect(all.length).toBeGreaterThan(documented.length)
    const answers = await pasted([token, ...calls])
    expect(answers).toHaveLength(calls.length)
    // What a shell without a history has is refused by its id, its code or its token, and never by its form.
    const refused = answers.filter((answer) => !/^2/.test(answer))
    expect(refused.filter((answer) => !/\.not_found"|"otp.invalid"|"token.invalid"/.test(answer))).toEqual([])
    expect(answers.length - refused.length).toBeGreaterThan(12)
  })

  it("has a control plane whose calls work as they are pasted", async () => {
    const calls = await commandsOf("/docs/control")
    const answers = await pasted(calls)
    expect(answers).toHaveLength(calls.length)
    const refused = answers.filter((answer) => !/^2/.test(answer))
    expect(refused.filter((answer) => !/\.not_found"|"state.file_required"/.test(answer))).toEqual([])
    expect(answers.length - refused.length).toBeGreaterThan(40)
  })

  it.each([
    ["/docs", ["/", "/docs/control", "/openapi.json"]],
    ["/w/other/docs", ["/w/other/", "/w/other/docs/control", "/w/other/openapi.json"]],
    ["/docs/control", ["/", "/docs", "/openapi-control.json"]],
    ["/w/other/docs/control", ["/w/other/", "/w/other/docs", "/w/other/openapi-control.json"]],
  ])("leads from %s back to the console and to the other pages", async (path, places) => {
    const at = `${simulator.url}${path}`
    const html = await (await fetch(at)).text()
    const [, header = ""] = /<p class="places">(.*)<\/p>/.exec(html) ?? []
    const links = Array.from(header.matchAll(/href="([^"]+)"/g), ([, href = ""]) => new URL(href, at))
    expect(links.map(({ pathname }) => pathname)).toEqual(places)
    for (const link of links) expect((await fetch(link)).status).toBe(200)
  })
})
