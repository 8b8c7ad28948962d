// What the scripts share that try the package on a platform: a project with it over PostgreSQL, and a customer who pays.
import { equal } from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { makeScriptedGateway } from "../../simulator/index.ts"
import { makeSigningKeys } from "../../src/http/index.ts"
import { Permission } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { createBilling } from "../../src/promises/index.ts"
import { startServer } from "../postgres/server.ts"
import { startMailService } from "../support/mailService.ts"
import type { Client } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { pack } from "./packed.ts"

const EMAIL = "ana@example.com"

const { devDependencies } = JSON.parse(read("package.json").text)

/** Packages at the versions that are used here. */
export const ours = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `${name}@${devDependencies[name]}`)

/** The keys of a service, as its settings have them. */
export const makeKeys = async (): Promise<string> =>
  JSON.stringify({
    signing: [await makeSigningKeys().exportPrivate()],
    secret: Buffer.alloc(32, 7).toString("base64"),
  })

/** A project in a new folder, with a database and a mail service. */
export const openProject = async (
  name: string,
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) => {
  const base = mkdtempSync(join(tmpdir(), `${name}-`))
  const folder = join(base, "shop")
  for (const [path, text] of Object.entries({
    "package.json": '{ "private": true, "type": "module" }',
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const database = await startServer()
  const mail = await startMailService()
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${database.port}/postgres`
  const env = { ...process.env, ...environment, DATABASE_URL: databaseUrl, MAIL_URL: mail.url }

  /** Runs a command to its end, and throws what it said where it fails. */
  const run = async (command: string, ...args: ReadonlyArray<string>): Promise<void> => {
    const child = spawn(command, args, { cwd: folder, env })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text))
    const [status] = await once(child, "close")
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${said}`)
  }
  return {
    folder,
    env,
    database,
    databaseUrl,
    mail,
    run,
    install: async (...packages: ReadonlyArray<string>) => {
      const { tarball } = await pack(base)
      await run("npm", "install", "--no-audit", "--no-fund", tarball, ...packages)
    },
    say: (what: string): void => void process.stdout.write(`${name}: ${what}\n`),
    close: async () => {
      mail.close()
      await database.stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** A project that was opened. */
export type Project = Awaited<ReturnType<typeof openProject>>

/** Makes a plan, a company and its user, in tables that are there. */
export const makeCompany = async ({ database }: Project): Promise<void> => {
  const store = makePostgresBillingStore(fromPg(database.pool))
  const billing = createBilling({ store, gateway: makeScriptedGateway().gateway })
  const intervals = [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }] as const
  await billing.plans.define({ name: "Pro", description: "", status: "ACTIVE", prices: [], intervals })
  const company = { name: "Acme", currency: "BRL", status: "ACTIVE" } as const
  const { organizationId } = await billing.organizations.create(company)
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  await billing.users.create({ email: EMAIL, emailVerified: true, memberships })
  await billing.close()
}

/** Makes the tables. */
export const makeTables = ({ database }: Project): Promise<number> =>
  Effect.runPromise(migrate(fromPg(database.pool)))

/** Signs in by a code and subscribes. Gives the token, the path of the organization, and what is to be paid. */
export const subscribe = async (client: Client, { mail }: Project) => {
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
  return { token, path, paymentMethodId, pay: `${path}/invoices/${upcoming.json.invoiceId}/pay` }
}
