// `npm run test:next`: the functions of docs/promises.md in Next.js, with the packed package in an empty project and over
// PostgreSQL. It is built and started as a platform does it, a customer signs in and pays, and the schedule calls.
import { deepEqual, equal } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { makeSigningKeys } from "../../src/http/index.ts"
import { fencesOf } from "../docs/fences.ts"
import { startServer } from "../postgres/server.ts"
import { startMailService } from "../support/mailService.ts"
import { makeClient } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { pack } from "./packed.ts"

const EMAIL = "ana@example.com"
const SECRET = "of the schedule"
const NEXT = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1", "@types/react@19.3.3"]

const { devDependencies } = JSON.parse(read("package.json").text)
const ours = ["effect", "pg", "@types/pg", "typescript", "@types/node"].map(
  (name) => `${name}@${devDependencies[name]}`,
)

const routes = fencesOf(read("docs/promises.md").text).flatMap(({ info, text }) => {
  const [, path] = /^ts next (\S+)$/.exec(info) ?? []
  return path === undefined ? [] : [[path, text] as const]
})
const files: Readonly<Record<string, string>> = {
  "package.json": '{ "private": true, "type": "module" }',
  "app/layout.tsx": `export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>\n`,
  "app/page.tsx": "export default () => <p>Shop</p>\n",
  ...Object.fromEntries(routes),
  "begin.mjs": `
    import { billing } from "./lib/billing.ts"
    import { Permission } from "studio-billing"
    const intervals = [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }]
    await billing.plans.define({ name: "Pro", description: "", status: "ACTIVE", prices: [], intervals })
    const { organizationId } = await billing.organizations.create({ name: "Acme", currency: "BRL", status: "ACTIVE" })
    const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
    await billing.users.create({ email: "${EMAIL}", emailVerified: true, memberships })
    process.exit()`,
}

const base = mkdtempSync(join(tmpdir(), "next-"))
const folder = join(base, "shop")
const database = await startServer()
const mail = await startMailService()
const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres`,
  CRON_SECRET: SECRET,
  MAIL_URL: mail.url,
  KEYS: JSON.stringify({
    signing: [await makeSigningKeys().exportPrivate()],
    secret: Buffer.alloc(32, 7).toString("base64"),
  }),
}

/** Runs a command to its end, and throws what it said where it fails. */
const run = async (command: string, ...args: ReadonlyArray<string>): Promise<void> => {
  const child = spawn(command, args, { cwd: folder, env: environment })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text))
  const [status] = await once(child, "close")
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${said}`)
}

const next = join(folder, "node_modules/next/dist/bin/next")

/** Starts the shop on a free port. */
const startShop = async (): Promise<{ readonly shop: ChildProcess; readonly url: string }> => {
  const shop = spawn(process.execPath, [next, "start", "--port", "0"], { cwd: folder, env: environment })
  shop.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: shop.stdout })) {
    const [url] = /http:\/\/localhost:\d+/.exec(line) ?? []
    if (url !== undefined) return { shop, url }
  }
  throw new Error("Next.js did not start")
}

const tick = async (url: string, name: string, secret: string) => {
  const response = await fetch(`${url}/api/${name}`, { headers: { authorization: `Bearer ${secret}` } })
  return [response.status, await response.text()]
}

const say = (what: string): void => void process.stdout.write(`next: ${what}\n`)

let running: ChildProcess | undefined
try {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { tarball } = await pack(base)
  await run("npm", "install", "--no-audit", "--no-fund", tarball, ...ours, ...NEXT)
  cpSync(join(folder, "node_modules/studio-billing/docs/examples/functions"), join(folder, "lib"), {
    recursive: true,
  })
  await run(process.execPath, "lib/release.ts")
  await run(process.execPath, "begin.mjs")
  say("installs, and makes the tables")
  await run(process.execPath, next, "build")
  say(`builds ${routes.length} routes, with types`)

  const { shop, url } = await startShop()
  running = shop
  const client = makeClient(fetch, url)
  const { accessToken: token } = await mail.signIn(client, EMAIL)
  const [organization] = (await client.call("GET", "/studio/profile", { token })).json.organizations
  const path = `/studio/organizations/${organization.organizationId}`
  const [plan] = (await client.call("GET", "/studio/plans", { token })).json.data
  const card = { type: "CARD", cardToken: "tok_visa" }
  const { paymentMethodId } = (await client.call("POST", `${path}/payment-methods`, { token, body: card }))
    .json
  const wish = { planId: plan.planId, planIntervalId: plan.intervals[0].id, paymentMethodId }
  equal((await client.call("POST", `${path}/subscriptions`, { token, body: wish })).status, 201)
  const upcoming = await client.call("GET", `${path}/subscriptions/upcoming-invoice`, { token })
  const pay = `${url}${path}/invoices/${upcoming.json.invoiceId}/pay`
  const headers = { authorization: `Bearer ${token}` }
  const withForm = await fetch(pay, { method: "POST", headers, body: new URLSearchParams({ a: "b" }) })
  equal(withForm.status, 415)
  const paid = await fetch(pay, { method: "POST", headers })
  deepEqual([paid.status, ((await paid.json()) as { readonly status: string }).status], [200, "PAID"])
  equal((await client.call("DELETE", `${path}/payment-methods/${paymentMethodId}`, { token })).status, 409)
  say("signs in, subscribes and pays, without a body too")

  for (const name of ["bill", "deliver"]) deepEqual(await tick(url, name, "another"), [401, ""])
  const nothing = JSON.stringify({ organizations: 0, failures: 0, isComplete: true })
  deepEqual(await tick(url, "bill", SECRET), [200, nothing])
  deepEqual(await tick(url, "deliver", SECRET), [204, ""])
  say("bills and delivers for its schedule, and for nobody else")
} finally {
  running?.kill()
  mail.close()
  await database.stop()
  rmSync(base, { recursive: true, force: true })
}
