// A world in which every view of the console has something to show.
import type { Page } from "playwright-core"
import { createSimulator, type Simulator } from "../../simulator/index.ts"
import { seeded } from "../support/simulator.ts"

/** When it begins. */
export const beginning = "2026-01-31T00:00:00.000Z"

/** A simulator with a clock that stands, on a port of its own. */
export const standing = (options: Parameters<typeof createSimulator>[0] = {}): Promise<Simulator> =>
  createSimulator({ clock: "manual", now: beginning, ...options })

const organization = `/studio/organizations/${seeded.organizationId}`

/** Subscribes the first organization to Starter, by month, with a card that is approved. */
export const subscribe = async (
  { control, fetch }: Pick<Simulator, "control" | "fetch">,
  more: { readonly coupon?: { readonly code: string } } = {},
): Promise<void> => {
  const headers = { authorization: `Bearer ${await control.token()}`, "content-type": "application/json" }
  const post = async (path: string, body: object) =>
    JSON.parse(await (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).text())
  const card = { type: "CARD", cardToken: "tok_visa" }
  const { paymentMethodId } = await post(`${organization}/payment-methods`, card)
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
  await post(`${organization}/subscriptions`, { ...choice, ...more, paymentMethodId })
}

/** Adds the test card that is chosen first, on the page of an organization. A subscription is paid with one that is there. */
export const addCard = async (page: Page): Promise<void> => {
  await page.getByRole("form", { name: "Add a payment method" }).getByRole("button", { name: "Add" }).click()
  await page.getByRole("region", { name: "Payment methods" }).getByRole("rowheader").waitFor()
}

/** Half a year of the first organization: usage, a threshold that cut, a payment that was refused, one whose answer was lost. */
export const furnish = async ({ control, fetch }: Pick<Simulator, "control" | "fetch">): Promise<void> => {
  const headers = { authorization: `Bearer ${await control.token()}`, "content-type": "application/json" }
  const studio = async (method: string, path: string, body: object) => {
    const response = await fetch(`${organization}${path}`, { method, headers, body: JSON.stringify(body) })
    return JSON.parse(await response.text())
  }
  const card = async (cardToken: string): Promise<string> =>
    (await studio("POST", "/payment-methods", { type: "CARD", cardToken })).paymentMethodId
  const use = (eventId: string, meter: string, quantity: number) =>
    control.usage(seeded.organizationId, [{ eventId, meter, quantity }])
  const visa = await card("tok_visa")
  await control.request("POST", "/_simulator/webhook-endpoints", { url: "http://127.0.0.1:9/hooks" })
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
  await studio("POST", "/subscriptions", { ...choice, paymentMethodId: visa, coupon: { code: "HALF3" } })
  await studio("PUT", "/billing-threshold", { value: 20_000, currency: "BRL" })
  await control.advance({ by: "P14D" })
  await use("first", "messages", 2_500)
  await control.advance({ by: "P1M" })
  await use("second", "api_calls", 1_200)
  await control.advance({ by: "P1M" })
  await control.fault({ kind: "gateway", outcome: "declined" })
  await control.advance({ by: "P24D" })
  await control.fault({ kind: "gateway", outcome: "unknown_approved" })
  await control.advance({ by: "P20D" })
  await use("third", "messages", 600)
  await use("fourth", "tokens", 41_500)
  await control.request("POST", "/_simulator/snapshots/june")
  await control.fault({ kind: "respond", status: 503, nth: 3 })
  await fetch("/studio/auth/otp", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@example.com", context: "MAGIC_AUTH" }),
  })
}
