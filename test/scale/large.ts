// A large world: many organizations that are billed for months, then audited, saved, loaded and compared. `npm run scale`.
import { createHash } from "node:crypto"
import { stat } from "node:fs/promises"
import { seeded } from "../support/simulator.ts"
import { peakMemoryOf, probed, type Running, startCommand } from "./command.ts"

/** What a large world took. Times are in milliseconds, sizes in bytes. */
export interface LargeWorld {
  readonly advance: { readonly millis: number; readonly worstProbeMillis: number }
  readonly audit: { readonly millis: number; readonly worstProbeMillis: number; readonly ok: boolean }
  readonly save: { readonly millis: number; readonly worstProbeMillis: number; readonly bytes: number }
  readonly load: { readonly millis: number }
  /** Whether the world that was loaded is the one that was saved, to the byte. */
  readonly isSame: boolean
  readonly peakBytes: { readonly making: number | null; readonly loading: number | null }
}

/** Makes the world and takes it through all of it. `say` hears of each step. */
export const largeWorld = async (options: {
  readonly file: string
  readonly organizations: number
  readonly months: number
  readonly say: (line: string) => void
}): Promise<LargeWorld> => {
  const { file, organizations, months, say } = options
  const first = await startCommand(file)
  await subscribeMany(first, organizations)
  say(`${organizations} organizations are subscribed`)
  const advance = await probed(first, async () => {
    for (let month = 0; month < months; month += 1) {
      await (await first.call("POST", "/_simulator/clock", { advanceBy: "P1M" })).arrayBuffer()
    }
  })
  say(`advanced: ${told(advance)}`)
  const audit = await probed(first, () => audited(first))
  say(`audited: ${told(audit)}`)
  const save = await probed(first, () => first.call("POST", "/_simulator/state/save"))
  const { size: bytes } = await stat(file)
  say(`saved ${bytes} bytes: ${told(save)}`)
  const before = await digestOf(first)
  const making = peakMemoryOf(first.pid)
  await first.end("SIGTERM")
  const began = performance.now()
  const second = await startCommand(file)
  const load = { millis: performance.now() - began }
  say(`loaded: ${Math.round(load.millis)} ms`)
  const loading = peakMemoryOf(second.pid)
  const isSame = (await digestOf(second)) === before
  const ok = audit.value && (await audited(second))
  await second.end("SIGKILL")
  return {
    advance,
    audit: { ...audit, ok },
    save: { ...save, bytes },
    load,
    isSame,
    peakBytes: { making, loading },
  }
}

const told = ({ millis, worstProbeMillis }: { readonly millis: number; readonly worstProbeMillis: number }) =>
  `${Math.round(millis)} ms, worst probe ${Math.round(worstProbeMillis)} ms`

const audited = async ({ call }: Running): Promise<boolean> =>
  ((await (await call("GET", "/_simulator/audit")).json()) as { readonly ok: boolean }).ok

/** The hash of a world as a document. */
const digestOf = async ({ call }: Running): Promise<string> => {
  const hash = createHash("sha256")
  const { body } = await call("GET", "/_simulator/state")
  for await (const piece of body ?? []) hash.update(piece)
  return hash.digest("hex")
}

/** How many are made at once. */
const AT_ONCE = 16

/** Makes organizations, each with a user, a card and a subscription. */
export const subscribeMany = async (running: Running, count: number): Promise<void> => {
  let made = 0
  const next = async (): Promise<void> => {
    while (made < count) {
      made += 1
      await subscribeOne(running, made)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const subscribeOne = async ({ call }: Running, index: number): Promise<void> => {
  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> =>
    (await (await call("POST", path, body, token)).json()) as Record<string, string>
  const { organizationId } = await post("/_simulator/organizations", {
    name: `Nova ${index}`,
    currency: "BRL",
  })
  const memberships = [{ organizationId }]
  await post("/_simulator/users", { email: `user-${index}@example.com`, memberships })
  const { accessToken } = await post("/_simulator/tokens", { organizationId })
  const base = `/studio/organizations/${organizationId}`
  const card = { type: "CARD", cardToken: "tok_visa" }
  const { paymentMethodId } = await post(`${base}/payment-methods`, card, accessToken)
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
  await post(`${base}/subscriptions`, choice, accessToken)
}
