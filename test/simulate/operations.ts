// The calls that clients, operators and time make: for each kind how its request is written, by chance and by what there
// is at that moment. Most of them make sense; the others are refused.
import { Iso } from "../../src/index.ts"
import { playedPlans } from "./playedPlans.ts"
import {
  address,
  cardTokens,
  choiceOf,
  control,
  couponCodes,
  DAY,
  invoiceCall,
  invoiceOf,
  isPaid,
  isPayable,
  maybe,
  methodIdOf,
  nobody,
  one,
  post,
  type Scene,
  studio,
  type Wanted,
} from "./scene.ts"

const MINUTE = 60_000

/** The content of a usage event follows from its id, so that the same id again is a duplicate. */
const usageEvent = ({ chance, now }: Scene) => {
  const number = chance.below(400)
  const meter = ["tokens", "messages", "api_calls"][number % 3]
  const quantity = 1 + ((number * 7_919) % (meter === "tokens" ? 90_000 : 3_000))
  const late = maybe(chance, 20) ? { occurredAt: Iso.toIso(now - chance.below(40) * DAY) } : {}
  // Clocks differ: mostly by less than is accepted.
  const ahead = maybe(chance, 10) ? { occurredAt: Iso.toIso(now + chance.below(6 * MINUTE)) } : {}
  return { eventId: `e${number}-${Math.floor(now / (20 * DAY))}`, meter, quantity, ...late, ...ahead }
}

const durations = [
  ...["PT1S", "PT1M", "PT1M", "PT5M", "PT5M", "PT1H", "PT1H", "PT8H", "P1D", "P1D", "P1D"],
  ...["P3D", "P3D", "P7D", "P15D", "P1M", "P3M"],
]

const advance = (scene: Scene): Wanted => {
  const { chance, now, dueAt } = scene
  const to = (at: number): Wanted => post(`${control}/clock`, { to: Iso.toIso(Math.max(now, at)) })
  // Rather a near one: else most time would pass where nothing is.
  const due = one(
    scene,
    dueAt.filter((at) => at < now + (maybe(chance, 20) ? 400 : 10) * DAY),
  )
  if (due !== undefined && maybe(chance, 50)) return to(due - 1 + chance.below(3))
  return post(`${control}/clock`, { advanceBy: one(scene, durations) })
}

const reads = [
  `${studio}/payment-methods`,
  `${studio}/subscriptions`,
  `${studio}/subscriptions/upcoming-invoice`,
  `${studio}/subscriptions/history`,
  `${studio}/invoices`,
  `${studio}/coupons`,
  `${studio}/vouchers`,
  `${studio}/billing-threshold`,
  `${control}/organizations/{organizationId}/usage`,
  "/studio/plans",
]

const strange: ReadonlyArray<(scene: Scene) => Wanted> = [
  () => post(`${studio}/subscriptions`, { planId: 7 }),
  () => post(`${studio}/subscriptions/cancel`, "no object"),
  () => ({ ...post(`${studio}/payment-methods`, { type: "CARD", cardToken: "tok_visa" }), token: "viewer" }),
  () => ({ ...post(`${studio}/subscriptions/pause`), token: "other" }),
  () => ({ method: "GET", route: `${studio}/invoices`, token: "none" }),
  () => ({ method: "GET", route: `${studio}/invoices`, query: "limit=100000&page=0" }),
  (scene) => ({
    ...post(`${studio}/invoices/{invoiceId}/pay`, { expectedPayableAmount: 1 + scene.chance.below(9) }),
    params: { invoiceId: invoiceOf(scene, isPayable)?.invoiceId ?? nobody },
  }),
  () => ({ method: "PUT", route: `${studio}/billing-threshold`, body: { value: -1, currency: "BRL" } }),
  () =>
    post(`${control}/organizations/{organizationId}/usage`, { events: [{ eventId: "", meter: "tokens" }] }),
  () => post(`${control}/clock`, { to: "2001-01-01T00:00:00.000Z" }),
]

const statusOf = ({ chance }: Scene) => (maybe(chance, 70) ? "ACTIVE" : "INACTIVE")

/** Changes of what was set up. What is taken away comes back soon, so that most calls still make sense. */
const changesOfRecords: ReadonlyArray<(scene: Scene) => Wanted> = [
  (scene) => ({
    method: "PATCH",
    route: `${control}/plans/{planId}`,
    params: { planId: one(scene, playedPlans)?.planId ?? nobody },
    body: { status: statusOf(scene), name: `Plan ${scene.chance.below(9)}` },
  }),
  (scene) => ({
    method: "PATCH",
    route: `${control}/coupons/{code}`,
    params: { code: one(scene, couponCodes) ?? "" },
    body: {
      redeemBy: maybe(scene.chance, 60) ? null : Iso.toIso(scene.now + scene.chance.below(9) * DAY),
      maxRedemptions: maybe(scene.chance, 60) ? null : 1 + scene.chance.below(110),
      ...(maybe(scene.chance, 30) && { planIds: [one(scene, playedPlans)?.planId ?? nobody] }),
    },
  }),
  (scene) => ({
    method: "PATCH",
    route: `${control}/organizations/{organizationId}`,
    body: { name: `Name ${scene.chance.below(9)}`, status: maybe(scene.chance, 90) ? "ACTIVE" : "INACTIVE" },
  }),
]

/** Every kind of call that is one request. */
export const operations = {
  addCard: ({ chance }) =>
    post(`${studio}/payment-methods`, {
      type: "CARD",
      cardToken: chance.pick(cardTokens),
      isDefault: maybe(chance, 30),
    }),
  addBoleto: ({ chance }) =>
    post(`${studio}/payment-methods`, {
      type: "BOLETO",
      isDefault: maybe(chance, 20),
      billingDetails: { name: "Ana", email: "ana@example.com", address },
    }),
  removeMethod: (scene) => ({
    method: "DELETE",
    route: `${studio}/payment-methods/{paymentMethodId}`,
    params: { paymentMethodId: methodIdOf(scene) },
  }),
  makeDefault: (scene) => ({
    method: "PATCH",
    route: `${studio}/payment-methods/{paymentMethodId}`,
    params: { paymentMethodId: methodIdOf(scene) },
    body: { isDefault: true },
  }),
  subscribe: (scene) =>
    post(`${studio}/subscriptions`, {
      ...choiceOf(scene),
      paymentMethodId: methodIdOf(scene),
      ...(maybe(scene.chance, 45) && { coupon: { code: one(scene, couponCodes) } }),
    }),
  changeMethod: (scene) => ({
    method: "PATCH",
    route: `${studio}/subscriptions`,
    body: { paymentMethodId: methodIdOf(scene) },
  }),
  changePlan: (scene) =>
    post(`${studio}/subscriptions/change-plan`, {
      ...choiceOf(scene),
      ...(maybe(scene.chance, 60) && { when: one(scene, ["NOW", "PERIOD_END"]) }),
    }),
  changeQuantity: (scene) =>
    post(`${studio}/subscriptions/change-quantity`, {
      quantity: 1 + scene.chance.below(6),
      ...(maybe(scene.chance, 60) && { when: one(scene, ["NOW", "PERIOD_END"]) }),
    }),
  pause: () => post(`${studio}/subscriptions/pause`),
  resume: () => post(`${studio}/subscriptions/resume`),
  cancel: ({ chance }) => post(`${studio}/subscriptions/cancel`, { atPeriodEnd: maybe(chance, 60) }),
  undoCancel: () => post(`${studio}/subscriptions/undo-cancel`),
  pay: (scene) => ({
    ...post(
      `${studio}/invoices/{invoiceId}/pay`,
      maybe(scene.chance, 35) ? { paymentMethodId: methodIdOf(scene) } : {},
    ),
    params: { invoiceId: invoiceOf(scene, isPayable)?.invoiceId ?? nobody },
  }),
  setThreshold: ({ chance, currency }) => ({
    method: "PUT",
    route: `${studio}/billing-threshold`,
    body: { value: chance.below(chance.pick([50, 1_000, 100_000]) ?? 50), currency },
  }),
  removeThreshold: () => ({ method: "DELETE", route: `${studio}/billing-threshold` }),
  read: (scene) => ({ method: "GET", route: one(scene, reads) ?? "/studio/plans" }),
  checkCoupon: (scene) => ({
    method: "GET",
    route: "/studio/coupons/{code}/availability",
    params: { code: one(scene, couponCodes) ?? "" },
  }),
  use: (scene) =>
    post(`${control}/organizations/{organizationId}/usage`, {
      events: Array.from({ length: 1 + scene.chance.below(3) }, () => usageEvent(scene)),
    }),
  grant: ({ chance, currency, now }) =>
    post(`${control}/organizations/{organizationId}/vouchers`, {
      name: "Goodwill",
      amount: 1 + chance.below(chance.pick([50, 20_000]) ?? 50),
      currency: maybe(chance, 95) ? currency : "EUR",
      ...(maybe(chance, 40) && { expiresAt: Iso.toIso(now + (1 + chance.below(60)) * DAY) }),
    }),
  addItem: ({ chance }) =>
    post(`${control}/organizations/{organizationId}/invoice-items`, {
      itemId: `item-${chance.below(40)}`,
      name: "Set-up",
      unitPrice: chance.pick([1, 500, 5_000]) ?? 1,
      quantity: 1 + chance.below(2),
    }),
  settle: (scene) => ({
    ...invoiceCall(scene, "settle", isPayable),
    body: {
      ...(maybe(scene.chance, 50) && { amount: 1 + scene.chance.below(12_000) }),
      ...(maybe(scene.chance, 60) && { receiptId: `bank-${scene.chance.below(3)}` }),
    },
  }),
  fail: (scene) => invoiceCall(scene, "fail", isPayable),
  refund: (scene) => ({
    ...invoiceCall(scene, "refund", isPaid),
    body: {
      ...(maybe(scene.chance, 60) && { amount: 1 + scene.chance.below(4_000) }),
      ...(maybe(scene.chance, 50) && { refundId: `refund-${scene.chance.below(3)}` }),
    },
  }),
  dispute: (scene) => invoiceCall(scene, "dispute", isPaid),
  winDispute: (scene) => invoiceCall(scene, "dispute/won", ({ status }) => status === "DISPUTED"),
  loseDispute: (scene) => invoiceCall(scene, "dispute/lost", ({ status }) => status === "DISPUTED"),
  void: (scene) => ({
    ...invoiceCall(scene, "void", isPayable),
    body: { rebill: maybe(scene.chance, 50) },
  }),
  writeOff: (scene) => invoiceCall(scene, "uncollectible", isPayable),
  applyCoupon: (scene) =>
    post(`${control}/organizations/{organizationId}/subscriptions/apply-coupon`, {
      code: one(scene, couponCodes),
    }),
  removeCoupon: () => post(`${control}/organizations/{organizationId}/subscriptions/remove-coupon`),
  revokeVoucher: (scene) => ({
    ...post(`${control}/organizations/{organizationId}/vouchers/{voucherId}/revoke`),
    params: { voucherId: one(scene, scene.records.vouchers)?.voucherId ?? nobody },
  }),
  payOutVoucher: (scene) => ({
    ...post(`${control}/organizations/{organizationId}/vouchers/{voucherId}/pay-out`),
    params: { voucherId: one(scene, scene.records.vouchers)?.voucherId ?? nobody },
    body: {
      ...(maybe(scene.chance, 60) && { amount: 1 + scene.chance.below(2_000) }),
      ...(maybe(scene.chance, 50) && { payoutId: `payout-${scene.chance.below(3)}` }),
    },
  }),
  applyVoucher: (scene) => ({
    ...invoiceCall(scene, "apply-voucher", isPayable),
    body: {
      voucherId:
        one(
          scene,
          scene.records.vouchers.filter(({ balance }) => balance > 0),
        )?.voucherId ?? nobody,
      ...(maybe(scene.chance, 40) && { amount: 1 + scene.chance.below(500) }),
    },
  }),
  addEndpoint: ({ chance, endpointIds }) =>
    post(`${control}/webhook-endpoints`, {
      // Few, since each of them gets every event.
      ...(endpointIds.length > 1 && { secret: "no secret" }),
      url: `http://receiver-${chance.below(4)}.example/hooks`,
      ...(maybe(chance, 30) && { events: ["invoice.issued", "payment.approved"] }),
    }),
  removeEndpoint: (scene) => ({
    method: "DELETE",
    route: `${control}/webhook-endpoints/{endpointId}`,
    params: { endpointId: one(scene, scene.endpointIds) ?? nobody },
  }),
  changeRecord: (scene) => one(scene, changesOfRecords)?.(scene) ?? { method: "GET", route: "/studio/plans" },
  advance,
  strange: (scene) => one(scene, strange)?.(scene) ?? { method: "GET", route: "/studio/plans" },
} as const satisfies Record<string, (scene: Scene) => Wanted>

/** The name of an operation. */
export type OperationName = keyof typeof operations

/** The POSTs that take a key. */
export const takesKey: ReadonlySet<string> = new Set([
  `POST ${studio}/payment-methods`,
  `POST ${studio}/subscriptions`,
  `POST ${studio}/subscriptions/cancel`,
  `POST ${studio}/subscriptions/change-plan`,
  `POST ${studio}/invoices/{invoiceId}/pay`,
])
