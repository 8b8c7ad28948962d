// `npm run test:next`: the functions of docs/promises.md in Next.js, with the packed package in an empty project and over
// PostgreSQL. It is built and started as a platform does it, a customer signs in and pays, and the schedule calls.
import { deepEqual, equal } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fencesOf } from "../docs/fences.ts"
import { makeClient } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { makeCompany, makeKeys, openProject, ours, subscribe } from "./platform.ts"

const SECRET = "of the schedule"
const NEXT = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1", "@types/react@19.3.3"]

const routes = fencesOf(read("docs/promises.md").text).flatMap(({ info, text }) => {
  const [, path] = /^ts next (\S+)$/.exec(info) ?? []
  return path === undefined ? [] : [[path, text] as const]
})
const files: Readonly<Record<string, string>> = {
  "app/layout.tsx": `export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>\n`,
  "app/page.tsx": "export default () => <p>Shop</p>\n",
  ...Object.fromEntries(routes),
}
const settings = { NEXT_TELEMETRY_DISABLED: "1", CRON_SECRET: SECRET, KEYS: await makeKeys() }
const project = await openProject("next", files, settings)
const { folder, env, run, say } = project

const next = join(folder, "node_modules/next/dist/bin/next")

/** Starts the shop on a free port. */
const startShop = async (): Promise<{ readonly shop: ChildProcess; readonly url: string }> => {
  const shop = spawn(process.execPath, [next, "start", "--port", "0"], { cwd: folder, env })
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

let running: ChildProcess | undefined
try {
  await project.install(...ours("effect", "pg", "@types/pg", "typescript", "@types/node"), ...NEXT)
  cpSync(join(folder, "node_modules/studio-billing/docs/examples/functions"), join(folder, "lib"), {
    recursive: true,
  })
  await run(process.execPath, "lib/release.ts")
  await makeCompany(project)
  say("installs, and makes the tables")
  await run(process.execPath, next, "build")
  say(`builds ${routes.length} routes, with types`)

  const { shop, url } = await startShop()
  running = shop
  const client = makeClient(fetch, url)
  const { token, path, paymentMethodId, pay } = await subscribe(client, project)
  const headers = { authorization: `Bearer ${token}` }
  const withForm = await fetch(url + pay, { method: "POST", headers, body: new URLSearchParams({ a: "b" }) })
  equal(withForm.status, 415)
  const paid = await fetch(url + pay, { method: "POST", headers })
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
  await project.close()
}
