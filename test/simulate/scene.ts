// What a request is written from: what there is at that moment, as far as a client looks, and chance.

import type { Chance } from "../support/random.ts"
import type { OrganizationState } from "../support/stored.ts"
import { playedPlans } from "./playedPlans.ts"

/** A request as it is written; `route` is the template of its path. */
export interface Wanted {
  readonly method: string
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly query?: string
  /** Whose token it carries; the organization's owner by default. */
  readonly token?: "other" | "none" | "viewer"
}

/** What a request is written from. */
export interface Scene {
  readonly chance: Chance
  readonly now: number
  readonly organizationId: string
  readonly currency: string
  readonly records: OrganizationState
  /** The earliest instants at which something is due. */
  readonly dueAt: ReadonlyArray<number>
  readonly endpointIds: ReadonlyArray<string>
}

export const DAY = 86_400_000
export const studio = "/studio/organizations/{organizationId}"
export const control = "/_simulator"
export const nobody = "0190a000-0000-7000-8000-00000000dead"

const cards = {
  tok_visa: 8,
  tok_mastercard: 2,
  tok_decline_once: 3,
  tok_charge_declined: 2,
  tok_insufficient_funds: 1,
  tok_stolen_card: 1,
  tok_expired_card: 1,
  tok_timeout_approved: 2,
  tok_timeout_declined: 2,
  tok_processing_error: 1,
  tok_unknown: 1,
}
export const cardTokens = Object.entries(cards).flatMap(([token, weight]) =>
  Array<string>(weight).fill(token),
)
export const couponCodes = ["WELCOME10", "HALF3", "FIXED20", "SCALEONLY", "EXPIRED", "LASTONE", "NONE"]
export const address = {
  line1: "Rua A, 1",
  city: "São Paulo",
  state: "SP",
  postalCode: "01000-000",
  country: "BR",
}
export const payable: ReadonlySet<string> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"])

export const one = <A>({ chance }: Scene, among: ReadonlyArray<A>): A | undefined =>
  among.length === 0 ? undefined : chance.pick(among)
export const maybe = (chance: Chance, percent: number): boolean => chance.below(100) < percent

export const methodIdOf = (scene: Scene): string =>
  maybe(scene.chance, 3)
    ? "pm_none"
    : (one(scene, scene.records.paymentMethods)?.paymentMethodId ?? "pm_none")

/** An invoice, mostly one of those that are wanted, and rather a late one. */
export const invoiceOf = (
  scene: Scene,
  isWanted: (invoice: Scene["records"]["invoices"][number]) => boolean,
) => {
  const { records, chance } = scene
  const wanted = maybe(chance, 90) ? records.invoices.filter(isWanted) : records.invoices
  return one(scene, wanted.slice(-6))
}

export const invoiceCall = (scene: Scene, act: string, isWanted: Parameters<typeof invoiceOf>[1]) => ({
  method: "POST",
  route: `${control}/invoices/{invoiceId}/${act}`,
  params: { invoiceId: invoiceOf(scene, isWanted)?.invoiceId ?? nobody },
})

export const isPayable = ({ status }: { readonly status: string }): boolean => payable.has(status)
export const isPaid = ({ status }: { readonly status: string }): boolean =>
  !payable.has(status) && status !== "VOID"

/** A plan and an interval of it, mostly of the organization's currency and mostly ACTIVE. */
export const choiceOf = (scene: Scene) => {
  const { chance, currency } = scene
  const plans = playedPlans.filter(({ status }) => status === "ACTIVE" || maybe(chance, 10))
  const plan = one(scene, plans)
  const intervals = plan?.intervals.filter((one) => one.currency === currency || maybe(chance, 3)) ?? []
  return { planId: plan?.planId ?? nobody, planIntervalId: one(scene, intervals)?.id ?? nobody }
}

export const post = (route: string, body: unknown = {}): Wanted => ({ method: "POST", route, body })
