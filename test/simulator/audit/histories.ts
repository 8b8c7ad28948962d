// Random histories of the rules' laws, played on a world through its calls: clients and operators do what the steps
// say, time passes, and the gateway answers as the cards and the faults of the world make it.
import * as Effect from "effect/Effect"
import { testCards } from "../../../simulator/adapters/gateway/TestCards.ts"
import { defaultSeed } from "../../../simulator/adapters/seed/defaultSeed.ts"
import { makeGuard } from "../../../simulator/control/guard.ts"
import type { RandomFaultsOptions } from "../../../simulator/faults/randomFaults.ts"
import { makeWorld } from "../../../simulator/world/World.ts"
import { makeFetch } from "../../../src/http/makeFetch.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"
import {
  type BillingPolicy,
  CurrentBillingPolicy,
  defaultPolicy,
  Iso,
  type Plan,
  type Price,
} from "../../../src/index.ts"
import { DAY } from "../../core/billing/fixtures.ts"
import type { answers, findings } from "../../core/billing/laws/answers.ts"
import type { Setup, Step } from "../../core/billing/laws/world.ts"
import { type Answer, makeClient, seeded } from "../../support/simulator.ts"

const keys = makeSigningKeys()
const base = `/studio/organizations/${seeded.organizationId}`

/** A world whose clock stands where a history begins, with a client, under the policy of that history. */
export const worldOf = ({ startAt: now, policy = {} }: Setup, faults?: RandomFaultsOptions) => {
  const world = makeWorld({
    name: "default",
    seed: { ...defaultSeed, coupons: [] },
    now,
    clock: "manual",
    keys,
    guard: makeGuard({ hosts: [] }),
    routes: [],
    faults,
    sleep: () => Effect.void,
    onDefect: ({ cause }) => {
      throw cause
    },
  })
  const url = "http://localhost"
  const rules: BillingPolicy = { ...defaultPolicy, ...policy }
  const dispatcher: typeof world.dispatcher = (request) =>
    Effect.provideService(world.dispatcher(request), CurrentBillingPolicy, rules)
  return { ...world, ...makeClient(makeFetch(dispatcher, url), url) }
}

const uuid = (digits: string): string => `0190a000-0000-7000-8000-${digits.padStart(12, "0")}`

const address = { line1: "Rua 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const methods = {
  card: { type: "CARD", cardToken: "tok_visa" },
  stolen: { type: "CARD", cardToken: "tok_stolen_card" },
  boleto: { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } },
}

/** Beside the steps of the laws: payment methods that come and go, and vouchers that end. */
export type Further =
  | { readonly do: "addMethod"; readonly type: keyof typeof methods; readonly isDefault: boolean }
  | { readonly do: "removeMethod"; readonly pick: number }
  | { readonly do: "voucherUntil"; readonly amount: number; readonly days: number }

export type WorldStep = Step | (Further & { readonly after: number | "boundary" })

const methodNameOf = ({ type, last4 }: Answer["json"]): keyof typeof methods => {
  if (type === "BOLETO") return "boleto"
  return last4 === testCards.get(methods.stolen.cardToken)?.last4 ? "stolen" : "card"
}

/** What a client knows of a call whose connection was closed. */
const unanswered: Answer = { status: 0, headers: new Headers(), json: {} }

/**
 * Plays a history of so many days, and looks on after every step. Gives the calls that were not answered, or with a status
 * from 500 on: there are none but those that faults brought about.
 */
export const playOn = async (
  client: ReturnType<typeof worldOf>,
  setup: Setup,
  steps: ReadonlyArray<WorldStep>,
  days: number,
  after: (step: WorldStep | null) => Promise<void> = async () => undefined,
): Promise<ReadonlyArray<string>> => {
  const token = await client.token()
  const failures: Array<string> = []
  let count = 0
  const once = (method: string, path: string, body?: unknown): Promise<Answer | null> =>
    client.call(method, path, { token, ...(body !== undefined && { body }) }).catch(() => null)
  /** What only reads is asked again until it is answered, as clients do; what acts is sent once. */
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await once(method, path, body)
      const isAnswered = answer !== null && answer.status < 500
      if (!isAnswered) failures.push(`${method} ${path} ${answer?.status}`)
      if (isAnswered || method !== "GET") return answer ?? unanswered
    }
    throw new Error(`No answer: ${method} ${path}`)
  }
  const control = (path: string, body: unknown = {}) => call("POST", `/_simulator/${path}`, body)
  const now = async (): Promise<number> => Date.parse((await call("GET", "/_simulator/clock")).json.now)
  const goTo = (to: number) => control("clock", { to: Iso.toIso(to) })
  const invoices = async (): Promise<ReadonlyArray<Answer["json"]>> =>
    (await call("GET", `${base}/invoices?limit=100`)).json.data.toReversed()

  const planIds = await Promise.all(
    setup.plans.map(async (plan, index) => {
      const planId = uuid(`a${index}0`)
      const [interval] = plan.intervals
      const { status } = await control("plans", {
        planId,
        name: plan.name,
        description: "A plan",
        intervals: [{ ...interval, id: uuid(`a${index}1`) }],
        prices: plan.prices.map(({ currency, ...price }: Price.Price) => ({ ...price, currency })),
      })
      if (status !== 201) throw new Error(`No plan: ${status}`)
      return { planId, planIntervalId: uuid(`a${index}1`) }
    }),
  )
  const made = (given: Setup["coupon"], code: string): Promise<string | null> =>
    coupon(
      given && { ...given, code },
      control,
      planIds.map(({ planId }) => planId),
      setup.plans,
    )
  const code = await made(setup.coupon, "RANDOM")
  const voucher = (amount: number, expiresAt: string | null) =>
    control(`organizations/${seeded.organizationId}/vouchers`, {
      name: "Voucher",
      amount,
      currency: "BRL",
      expiresAt,
    })
  for (const amount of setup.vouchers) await voucher(amount, null)
  for (const { amount, after } of setup.expiring ?? []) {
    await voucher(amount, Iso.toIso(setup.startAt + after))
  }
  const threshold = (value: number | null) =>
    value === null || value === 0
      ? call("DELETE", `${base}/billing-threshold`)
      : call("PUT", `${base}/billing-threshold`, { value, currency: "BRL" })
  await threshold(setup.threshold)
  const subscribe = (plan: 0 | 1, methodId: string, withCoupon: boolean) =>
    call("POST", `${base}/subscriptions`, {
      ...planIds[plan],
      paymentMethodId: methodId,
      ...(withCoupon && code !== null && { coupon: { code } }),
    })
  /** The methods, which is at least one. */
  const methodIds = async (): Promise<ReadonlyArray<string>> => {
    const { data } = (await call("GET", `${base}/payment-methods`)).json
    if (data.length > 0) return data.map((method: Answer["json"]) => method.paymentMethodId)
    await call("POST", `${base}/payment-methods`, methods.card)
    return methodIds()
  }
  while ((await call("GET", `${base}/subscriptions`)).status !== 200) {
    await subscribe(0, (await methodIds())[0] as string, true)
  }
  let answer: keyof typeof answers = "approved"
  let finding: keyof typeof findings = "unknown"
  /** Makes the gateway answer so to every charge from now on, as far as the methods allow it. */
  const makeAnswers = async () => {
    await call("DELETE", "/_simulator/faults", {})
    const name = answer === "slip" ? "boleto" : answer === "stolen" ? "stolen" : "card"
    const find = async () =>
      (await call("GET", `${base}/payment-methods`)).json.data.find(
        (method: Answer["json"]) => methodNameOf(method) === name,
      )
    if ((await find()) === undefined) await call("POST", `${base}/payment-methods`, methods[name])
    const used = await find()
    if (used !== undefined) {
      await call("PATCH", `${base}/payment-methods/${used.paymentMethodId}`, { isDefault: true })
      await call("PATCH", `${base}/subscriptions`, { paymentMethodId: used.paymentMethodId })
    }
    const nothingCame = finding === "declined" || finding === "notFound"
    const unknown = nothingCame ? "unknown_declined" : "unknown_approved"
    const outcome = answer === "unknown" ? unknown : answer
    if (outcome === unknown || outcome === "declined") {
      await control("faults", { kind: "gateway", outcome, times: 1000 })
    }
  }

  const payable = async () => (await invoices()).filter(({ amountDue }) => amountDue > 0)
  const picked = async (pick: number, name: string, body?: unknown, among = invoices) => {
    const all = await among()
    const invoice = all[pick % Math.max(1, all.length)]
    if (invoice !== undefined) await control(`invoices/${invoice.invoiceId}/${name}`, body)
  }
  const partOf = async (pick: number, part: number, member: "payableAmount" | "amountPaid") => {
    const all = await invoices()
    const invoice = all[pick % Math.max(1, all.length)]
    return invoice === undefined ? 0 : Math.ceil((invoice[member] * part) / 100)
  }

  const obey = async (step: WorldStep): Promise<unknown> => {
    switch (step.do) {
      case "use": {
        const presentAt = await now()
        const events = step.events.map(({ meter, quantity, age }) => {
          count += 1
          const at = Math.max(setup.startAt, presentAt - age)
          return { eventId: `event ${count}`, meter, quantity, occurredAt: Iso.toIso(at) }
        })
        return control(`organizations/${seeded.organizationId}/usage`, { events })
      }
      case "payEarly": {
        const upcoming = await call("GET", `${base}/subscriptions/upcoming-invoice`)
        return upcoming.status === 200
          ? call("POST", `${base}/invoices/${upcoming.json.invoiceId}/pay`, {})
          : undefined
      }
      case "pause":
      case "resume":
        return call("POST", `${base}/subscriptions/${step.do}`, {})
      case "cancelNow":
        return call("POST", `${base}/subscriptions/cancel`, {})
      case "cancelLater":
        return call("POST", `${base}/subscriptions/cancel`, { atPeriodEnd: true })
      case "undoCancel":
        return call("POST", `${base}/subscriptions/undo-cancel`, {})
      case "applyCoupon": {
        const code = await made(step.coupon, "GIVEN")
        return control(`organizations/${seeded.organizationId}/subscriptions/apply-coupon`, { code })
      }
      case "removeCoupon":
        return control(`organizations/${seeded.organizationId}/subscriptions/remove-coupon`)
      case "changeNow":
      case "changeLater":
        return call("POST", `${base}/subscriptions/change-plan`, {
          ...planIds[step.plan],
          when: step.do === "changeNow" ? "NOW" : "PERIOD_END",
        })
      case "item": {
        count += 1
        const { unitPrice, quantity } = step
        const body = { itemId: `item ${count}`, name: "Set-up", unitPrice, quantity }
        return control(`organizations/${seeded.organizationId}/invoice-items`, body)
      }
      case "quantityNow":
      case "quantityLater":
        return call("POST", `${base}/subscriptions/change-quantity`, {
          quantity: step.quantity,
          when: step.do === "quantityNow" ? "NOW" : "PERIOD_END",
        })
      case "answers":
        answer = step.answer
        return makeAnswers()
      case "finds":
        finding = step.finding
        return makeAnswers()
      case "method": {
        const ids = await methodIds()
        return call("PATCH", `${base}/subscriptions`, { paymentMethodId: ids[step.method % ids.length] })
      }
      case "learn": {
        for (const { invoiceId, attempts } of await invoices()) {
          if (!attempts.some(({ status }: { status: string }) => status === "UNKNOWN")) continue
          await control(`invoices/${invoiceId}/${step.answer === "approved" ? "settle" : "fail"}`)
        }
        return
      }
      case "pay": {
        const all = await payable()
        const invoice = all[step.pick % Math.max(1, all.length)]
        return invoice && call("POST", `${base}/invoices/${invoice.invoiceId}/pay`, {})
      }
      case "OpenDispute":
        return picked(step.pick, "dispute")
      case "WinDispute":
        return picked(step.pick, "dispute/won")
      case "LoseDispute":
        return picked(step.pick, "dispute/lost")
      case "WriteOff":
        return picked(step.pick, "uncollectible", {}, payable)
      case "void":
        return picked(step.pick, "void", { rebill: step.rebill }, payable)
      case "settle":
        return picked(step.pick, "settle", { amount: await partOf(step.pick, step.part, "payableAmount") })
      case "refund":
        return picked(step.pick, "refund", { amount: await partOf(step.pick, step.part, "amountPaid") })
      case "applyVoucher": {
        const vouchers = await call("GET", `${base}/vouchers?status=ACTIVE`)
        const voucherId = vouchers.json.data[0]?.voucherId
        return voucherId && picked(step.pick, "apply-voucher", { voucherId }, payable)
      }
      case "revokeVoucher": {
        const { data } = (await call("GET", `${base}/vouchers?status=ACTIVE&limit=100`)).json
        const voucher = data[step.pick % Math.max(1, data.length)]
        return (
          voucher && control(`organizations/${seeded.organizationId}/vouchers/${voucher.voucherId}/revoke`)
        )
      }
      case "payOutVoucher": {
        const { data } = (await call("GET", `${base}/vouchers?status=ACTIVE&limit=100`)).json
        const voucher = data[step.pick % Math.max(1, data.length)]
        const path = `organizations/${seeded.organizationId}/vouchers/${voucher?.voucherId}/pay-out`
        return voucher && control(path, step.part === 100 ? {} : { amount: step.part })
      }
      case "threshold":
        return threshold(step.value)
      case "newCard":
        return call("POST", `${base}/payment-methods`, { ...methods.card, isDefault: false })
      case "addMethod":
        return call("POST", `${base}/payment-methods`, { ...methods[step.type], isDefault: step.isDefault })
      case "removeMethod": {
        const ids = await methodIds()
        return call("DELETE", `${base}/payment-methods/${ids[step.pick % ids.length]}`)
      }
      case "subscribe":
        return subscribe(step.plan, (await methodIds())[0] as string, false)
      case "voucherUntil":
        return voucher(step.amount, Iso.toIso((await now()) + step.days * DAY))
    }
  }

  const until = setup.startAt + days * DAY
  for (const step of steps) {
    const from = await now()
    const { json } = await call("GET", `${base}/subscriptions`)
    const boundaryAt = Date.parse(json.currentPeriodEnd ?? Iso.toIso(from))
    const at = step.after === "boundary" ? Math.max(from + 1, boundaryAt) : from + step.after
    if (at >= until) break
    await goTo(at)
    await obey(step)
    await after(step)
  }
  await goTo(until)
  await after(null)
  return failures
}

/** Makes a coupon, unless it is there, and gives its code; null where there is none that can be made. */
const coupon = async (
  coupon: Setup["coupon"],
  control: (path: string, body: unknown) => Promise<Answer>,
  ids: ReadonlyArray<string>,
  plans: ReadonlyArray<Plan.Plan>,
): Promise<string | null> => {
  if (coupon === null) return null
  const { discount, duration, planIds } = coupon
  const amount = discount.type === "FIXED" ? discount.amount : discount.basisPoints / 100
  if (amount === 0) return null
  const { status, json } = await control("coupons", {
    code: coupon.code,
    name: "A coupon",
    type: discount.type,
    amount,
    ...(discount.type === "FIXED" && { currency: "BRL" }),
    duration: duration.type,
    ...(duration.type === "REPEATING" && { durationInMonths: duration.months }),
    ...(planIds !== null && {
      planIds: planIds.map((id) => ids[plans.findIndex(({ planId }) => planId === id)]),
    }),
  })
  if (status !== 201 && status !== 409) throw new Error(`No coupon: ${JSON.stringify(json)}`)
  return coupon.code
}
