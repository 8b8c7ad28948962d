// Records of one organization as its timeline reads them.
import type {
  LoggedEvent,
  OperatorInvoice,
  WireSubscription,
} from "../../../../simulator/console/data/shapes.ts"

const organizationId = "0190a000-0000-7000-8000-000000000001"

/** A day of 2026 at midnight: `02-28`. */
export const day = (monthAndDay: string): string => `2026-${monthAndDay}T00:00:00.000Z`

/** The same in ms. */
export const at = (monthAndDay: string): number => Date.parse(day(monthAndDay))

/** A subscription to Starter, by the month from the 31st of January on. */
export const subscription: WireSubscription = {
  subscriptionId: "s",
  organizationId,
  planId: "p",
  planIntervalId: "i",
  paymentMethodId: "m",
  currency: "BRL",
  status: "ACTIVE",
  pastDueReason: null,
  coupons: [],
  currentPeriodStart: day("02-28"),
  currentPeriodEnd: day("03-31"),
  usageAllowed: true,
  scheduledChange: null,
  cancelAt: null,
  pastDueAt: null,
  pausedAt: null,
  cancelledAt: null,
  createdAt: day("01-31"),
  updatedAt: day("01-31"),
}

/** An attempt to pay 99.90. */
export const attempt = (
  status: OperatorInvoice["attempts"][number]["status"],
  when: string,
  declineCode: OperatorInvoice["attempts"][number]["declineCode"] = null,
): OperatorInvoice["attempts"][number] => ({
  attemptId: `${status} ${when}`,
  status,
  amount: 9990,
  paymentMethodId: "m",
  startedAt: day(when),
  at: day(when),
  declineCode,
})

/** The invoice of the first cycle, unless it says otherwise. */
export const invoice = (own: Partial<OperatorInvoice> = {}): OperatorInvoice => ({
  invoiceId: "first",
  organizationId,
  subscriptionId: "s",
  currency: "BRL",
  kind: "CYCLE",
  status: "PAID",
  totalAmount: 9990,
  discountAmount: 0,
  payableAmount: 9990,
  amountPaid: 9990,
  amountDue: 0,
  amountRefunded: 0,
  refundableAmount: 9990,
  usageAmount: 0,
  refunds: [],
  lines: [],
  discounts: [],
  dueDate: day("02-28"),
  billingThreshold: null,
  attempts: [],
  paymentMethodId: "m",
  boleto: null,
  periodStart: day("01-31"),
  periodEnd: day("02-28"),
  issuedAt: day("02-28"),
  paidAt: day("02-28"),
  createdAt: day("02-28"),
  ...own,
})

/** An event of the log about the subscription. */
export const event = (
  sequence: number,
  when: string,
  status: string,
  previousStatus?: string,
): LoggedEvent => ({
  sequence,
  id: String(sequence),
  type: previousStatus === undefined ? "subscription.created" : "subscription.status_changed",
  createdAt: day(when),
  organizationId,
  position: sequence,
  data: { object: { status }, ...(previousStatus !== undefined && { previousStatus }) },
})
