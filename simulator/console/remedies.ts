// What to do next when something was refused, and where: a sentence and a view for every code.
import type { ControlErrorCode } from "../control/contract/errors.ts"
import { hrefOf, hrefOfOrganization, type Place } from "./route.ts"

/** What to do, and the name of the view where it is done: that of the organization, where one is shown. */
export interface Remedy {
  readonly text: string
  readonly view: string
}

const to = (view: string, text: string): Remedy => ({ text, view })
/** What is done where one is, or in the organization that is shown. */
const here = (text: string): Remedy => to("organization", text)

const again = here("Read the page again and repeat it with what it shows now.")
const signIn = to("", "Sign in again: take the first two steps of the walk.")
const otherCoupon = here(
  "Leave the code away, or take one of the coupons that the plan and its interval allow.",
)
const chosenTwice = here("Choose another id, or leave it away.")

const remedies: { readonly [K in ControlErrorCode]: Remedy } = {
  validation_error: here("Correct the fields that are named, and send it again."),
  "otp.invalid": to("inbox", "Read the code in the inbox, and type it as it stands there."),
  "otp.expired": to("inbox", "Send a new code. A code is good for some minutes of the clock."),
  "otp.already_used": to("inbox", "Send a new code: each one is good once."),
  "otp.locked": to("time", "Wait, or move the clock forward, and send a new code."),
  "usage_event.too_old": here("Record usage of the last 35 days."),
  "usage_event.in_future": to("time", "Move the clock to that instant, and record it then."),
  "usage_event.conflict": here("Give the other usage an id of its own."),
  unauthorized: signIn,
  "token.invalid": signIn,
  "token.reused": signIn,
  "payment.declined": here(
    "Pay it again with another method: add a card that is not refused, such as tok_visa.",
  ),
  forbidden: here("Act as a user who has the permission; the organization lists its users."),
  "user.not_verified": to("", "Validate a code of the address first: take the first two steps of the walk."),
  "organization.inactive": to("organizations", "Activate the organization, or choose one that is ACTIVE."),
  ORGANIZATION_SELECTION_REQUIRED: to("organizations", "Name the organization that the user signs in to."),
  "route.not_found": to(
    "requests",
    "Look at the path of the request; the reference at /docs lists every one.",
  ),
  method_not_allowed: to(
    "requests",
    "Look at the method of the request; the reference at /docs lists every one.",
  ),
  "organization.not_found": to("organizations", "Choose one of the organizations of this world."),
  "user.not_found": to("organizations", "Choose an organization, and one of its users."),
  "plan.not_found": here("Choose one of the plans of the list."),
  "payment_method.not_found": here("Choose one of the methods of the organization, or add one."),
  "subscription.not_found": here("Subscribe the organization first."),
  "invoice.not_found": here("Choose one of the invoices of the organization."),
  "invoice.no_upcoming": here("Resume the subscription: while it is paused nothing comes up."),
  "coupon.not_found": here("Look the code up among the coupons, and mind its spelling."),
  "voucher.not_found": here("Choose one of the vouchers of the organization."),
  "billing_threshold.not_found": here("Set a threshold first."),
  "webhook_endpoint.not_found": to("webhooks", "Choose one of the endpoints, or add one."),
  "webhook_delivery.not_found": to("webhooks", "Choose one of the deliveries."),
  "payment_method.max_of_3_card_payment_methods_reached": here("Remove a card first."),
  "payment_method.max_of_1_boleto_payment_methods_reached": here("Use the boleto that is there."),
  "payment_method.currency_mismatch": here("Pay with a card: a boleto takes BRL alone."),
  "payment_method.in_use": here(
    "Add another method and let the subscription pay with it, or wait for the payment.",
  ),
  "organization.payment_method_required": here("Add a payment method first."),
  "plan.inactive": here("Choose a plan that is ACTIVE, or reopen it among the plans."),
  "subscription.already_exists": here("Change the plan of the subscription, or cancel it first."),
  "subscription.invalid_transition": here("Look at the state of the subscription: it says what it allows."),
  "invoice_item.not_found": here("Look at the upcoming invoice: the item is not on it."),
  "invoice_item.conflict": here("Give the item another id."),
  "invoice_item.billed": here("Refund the invoice, or grant a voucher."),
  "invoice_item.max_of_200_unbilled_invoice_items_reached": here(
    "Wait for the next invoice, or pay it ahead.",
  ),
  "subscription.quantity_not_allowed": here(
    "Leave the quantity at 1, or change to an interval that allows more.",
  ),
  "subscription.in_trial": here("Cancel the subscription, or wait for the end of its trial."),
  "subscription.usage_refused": here("Record usage of a time in which the subscription was active."),
  "subscription.too_many_changes": here("Wait for the next cycle, or change it for the end of the period."),
  "coupon.not_for_plan": otherCoupon,
  "coupon.not_for_interval": otherCoupon,
  "coupon.expired": otherCoupon,
  "coupon.depleted": otherCoupon,
  "coupon.currency_mismatch": otherCoupon,
  "coupon.already_used": otherCoupon,
  "subscription.has_coupon": here("Grant a voucher: a subscription takes one coupon in its life."),
  "billing_threshold.currency_mismatch": here("Set the threshold in the currency of the subscription."),
  "invoice.not_payable": here("Look at the state of the invoice: nothing is due of it, or it was voided."),
  "invoice.payment_in_progress": to(
    "time",
    "Wait for the answer: move the clock, or settle or fail the payment.",
  ),
  "invoice.changed": again,
  "invoice.invalid_transition": here("Look at the state of the invoice: it says what it allows."),
  "webhook_endpoint.max_of_20_webhook_endpoints_reached": to("webhooks", "Remove an endpoint first."),
  "refund.exceeds_paid": here("Give back at most what was paid and not given back."),
  "voucher.not_payable": here("Pay out at most what is left, once the dispute of its payment is over."),
  "voucher.not_revocable": here(
    "Pay a credit out, or take it back once its invoice is refunded by as much; of one that is used up nothing is left.",
  ),
  "voucher.not_usable": here("Take a voucher of the currency that is valid now and has enough left."),
  "organization.already_exists": chosenTwice,
  "user.already_exists": here("Choose another id and another address."),
  "plan.already_exists": chosenTwice,
  "coupon.already_exists": here("Choose another id and another code."),
  "voucher.already_exists": chosenTwice,
  "idempotency_key.reused": here("Send it with a new key: another body is another request."),
  "idempotency_key.in_use": here("Wait for the answer to the first request."),
  payload_too_large: here("Send less at once."),
  unsupported_media_type: to("requests", "Send it as application/json without a content encoding."),
  rate_limited: here("Wait a little, and send it again."),
  internal_server_error: to("requests", "Look at the request, and report it with its id."),
  service_unavailable: to("faults", "Send it again; a fault that waits may be the reason."),
  "snapshot.not_found": to("time", "Choose one of the snapshots, or take one first."),
  "world.not_found": to("", "Choose one of the worlds of the menu, or begin it."),
  "fault.not_found": to("faults", "Choose one of the faults that are not over."),
  "assumption.not_found": to("assumptions", "Choose one of the gaps of the register."),
  "organization.user_required": here("Add a user to the organization first."),
  "world.default_stays": to("time", "Reset the world in place of ending it."),
  "fault.max_of_100_faults_reached": to("faults", "Remove faults that are no longer wanted."),
  "snapshot.max_of_100_snapshots_reached": to("time", "Remove snapshots that are no longer wanted."),
  "state.file_required": to("time", "Start the simulator with --state FILE."),
  "state.inconsistent": to("time", "Read what the findings say. The world is as it was."),
  "world.limit_reached": to("", "End a world of the menu first."),
  "stream.max_of_20_streams_reached": to("", "Close another page of this world."),
  "state.not_saved": to("time", "See that the disk has room and the file can be written, and save again."),
}

/** What to do about a refusal; null for a code that nobody knows. */
export const remedyOf = (code: string): Remedy | null =>
  Object.hasOwn(remedies, code) ? remedies[code as ControlErrorCode] : null

/** The address where a remedy is at hand; null where that is the place itself. */
export const hrefOfRemedy = ({ view }: Remedy, { path }: Place): string | null => {
  if (view !== "organization") return (path[0] ?? "") === view ? null : hrefOf(view === "" ? [] : [view])
  const [first, organizationId] = path
  if (first !== "organizations" || organizationId === undefined) return null
  return path.length > 2 ? hrefOfOrganization(organizationId) : null
}

/** The text of the link to it. */
export const wayTo = ({ view }: Remedy): string => {
  if (view === "") return "Go to the start"
  return view === "organization" ? "Go to the organization" : `Go to ${view}`
}
