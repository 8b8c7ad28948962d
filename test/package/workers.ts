// `npm run test:workers`: the example of Cloudflare Workers in their runtime, with the packed package in an empty project and
// over PostgreSQL. A customer signs in and pays, and the schedule calls.
import { deepEqual, equal, match } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { makeClient } from "../support/simulator.ts"
import { makeCompany, makeKeys, makeTables, openProject, ours, subscribe } from "./platform.ts"

const project = await openProject("workers", {})
const { folder, env, say, mail, databaseUrl } = project

/** Starts the runtime on a free port. What it says of the service itself goes to `errors`. */
const start = async (
  errors: Array<string>,
): Promise<{ readonly dev: ChildProcess; readonly url: string }> => {
  const dev = spawn(
    process.execPath,
    [join(folder, "node_modules/wrangler/bin/wrangler.js"), "dev", "--port", "0", "--test-scheduled"],
    {
      cwd: folder,
      env: {
        ...env,
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        CLOUDFLARE_HYPERDRIVE_LOCAL_CONNECTION_STRING_HYPERDRIVE: databaseUrl,
      },
    },
  )
  createInterface({ input: dev.stderr }).on("line", (line) => {
    if (line.includes("ERROR")) errors.push(line)
  })
  for await (const line of createInterface({ input: dev.stdout })) {
    const [url] = /http:\/\/localhost:\d+/.exec(line) ?? []
    if (url === undefined) continue
    dev.stdout.resume()
    return { dev, url }
  }
  throw new Error(`The runtime did not start: ${errors.join("\n")}`)
}

let running: ChildProcess | undefined
try {
  await project.install(...ours("effect", "postgres"), "wrangler@4.164.0")
  cpSync(join(folder, "node_modules/studio-billing/docs/examples/workers"), folder, { recursive: true })
  writeFileSync(join(folder, ".dev.vars"), `MAIL_URL=${mail.url}\nKEYS=${await makeKeys()}\n`)
  await makeTables(project)
  await makeCompany(project)
  const errors: Array<string> = []
  const { dev, url } = await start(errors)
  running = dev
  say("installs, and starts")

  const client = makeClient(fetch, url)
  const { token, path, pay } = await subscribe(client, project)
  const paid = await client.call("POST", pay, { token, body: {} })
  deepEqual([paid.status, paid.json.status], [200, "PAID"])
  const lists = Array.from({ length: 8 }, () => client.call("GET", `${path}/invoices`, { token }))
  for (const { status, json } of await Promise.all(lists)) deepEqual([status, json.meta.totalItems], [200, 1])
  equal((await client.call("POST", pay, { token, body: {} })).status, 409)
  say("signs in, subscribes and pays, and many calls at once do not disturb each other")

  const scheduled = await fetch(`${url}/__scheduled`)
  match(await scheduled.text(), /Ran scheduled event/)
  equal(scheduled.status, 200)
  deepEqual(errors, [])
  say("works for its schedule, and says nothing of errors")
} finally {
  running?.kill()
  await project.close()
}
