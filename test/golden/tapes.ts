// What the tapes were recorded from: the specified flow, the golden year, the examples of the contract, the faults of
// webhooks, and a run of conformance. Only a new record needs this file; a tape is played from what was asked when it was recorded.
import { readFileSync } from "node:fs"
import { runConformance } from "../conformance/conformance.ts"
import { acts, end } from "../simulator/goldenYear/acts.ts"
import { lookAtAll, type Player } from "./player.ts"
import type { Play } from "./run.ts"

const base = "/studio/organizations/0190a000-0000-7000-8000-000000000001"
const plan = "0190a000-0000-7000-8000-000000000100"
const interval = "0190a000-0000-7000-8000-000000000101"

const tokenOf = async ({ call }: Player, wish: object = {}): Promise<string> =>
  (await call("POST", "/_simulator/tokens", { expiresInSeconds: 99_999_999, ...wish })).json.accessToken

const specifiedFlow = async (player: Player): Promise<void> => {
  const { call } = player
  const permissions = ["plan:read", "payment_method:write", "subscription:write", "invoice:pay"]
  // With all of the specification's permissions, and without each one of them.
  for (const missing of [...permissions, ""]) {
    const token = await tokenOf(player, { permissions: permissions.filter((one) => one !== missing) })
    await call("GET", "/studio/plans?status=ACTIVE", undefined, token)
    const card = await call("POST", `${base}/payment-methods`, { type: "CARD", cardToken: "tok_visa" }, token)
    const { paymentMethodId = "none" } = card.json
    const choice = { planId: plan, planIntervalId: interval, paymentMethodId }
    await call("POST", `${base}/subscriptions`, choice, token)
    const upcoming = await call("GET", `${base}/subscriptions/upcoming-invoice`, undefined, token)
    await call("POST", `${base}/invoices/${upcoming.json.invoiceId ?? plan}/pay`, {}, token)
    await call("GET", `${base}/subscriptions`, undefined, token)
    await call("GET", `${base}/invoices`, undefined, token)
  }
  await call("GET", "/openapi.json")
}

const goldenYear = async (player: Player): Promise<void> => {
  const token = await tokenOf(player)
  const studio = (method: string, path: string, body?: unknown) =>
    player.call(method, base + path, body, token)
  const control = (path: string, body: unknown) => player.call("POST", `/_simulator${path}`, body)
  const cards = new Map<string, string>()
  let latest = ""
  const look = async (): Promise<void> => {
    await studio("GET", "/subscriptions")
    await studio("GET", "/subscriptions/upcoming-invoice")
    latest = (await studio("GET", "/invoices?limit=100")).json.data[0]?.invoiceId
  }
  for (const { at, act } of acts) {
    await control("/clock", { to: at })
    await look()
    const { status } = await act({ studio, control, cards, latestInvoice: () => latest })
    if (status >= 300) throw new Error(`The golden year was refused at ${at}`)
  }
  await control("/clock", { to: end })
  await look()
}

const story =
  `auth.requestOtp auth.validateOtp auth.signIn profile.get plans.list coupons.checkAvailability paymentMethods.add
  paymentMethods.list paymentMethods.get paymentMethods.update thresholds.set thresholds.get subscriptions.create
  subscriptions.check subscriptions.list subscriptions.get subscriptions.update subscriptions.previewUpcomingInvoice
  invoices.pay invoices.get invoices.list coupons.list vouchers.list vouchers.get vouchers.listUsages subscriptions.pause
  subscriptions.resume subscriptions.cancel subscriptions.undoCancel subscriptions.changePlan subscriptions.changeQuantity paymentMethods.remove
  thresholds.remove auth.refresh auth.signOut profile.switchOrganization`.split(/\s+/)

const examples = async (player: Player): Promise<void> => {
  const document = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"))
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked at member by member
  const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const untold = operations.filter(({ operationId }) => !story.includes(operationId))
  if (untold.length > 0) throw new Error(`The story leaves out ${untold[0]?.operationId}`)
  const voucher = {
    voucherId: "0190a000-0000-7000-8000-000000000901",
    name: "V",
    amount: 2000,
    currency: "BRL",
  }
  await player.call("POST", `/_simulator/organizations/${base.slice(-36)}/vouchers`, voucher)
  const token = await tokenOf(player)
  // Ids of the examples, and what they are in this world.
  const names = new Map<string, string>()
  const members = { otpId: "a001", paymentMethodId: "a101", subscriptionId: "a201", invoiceId: "a301" }
  const here = (text: string): string =>
    [...names].reduce((rest, [name, id]) => rest.replaceAll(name, id), text)
  for (const operationId of story) {
    const {
      method,
      path,
      parameters = [],
      requestBody,
    } = operations.find((one) => one.operationId === operationId)
    const bodies = Object.values<{ value: unknown }>(
      requestBody?.content["application/json"].examples ?? { none: {} },
    )
    const query = new URLSearchParams()
    let url = path
    for (const { name, in: place, example } of parameters) {
      if (place === "path") url = url.replace(`{${name}}`, example)
      if (place === "query" && example !== undefined) query.set(name, example)
    }
    for (const { value } of bodies) {
      const body = value === undefined ? undefined : JSON.parse(here(JSON.stringify(value)))
      const { json } = await player.call(
        method,
        here(query.size === 0 ? url : `${url}?${query}`),
        body,
        token,
      )
      for (const [member, digits] of Object.entries(members)) {
        const name = `0190a000-0000-7000-8000-00000000${digits}`
        if (json?.[member] !== undefined && !names.has(name)) names.set(name, json[member])
      }
      if (json?.refreshToken !== undefined) {
        names.set("N2QzNzE4NmQ.cnB8q7zX3a4.jbsLYfK6pSh", json.refreshToken)
        names.set("N2QzNzE4NmQ.cnB8q7zX3a4.OoHQKi6MAeh", json.refreshToken)
      }
    }
    const { json: inbox } = await player.call("GET", "/_simulator/otps")
    if (inbox.data.length > 0) names.set("123456", inbox.data[0].code)
    const { json: upcoming } = await player.call(
      "GET",
      `${base}/subscriptions/upcoming-invoice`,
      undefined,
      token,
    )
    if (upcoming.invoiceId !== undefined)
      names.set("0190a000-0000-7000-8000-00000000a301", upcoming.invoiceId)
  }
}

/** Each fault of webhooks, with a receiver that is well and one that fails; flushed before anything else is asked. */
const webhooks = async (player: Player): Promise<void> => {
  const { call } = player
  const token = await tokenOf(player)
  const secret = `whsec_${"A".repeat(32)}`
  for (const mood of ["", "/failing"]) {
    await call("POST", "/_simulator/webhook-endpoints", {
      url: `http://127.0.0.1:PORT/webhooks${mood}`,
      secret,
    })
  }
  const card = await call("POST", `${base}/payment-methods`, { type: "CARD", cardToken: "tok_visa" }, token)
  const { paymentMethodId } = card.json
  const choice = { planId: plan, planIntervalId: interval, paymentMethodId }
  await call("POST", `${base}/subscriptions`, choice, token)
  for (const kind of ["hold", "duplicate", "reorder", "fail"]) {
    const fault = await call("POST", "/_simulator/faults", { kind: `webhook_${kind}`, times: 3 })
    await call("POST", "/_simulator/clock", { advanceBy: "P1M" })
    await call("POST", "/_simulator/webhook-deliveries/flush", { retries: false })
    await call("DELETE", `/_simulator/faults/${fault.json.faultId}`, {})
    await call("POST", "/_simulator/webhook-deliveries/flush", { retries: true })
    const { json } = await call("GET", "/_simulator/webhook-deliveries?limit=5")
    await call("POST", `/_simulator/webhook-deliveries/${json.data[0].deliveryId}/redeliver`, {})
    await call("POST", "/_simulator/webhook-deliveries/flush", { retries: true })
  }
}

const conformance = async (player: Player): Promise<void> => {
  const report = await runConformance({
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input))
      const { status, headers, text } = await player.send({
        method: init?.method ?? "GET",
        path: pathname + search,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body:
          init?.body instanceof Uint8Array
            ? new TextDecoder().decode(init.body)
            : ((init?.body ?? null) as string | null),
      })
      return new Response(status === 204 ? null : text, { status, headers })
    },
    url: "http://localhost",
    token: null,
    organizationId: null,
    isControlled: true,
    coupons: [],
    cardToken: "tok_visa",
    runs: 3,
    seed: 16,
    commandsMax: 40,
    readings: false,
  })
  if (!report.passed) throw new Error(report.failure?.message)
}

/** What is recorded as a tape. */
export const authors: ReadonlyArray<Play> = Object.entries({
  specifiedFlow,
  goldenYear,
  examples,
  webhooks,
  conformance,
}).map(([name, act]) => ({
  name,
  act: async (player) => {
    await act(player)
    await lookAtAll(player)
  },
}))
