// A whole service with promises: the contract on a socket over PostgreSQL, sign-in by codes, webhooks, the engine, and a stop in
// order. Any number of these processes may share the database. It charges no money: put your own gateway in its place.
//
//   DATABASE_URL=postgres://… KEYS=keys.json PORT=8080 MAIL_URL=https://mail.example OWNER=ana@example.com node service.ts
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { inspect } from "node:util"
import pg from "pg"
import { defaultPolicy, Permission } from "studio-billing"
import { makeJwtTokenIssuer, makeRateLimit, makeSigningKeys, makeStudioServer } from "studio-billing/http"
import { listen, makeSecrets } from "studio-billing/http/node"
import { makeOtlpExporter } from "studio-billing/observability"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresRateLimitStore,
  makePostgresWebhookStore,
  migrate,
  sweep,
} from "studio-billing/postgres"
import {
  type BillingOptions,
  createBilling,
  portsLayer,
  toPromise,
  withEqualTimes,
} from "studio-billing/promises"
import { makeScriptedGateway } from "studio-billing/simulator"
import { makeNodeWebhookSender, publicReceivers } from "studio-billing/webhooks"

const { DATABASE_URL, KEYS = "keys.json", PORT = "8080", OTLP_URL } = process.env
const { MAIL_URL = "http://127.0.0.1:2525", OWNER = "owner@example.com" } = process.env

const log = (entry: object): void => void process.stdout.write(`${JSON.stringify(entry)}\n`)
/** What was thrown may quote an adapter: this log is for operators alone. */
const logFault = (what: object, error: unknown): void => log({ ...what, error: inspect(error) })

// The private key that signs, and the key of codes and refresh tokens. They belong in a vault.
if (!existsSync(KEYS)) {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")
  writeFileSync(KEYS, JSON.stringify({ signing: [await makeSigningKeys().exportPrivate()], secret }), {
    mode: 0o600,
  })
}
const stored = JSON.parse(readFileSync(KEYS, "utf8"))
const keys = makeSigningKeys(stored.signing)

// A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  connectionTimeoutMillis: 10_000,
  query_timeout: 60_000,
})
pool.on("error", (error) => logFault({ database: "connection" }, error))
const client = fromPg(pool)
await toPromise(migrate(client)) // With several releases, once before their processes start.

/** How this business differs from the defaults. */
const policy = { ...defaultPolicy, onExhausted: "CANCEL" } as const
const exporter = OTLP_URL === undefined ? null : makeOtlpExporter({ url: OTLP_URL, serviceName: "billing" })
const options = {
  store: makePostgresBillingStore(client),
  gateway: makeScriptedGateway().gateway,
  webhookStore: makePostgresWebhookStore(client),
  webhookSender: makeNodeWebhookSender({ policy: publicReceivers }),
  secrets: makeSecrets(Buffer.from(stored.secret, "base64")),
  tokens: makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer,
  // What the mail service does not accept in two seconds is tried again.
  otpSender: withEqualTimes({
    send: async ({ email, code }, { signal }) => {
      const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
      const { ok, status } = await fetch(MAIL_URL, { method: "POST", body, signal })
      if (!ok) throw new Error(`The mail service answered ${status}`)
    },
  }),
  policy,
  ...(exporter && { exporter }),
} satisfies BillingOptions

const billing = createBilling(options)

// A first plan and a first company, in a new database.
const { totalItems } = await billing.plans.list()
if (totalItems === 0) {
  const intervals = [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }] as const
  await billing.plans.define({ name: "Starter", description: "", status: "ACTIVE", intervals, prices: [] })
  const { organizationId } = await billing.organizations.create({
    name: "One",
    currency: "BRL",
    status: "ACTIVE",
  })
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  await billing.users.create({ email: OWNER, emailVerified: true, memberships })
}

const server = makeStudioServer({
  ports: portsLayer(options),
  keys,
  rateLimit: makeRateLimit({ perMinute: 600, store: makePostgresRateLimitStore(client) }),
  onAnswer: log,
  onDefect: ({ cause, ...where }, error) => logFault(where, error),
})
// A call in flight may wait for a charge, which the gateway may take 30 seconds for.
const listening = { host: "127.0.0.1", port: Number(PORT), stopMillis: 30_000 }
const socket = await listen({ dispatcher: server.dispatcher, ...listening })

const engine = billing.engine.start({
  everyMillis: 1_000,
  tasks: [{ name: "sweep", everyMillis: 60_000, run: () => sweep(client, Date.now(), policy) }],
  onFault: ({ what, error }) => logFault({ engine: what }, error),
})
log({ listening: socket.url })

// SIGTERM: no more calls, answers for those in flight, the engine between two organizations, and the database last.
process.once("SIGTERM", async () => {
  server.retire()
  await socket.stop()
  await server.close()
  await engine.stop()
  await billing.close()
  await exporter?.close()
  await pool.end()
  log({ stopped: true })
})
