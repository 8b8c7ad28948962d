// The settings of the service: variables of its environment, each read when a program starts, and told by its name
// where it is missing.

const read = (name: string, usual?: string): string => {
  const value = process.env[name] || usual
  if (value !== undefined) return value
  process.stderr.write(`Set ${name}: docs/operations.md says what it is.\n`)
  process.exit(2)
}

const numberOf = (name: string, usual: string): number => {
  const value = read(name, usual)
  if (/^\d{1,5}$/.test(value)) return Number(value)
  process.stderr.write(`${name}: expected a number, not ${JSON.stringify(value)}\n`)
  process.exit(2)
}

/** Where the records are, such as `postgres://user:password@host:5432/billing`, and how many connections a process may have. */
export const database = () => ({ connectionString: read("DATABASE_URL"), max: numberOf("POOL", "10") })

/** The file that `keys.ts` makes. */
export const keysFile = (): string => read("KEYS")

/** Where the contract is served, and where the gateway's webhooks come in. Port 0 takes a free one. */
export const listening = () => ({
  host: read("HOST", "127.0.0.1"),
  port: numberOf("PORT", "8080"),
  hooksPort: numberOf("HOOKS_PORT", "8081"),
  drainMillis: numberOf("DRAIN_MILLIS", "0"),
})

/** The account at Stripe. Several secrets of the webhook, parted by commas, while it gets a new one. */
export const stripe = () => ({
  url: read("STRIPE_URL", "https://api.stripe.com"),
  secretKey: read("STRIPE_SECRET_KEY"),
  webhookSecrets: read("STRIPE_WEBHOOK_SECRETS").split(","),
})

/** The service that sends mail: it gets `{ to, text }`. Without one no codes are sent. */
export const mailUrl = (): string | null => process.env.MAIL_URL || null

/** Who may do everything in the first company of a new database. */
export const owner = (): string => read("OWNER")
