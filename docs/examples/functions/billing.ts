// A service without a process of its own, over PostgreSQL: functions that a platform calls, each of which takes a Request and
// gives a Response, as the routes of Next.js, Hono, Bun and Deno do. `studio` answers the contract, and a schedule calls `bill`
// and `deliver` once a minute. It charges no money: put your own gateway in its place.
import { timingSafeEqual } from "node:crypto"
import pg from "pg"
import { defaultPolicy } from "studio-billing"
import { makeJwtTokenIssuer, makeRateLimit, makeSigningKeys, makeStudioServer } from "studio-billing/http"
import { makeSecrets } from "studio-billing/http/node"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresRateLimitStore,
  makePostgresWebhookStore,
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

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`Set ${name} in the environment`)
  return value
}
const CRON_SECRET = setting("CRON_SECRET")
const MAIL_URL = setting("MAIL_URL")
/** The private keys that sign, as `makeSigningKeys().exportPrivate()` gives one, and a key of 32 bytes for codes. */
const KEYS = JSON.parse(setting("KEYS"))

// Each instance has a pool of its own: keep it small, or go by PgBouncer in transaction mode.
const pool = new pg.Pool({ connectionString: setting("DATABASE_URL"), max: 3, query_timeout: 25_000 })
pool.on("error", (error) => console.error("database", String(error)))
const client = fromPg(pool)

const keys = makeSigningKeys(KEYS.signing)
const options = {
  store: makePostgresBillingStore(client),
  gateway: makeScriptedGateway().gateway,
  webhookStore: makePostgresWebhookStore(client),
  webhookSender: makeNodeWebhookSender({ policy: publicReceivers }),
  secrets: makeSecrets(Buffer.from(KEYS.secret, "base64")),
  tokens: makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer,
  // What the mail service does not accept in two seconds is tried again.
  otpSender: withEqualTimes({
    send: async ({ email, code }, { signal }) => {
      const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
      const { ok, status } = await fetch(MAIL_URL, { method: "POST", body, signal })
      if (!ok) throw new Error(`The mail service answered ${status}`)
    },
  }),
} satisfies BillingOptions

/** The use cases, for pages and for scripts. */
export const billing = createBilling(options)

const server = makeStudioServer({
  ports: portsLayer(options),
  keys,
  rateLimit: makeRateLimit({ perMinute: 600, store: makePostgresRateLimitStore(client) }),
  onDefect: (_, error) => console.error("studio", String(error)),
})

/** Answers a request of the `/studio` API. */
export const studio = (request: Request): Promise<Response> => server.fetch(request)

const isOfSchedule = (request: Request): boolean => {
  const given = Buffer.from(request.headers.get("authorization") ?? "")
  const expected = Buffer.from(`Bearer ${CRON_SECRET}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Bills what falls due. After 25 seconds it takes nothing more, and the last charge may take 30; what is left is due at the next call. */
export const bill = async (request: Request): Promise<Response> => {
  if (!isOfSchedule(request)) return new Response(null, { status: 401 })
  const { organizations, failures, isComplete } = await billing.engine.runDue({ withinMillis: 25_000 })
  for (const { organizationId, error } of failures) console.error("billing", organizationId, String(error))
  return Response.json({ organizations, failures: failures.length, isComplete })
}

/** Sends the codes and the webhooks that wait, and forgets what is over. The last receiver of a webhook may take 30 seconds. */
export const deliver = async (request: Request): Promise<Response> => {
  if (!isOfSchedule(request)) return new Response(null, { status: 401 })
  // At once, so that none of them waits for a service that hangs.
  const [{ undelivered }] = await Promise.all([
    billing.auth.deliverOtps(),
    billing.webhooks.deliver({ withinMillis: 15_000 }),
    toPromise(sweep(client, Date.now(), defaultPolicy)),
  ])
  if (undelivered > 0) console.error("codes that were given up", undelivered)
  return new Response(null, { status: 204 })
}
