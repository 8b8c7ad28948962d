// A service on Cloudflare Workers, over PostgreSQL by Hyperdrive: `fetch` answers the contract, and the schedule of wrangler.jsonc
// bills, sends what waits, and forgets what is over. A call may not use what another one opened, so each opens what it needs.
// It charges no money: put your own gateway in its place.
import postgres from "postgres"
import { defaultPolicy } from "studio-billing"
import { makeJwtTokenIssuer, makeRateLimit, makeSigningKeys, makeStudioServer } from "studio-billing/http"
import { makeSecrets } from "studio-billing/http/node"
import {
  fromPostgresJs,
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

/** The bindings of wrangler.jsonc, and its secrets. */
interface Env {
  readonly HYPERDRIVE: { readonly connectionString: string }
  readonly MAIL_URL: string
  /** As JSON: `signing`, a list with what `makeSigningKeys().exportPrivate()` gave, and `secret`, 32 bytes in base64. */
  readonly KEYS: string
}

const open = ({ HYPERDRIVE, MAIL_URL, KEYS }: Env) => {
  // A call may have six connections at once: the others are for the mail, the gateway and webhooks.
  const sql = postgres(HYPERDRIVE.connectionString, { max: 3, fetch_types: false })
  const client = fromPostgresJs(sql)
  const { signing, secret } = JSON.parse(KEYS)
  const keys = makeSigningKeys(signing)
  const options = {
    store: makePostgresBillingStore(client),
    gateway: makeScriptedGateway().gateway,
    webhookStore: makePostgresWebhookStore(client),
    // A Worker reaches public addresses alone.
    webhookSender: {
      accepts: (url) => URL.canParse(url) && new URL(url).protocol === "https:",
      send: async ({ url, headers, body, timeoutMillis }) => {
        const began = Date.now()
        const signal = AbortSignal.timeout(timeoutMillis)
        const sent = fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
        const status = await sent.then(statusOf).catch(() => null)
        const durationMillis = Date.now() - began
        if (status !== null) return { status, failure: null, durationMillis }
        return { status: null, failure: signal.aborted ? "TIMEOUT" : "CONNECTION_FAILED", durationMillis }
      },
    },
    secrets: makeSecrets(Buffer.from(secret, "base64")),
    tokens: makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer,
    // What the mail service does not accept in two seconds is tried again.
    otpSender: withEqualTimes({
      send: async ({ email, code }, { signal }) => {
        const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
        const response = await fetch(MAIL_URL, { method: "POST", body, signal })
        const status = await statusOf(response)
        if (!response.ok) throw new Error(`The mail service answered ${status}`)
      },
    }),
  } satisfies BillingOptions
  return { sql, client, keys, options }
}

/** The status of an answer whose body nobody reads: it would keep one of the six connections. */
const statusOf = async ({ status, body }: Response): Promise<number> => {
  await body?.cancel()
  return status
}

const answer = async (request: Request, env: Env): Promise<Response> => {
  const { sql, client, keys, options } = open(env)
  const server = makeStudioServer({
    ports: portsLayer(options),
    keys,
    rateLimit: makeRateLimit({ perMinute: 600, store: makePostgresRateLimitStore(client) }),
    onDefect: (_, error) => console.error("studio", String(error)),
  })
  try {
    return await server.fetch(request)
  } finally {
    await server.close().finally(() => sql.end())
  }
}

const work = async (env: Env): Promise<void> => {
  const { sql, client, options } = open(env)
  const billing = createBilling(options)
  const bill = async () => {
    const { failures } = await billing.engine.runDue({ withinMillis: 25_000 })
    for (const { organizationId, error } of failures) console.error("billing", organizationId, String(error))
  }
  const sendCodes = async () => {
    const { undelivered } = await billing.auth.deliverOtps()
    if (undelivered > 0) console.error("codes that were given up", undelivered)
  }
  const tasks = [
    bill(),
    sendCodes(),
    billing.webhooks.deliver({ withinMillis: 15_000 }),
    toPromise(sweep(client, Date.now(), defaultPolicy)),
  ]
  // None of them waits for another one that hangs or fails.
  for (const done of await Promise.allSettled<unknown>(tasks)) {
    if (done.status === "rejected") console.error("work", String(done.reason))
  }
  await billing.close().finally(() => sql.end())
}

export default {
  fetch: (request: Request, env: Env, context: { readonly waitUntil: (work: Promise<unknown>) => void }) => {
    const answered = answer(request, env)
    // A payment goes to its end, also where its caller is gone.
    context.waitUntil(answered)
    return answered
  },
  scheduled: (_: unknown, env: Env) => work(env),
}
