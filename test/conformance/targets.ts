// What commands are sent to: an organization of any server, or one that is made for it in a world of a simulator.
import { type Control, makeControl } from "../../simulator/control/client.ts"
import type { WireCoupon, WirePlan, WireProfile } from "../../src/api/index.ts"
import type { Price } from "../../src/index.ts"
import { all } from "./commands/command.ts"
import { claimsOf, type Recorder } from "./recorder.ts"
import { ask, type Catalogue, granted, makeStudioClient, type Session } from "./session.ts"

/** A server that cannot be tried: who asked for it has to do something first. */
export class CannotRun extends Error {}

/** Where a server is, and who may call it. */
export interface Target {
  readonly url: string
  readonly token: string | null
  readonly organizationId: string | null
  /** Codes of coupons that may be used up; unknown ones do no harm. */
  readonly coupons: ReadonlyArray<string>
  /** Stands for a test card that is approved. */
  readonly cardToken: string
}

const NOBODY = "0190a000-0000-7000-8000-00000000dead"

const freshTexts = (): Session["fresh"] => {
  let count = 0
  const run = Date.now().toString(36).toUpperCase()
  return (prefix) => `${prefix}-${run}-${count++}`
}

const organizationOf = (target: Target, token: string, { organizations }: WireProfile): string => {
  const { org } = claimsOf(token)
  const [only, other] = organizations
  const found = target.organizationId ?? (typeof org === "string" ? org : undefined)
  if (found === undefined && (only === undefined || other !== undefined)) {
    throw new CannotRun(`the user has ${organizations.length} organizations: choose one by --organization`)
  }
  const organizationId = found ?? only?.organizationId ?? ""
  if (organizations.some((one) => one.organizationId === organizationId)) return organizationId
  throw new CannotRun(`the user is not in the organization ${organizationId}`)
}

const withIntervals = (
  plans: ReadonlyArray<WirePlan>,
  isMeant: (interval: WirePlan["intervals"][number]) => boolean,
): ReadonlyArray<WirePlan> =>
  plans
    .map((plan) => ({ ...plan, intervals: plan.intervals.filter(isMeant) }))
    .filter(({ intervals }) => intervals.length > 0)

const catalogueOf = async (
  session: Session,
  target: Target,
  prices: ReadonlyArray<Price.Price>,
  email: string,
): Promise<Catalogue> => {
  const { client } = session
  const { data } = granted("plans", await ask(session, client.plans.list({ query: all })))
  // The oracle knows fees in arrears.
  const known = withIntervals(data, ({ feeTiming }) => feeTiming !== "ADVANCE")
  const active = known.filter(({ status }) => status === "ACTIVE")
  const currencies = active.flatMap(({ intervals }) => intervals.map(({ currency }) => currency))
  const currency = currencies.includes("BRL") ? "BRL" : currencies[0]
  if (currency === undefined) throw new CannotRun("there is no active plan with a fee in arrears")
  const coupons: Array<WireCoupon> = []
  for (const code of target.coupons) {
    const call = client.coupons.checkAvailability({ params: { code }, query: {} })
    const { coupon } = granted("availability", await ask(session, call))
    if (coupon !== null) coupons.push(coupon)
  }
  const inactive = known.filter(({ status }) => status === "INACTIVE")
  const isInCurrency = (interval: WirePlan["intervals"][number]): boolean => interval.currency === currency
  return {
    plans: withIntervals(active, isInCurrency),
    inactive: withIntervals(inactive, isInCurrency),
    currency,
    coupons,
    prices,
    cardTokens: [target.cardToken],
    email,
  }
}

/** A session with the organization that a token is of. */
export const openSession = async (
  recorder: Recorder,
  target: Target,
  controlled: {
    readonly control: Control
    readonly token: string
    readonly prices: ReadonlyArray<Price.Price>
  } | null = null,
): Promise<Session> => {
  const token = controlled?.token ?? target.token
  if (token === null) throw new CannotRun("an access token is needed: --token TOKEN")
  const client = makeStudioClient(recorder, target.url, token)
  const profile = await ask({ recorder }, client.profile.get())
  if ("code" in profile) {
    throw new CannotRun(`the token is refused: ${profile.status} ${profile.code ?? "without a code"}`)
  }
  const session: Session = {
    client,
    recorder,
    organizationId: organizationOf(target, token, profile.value),
    catalogue: {
      plans: [],
      inactive: [],
      currency: "BRL",
      coupons: [],
      prices: [],
      cardTokens: [],
      email: "",
    },
    control: controlled?.control ?? null,
    nobody: NOBODY,
    fresh: freshTexts(),
  }
  const catalogue = await catalogueOf(session, target, controlled?.prices ?? [], profile.value.email)
  return { ...session, catalogue }
}

const prices: ReadonlyArray<Price.Price> = [
  { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 7 },
  {
    model: "PACKAGE",
    meter: "tokens",
    name: "Tokens",
    currency: "BRL",
    packageSize: 100,
    packagePrice: 53,
    freeUnits: 50,
  },
  {
    model: "GRADUATED",
    meter: "calls",
    name: "Calls",
    currency: "BRL",
    bands: [
      { upTo: 10, unitPrice: 11 },
      { upTo: 100, unitPrice: 5 },
      { upTo: null, unitPrice: 3 },
    ],
  },
]

// Amounts whose parts and percentages are seldom whole.
const plans = [
  { name: "Lesser", status: "ACTIVE", monthly: 9_973, yearly: 99_991 },
  { name: "Greater", status: "ACTIVE", monthly: 29_989, yearly: 299_993 },
  { name: "Former", status: "INACTIVE", monthly: 4_987, yearly: 49_993 },
] as const

const coupons = [
  { code: "ODD", type: "PERCENTAGE", amount: 12.5, duration: "ONCE" },
  { code: "THIRD", type: "PERCENTAGE", amount: 33.33, duration: "FOREVER" },
  { code: "TWO", type: "PERCENTAGE", amount: 7.77, duration: "REPEATING", durationInMonths: 2 },
  { code: "FIXED", type: "FIXED", amount: 2_001, currency: "BRL", duration: "ONCE" },
] as const

const SNAPSHOT = "begin"

/** A world of a simulator in which an organization waits. */
export interface SimulatorTarget {
  readonly session: Session
  /** Back to its beginning, in these readings. */
  readonly begin: (readings: Readonly<Record<string, string>>) => Promise<void>
}

/** Makes an organization, plans and coupons in a world of their own, which begins anew. */
export const openSimulator = async (
  recorder: Recorder,
  raw: typeof fetch,
  options: { readonly url: string; readonly controlToken?: string | undefined },
): Promise<SimulatorTarget> => {
  const url = `${options.url}/w/conformance`
  const control = makeControl({
    fetch: (path, init) => raw(`${url}${String(path)}`, init),
    token: options.controlToken,
  })
  await control.reset()
  const made = await control.request<{ readonly organizationId: string }>(
    "POST",
    "/_simulator/organizations",
    {
      name: "Conformance",
      currency: "BRL",
    },
  )
  const { organizationId } = made
  const email = "conformance@example.com"
  await control.request("POST", "/_simulator/users", { email, memberships: [{ organizationId }] })
  for (const { name, status, monthly, yearly } of plans) {
    await control.request("POST", "/_simulator/plans", {
      name,
      description: name,
      status,
      intervals: [
        { interval: "MONTHLY", amount: monthly, currency: "BRL" },
        { interval: "YEARLY", amount: yearly, currency: "BRL" },
      ],
      prices,
    })
  }
  for (const coupon of coupons)
    await control.request("POST", "/_simulator/coupons", { ...coupon, name: coupon.code })
  const token = await control.token({ email, organizationId })
  const target = {
    url,
    token,
    organizationId,
    coupons: coupons.map(({ code }) => code),
    cardToken: "tok_visa",
  }
  const opened = await openSession(recorder, target, { control, token, prices })
  // The plans of the seed have other prices.
  const isOurs = ({ name }: WirePlan): boolean => plans.some((plan) => plan.name === name)
  const { catalogue } = opened
  const session = {
    ...opened,
    catalogue: {
      ...catalogue,
      plans: catalogue.plans.filter(isOurs),
      inactive: catalogue.inactive.filter(isOurs),
    },
  }
  await control.snapshot(SNAPSHOT)
  return {
    session,
    begin: async (readings) => {
      await control.restore(SNAPSHOT)
      for (const [gap, reading] of Object.entries(readings)) {
        await control.request("PUT", `/_simulator/assumptions/${gap}`, { reading })
      }
    },
  }
}
