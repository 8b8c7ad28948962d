// The meanings of the contract's members, for readers who have only the OpenAPI document: units, and when a member is null
// or absent. They are no annotations of the schemas, so that clients do not carry them. Rules 2 and 7 of the specification.
import * as Record from "effect/Record"

const minor = "in the currency's minor unit: 100 is 1.00 BRL"
const absentWithout = "absent where the plan has one unit only"
const nullRemoves = "Left out it stays, and null removes it."
const latestMethod = "The method of the latest try; null before the first."

/**
 * Meanings by the name of a member; `record.member` is that of the member in one record, be it a schema, or a record in
 * a member of that name.
 */
const meanings: Readonly<Record<string, string>> = {
  // Ids, and what many records have.
  organizationId: "The organization.",
  userId: "The user.",
  planId: "The plan.",
  planIntervalId: "The interval of the plan: the `id` of one of its `intervals`.",
  paymentMethodId: "The payment method, by its opaque id.",
  subscriptionId: "The subscription.",
  invoiceId: "The invoice.",
  couponId: "The coupon.",
  voucherId: "The voucher.",
  name: "The name.",
  currency: "The currency, by its ISO 4217 code.",
  status: "The status.",
  createdAt: "When it was made.",
  updatedAt: "When it was changed last.",
  expiresAt: "When it ends; null where it does not.",
  data: "The records of the page.",
  meta: "Where the page is in the list.",

  // Sign-in and profile.
  context: "What the code is for. Only a code for `MAGIC_AUTH` can be exchanged for tokens.",
  otpId: "The OTP, as its request answered.",
  recipient: "The address; another name of `email`.",
  "Otp.expiresAt": "When the code ends.",
  accessToken: "The access token, a JWT, for `Authorization: Bearer`.",
  refreshToken: "The refresh token. It can be used once: the answer has the next one.",
  expiresIn: "How long the access token is good, in seconds.",
  "auth.signIn.organizationId": "The organization, where the user has several.",
  "profile.switchOrganization.organizationId": "Another organization of the user.",
  "auth.signIn.code": "The code that the e-mail had.",
  "auth.validateOtp.code": "The code that the e-mail had.",
  email: "The e-mail address.",
  emailVerified: "Whether the address is verified.",
  organizations: "The organizations of the user.",
  permissions: "What the user may do there.",

  // Plans.
  description: "What it is, for customers.",
  intervals: "The ways to pay for the plan.",
  "Plan.status": "Only an ACTIVE plan can be subscribed to.",
  "intervals.id": "The interval; a new subscription names it as `planIntervalId`.",
  "PlanInterval.id": "The interval; a new subscription names it as `planIntervalId`.",
  interval: "How long a period is.",
  "PlanInterval.amount": `The fee of a period, for one unit, ${minor}.`,
  trialDays: "How many days the trial of a new subscription lasts; absent without one.",
  quantityAllowed: "Whether a subscription may have more than one unit; absent where it may not.",
  feeTiming: "`ADVANCE` where the fee of a period is billed as it begins; absent where it is as it ends.",

  // Payment methods.
  type: "The kind.",
  cardToken: "Stands for the card at the payment processor. Test cards are tokens such as `tok_visa`.",
  isDefault: "Whether it is the default of the organization. There is one wherever there are methods.",
  "paymentMethods.update.isDefault": "Makes it the default. It ceases to be it when another one becomes it.",
  billingDetails: "Who pays.",
  phone: "The phone number in its international form, such as +5511987654321.",
  address: "The address.",
  "BoletoPaymentMethod.billingDetails.name": "The name; null where none was given.",
  "BoletoPaymentMethod.billingDetails.email": "The e-mail address; null where none was given.",
  "CardPaymentMethod.billingDetails.name": "The name; null where none was given.",
  "CardPaymentMethod.billingDetails.email": "The e-mail address; null where none was given.",
  "paymentMethods.update.billingDetails.name": `The name. ${nullRemoves} A boleto keeps one.`,
  "paymentMethods.update.billingDetails.email": `The e-mail address. ${nullRemoves} A boleto keeps one.`,
  "paymentMethods.update.billingDetails.phone": `The phone number in its international form, such as +5511987654321. ${nullRemoves}`,
  "paymentMethods.update.billingDetails.address": `The address, as a whole. ${nullRemoves} A boleto keeps one.`,
  line1: "Street and number.",
  city: "The city.",
  state: "The state or the province.",
  postalCode: "The postal code.",
  country: "The country, by its ISO 3166 code of two letters.",
  test: "Whether it is a test method, which charges no real money.",
  brand: "The card's brand, in lower case.",
  last4: "The last four digits of the card.",
  expMonth: "The month in which the card ends, 1 to 12.",
  expYear: "The year in which the card ends, with four digits.",

  // Subscriptions.
  quantity: "How many.",
  "subscriptions.create.quantity": "How many units, where the interval has `quantityAllowed`; 1 if left out.",
  "subscriptions.changeQuantity.quantity": "How many units.",
  "Subscription.quantity": `How many units; ${absentWithout}.`,
  "Subscription.paymentMethodId": "The method that is charged; null without one.",
  coupon: "The coupon.",
  "CouponAvailability.coupon": "The coupon; null where no coupon has this code.",
  coupons: "The coupon that it was created with, also once that has ended; empty without one.",
  pastDueReason: "Why it is PAST_DUE; else null.",
  pastDueAt: "Since when it is PAST_DUE; else null.",
  pausedAt: "Since when it is PAUSED; else null.",
  pauseReason:
    "`UNPAID` where it was paused because nobody paid; absent where somebody asked for the pause, and where it is not PAUSED.",
  cancelAt: "When it will end, where that is scheduled; else null.",
  cancelledAt: "When it ended; null while it lives.",
  trialEndsAt: "When its trial ends; null once it has, absent where there was none.",
  currentPeriodStart: "When the period began.",
  currentPeriodEnd: "When the period ends.",
  usageAllowed: "Whether the customer may use the service now; your service has to heed it.",
  scheduledChange: "The plan that waits for the end of the period; null without one.",
  scheduledQuantityChange: `The quantity that waits for the end of the period; null without one, ${absentWithout}.`,
  effectiveAt: "From when.",
  atPeriodEnd: "True: when its period ends. False, or left out: at once.",
  when: "`PERIOD_END`: when the period ends. `NOW`, or left out: at once.",

  // Invoices.
  "Invoice.paymentMethodId": latestMethod,
  "PaidInvoice.paymentMethodId": latestMethod,
  "PendingInvoice.paymentMethodId": latestMethod,
  totalAmount: `The sum of the lines, ${minor}.`,
  discountAmount: `The sum of the discounts, ${minor}.`,
  payableAmount: `\`totalAmount\` less \`discountAmount\`, ${minor}.`,
  amountPaid: `What was paid of \`payableAmount\`, ${minor}.`,
  amountRefunded: `What was refunded in money, ${minor}; absent where nothing was.`,
  amountCredited: `What went back to vouchers, new ones or those that had paid, ${minor}; absent where nothing did.`,
  amountDue: `What is still to be paid, ${minor}.`,
  expectedPayableAmount: `What the payer was shown, ${minor}. Where the invoice is for another amount nothing is charged, and the answer is 409 \`invoice.changed\`.`,
  lines: "What it is for.",
  "InvoiceLine.name": "The text of the line.",
  unitPrice: `The price of one, ${minor}.`,
  "InvoiceLine.periodStart":
    "The begin of the time that it is for: of a fee, what no line before is for; of usage, since the cut before. Absent of a one-off charge.",
  "InvoiceLine.periodEnd": "The end of that time, which is not in it.",
  proration: "What the fee of a part of a period was prorated from; absent of anything else.",
  "proration.unitPrice": `The price of one for all of the period, ${minor}.`,
  "proration.quantity": "The quantity of that time.",
  "InvoiceLine.amount": `\`unitPrice\` times \`quantity\`, ${minor}.`,
  discounts: "What is taken off.",
  "discounts.code": "The code of the coupon, or the id of the voucher.",
  "discounts.amount": `What is taken off, ${minor}.`,
  dueDate: "When it is due.",
  billingThreshold: "The organization's threshold as of the issue; null where it had none in this currency.",
  value: `The usage above which an invoice is made before the period ends, ${minor}.`,
  accumulatedAmount: `The usage that was not billed yet, ${minor}.`,
  exceeded: "Whether the usage was strictly more than the threshold.",
  attempts: "The tries to pay it, the latest last.",
  nextPaymentAttemptAt: "When dunning tries to collect it next; absent where nothing is planned.",
  "invoices.pay.paymentMethodId": "The method to charge; the default one if left out.",
  boleto: "The boleto to pay; null without one.",
  barcode: "The digits of the bar code.",
  digitableLine: "The digits to type where no bar code is read.",
  "boleto.expiresAt": "Until when the boleto can be paid.",
  periodStart: "Where the billed time begins.",
  periodEnd: "Where the billed time ends.",
  issuedAt: "When it was issued; null while it is the upcoming one.",
  paidAt: "When it was paid; null while it is not.",
  attemptId: "The try.",
  "PaymentAttempt.status":
    "The outcome. STARTED, UNKNOWN and PENDING are still open: do not charge in another way.",
  declineCode: "Why the payment was declined.",
  "PaymentAttempt.declineCode": "Why it was declined; null where it was not.",
  at: "When it began.",
  retryable: "Whether the same payment method may work later.",

  // Coupons and vouchers.
  code: "The code, as it is typed.",
  amount: "What it takes off, in percent where `type` is `PERCENTAGE`, else in minor units of `currency`.",
  "SubscriptionCoupon.amount":
    "What it takes off, in percent where `type` is `PERCENTAGE`, else in the minor unit of the subscription's currency.",
  "SubscriptionCoupon.createdAt": "When the subscription redeemed it.",
  "Coupon.currency": "The currency of `amount`; null with `PERCENTAGE`.",
  "RedeemedCoupon.currency": "The currency of `amount`; null with `PERCENTAGE`.",
  duration:
    "Which periods it is for: the first with something to discount (`ONCE`), those of some months (`REPEATING`), or all (`FOREVER`).",
  durationInMonths: "For how many months it repeats; null unless it is `REPEATING`.",
  maxRedemptions: "How many organizations may use it; null without a limit.",
  redeemBy: "Until when it can be redeemed; null without an end. It goes on discounting after that.",
  timesRedeemed: "How many organizations used it.",
  amountRedeemed: `What it took off so far, ${minor}.`,
  redemption: "What this organization had of it.",
  redeemedAt: "When it was used.",
  available: "Whether a subscription can use it now.",
  reason: "Why it cannot be used; null where it can.",
  "CouponAvailability.meta": "Whether it can be used.",
  "Voucher.amount": `What was granted, ${minor}.`,
  "Voucher.amountRedeemed": `What invoices took and did not give back, ${minor}.`,
  amountPaidOut: `What was paid out in money, ${minor}; absent where nothing was.`,
  "VoucherUsage.type": "GRANT and RELEASE raise the balance; CONSUME, EXPIRE, REVOKE and PAYOUT lower it.",
  "VoucherUsage.amount": `By how much, ${minor}.`,
  "VoucherUsage.invoiceId": "The invoice that it was for; null without one.",

  // Pages.
  page: "Which page this is, from 1.",
  limit: "How many records a page has at most.",
  totalItems: "How many records there are.",
  totalPages: "How many pages there are.",

  // Events.
  "Event.id": "The event, by the `webhook-id`: one that comes again has the same.",
  "Event.type": "What happened.",
  "Event.createdAt": "When it happened, in billing time.",
  "Event.data": "The record that changed.",
  position: "Of two events of an organization, the later one has the greater position.",
  object: "The record, as it was right after the change.",
  previousStatus: "The status before the change.",
  shortfall: `What had been spent already of a credit whose money is gone, ${minor}; else 0.`,

  // Errors.
  statusCode: "The status of the answer.",
  message: "The reason, for developers. Decide by `code`: this text may change.",
  errors: "The faults of an invalid request; else empty.",
  "FieldError.message": "The fault.",
  path: "The member or the parameter with the fault, with dots between names; empty for the whole request.",
  retryAfterSeconds: "In how many seconds the same call may succeed; absent where time alone does not help.",
}

/** The code of a refusal decides what a client does; the schema has the only one that it can be. */
const codeOfRefusal = "What happened, for programs."

interface SchemaNode {
  readonly $ref?: string
  readonly description?: string
}

type Properties = Readonly<Record<string, SchemaNode>>

const meaningOf = (name: string, record: string, root: string, isRefusal: boolean): string | undefined =>
  isRefusal && name === "code"
    ? codeOfRefusal
    : (meanings[`${root}.${name}`] ?? meanings[`${record}.${name}`] ?? meanings[name])

/**
 * A part of a document with the meanings of its members. `root` is the schema or the operation that it is of. What has a
 * meaning keeps it, and a reference leads to what it means.
 */
export const withMeanings = <Part>(part: Part, root: string): Part => describedIn(part, root, root) as Part

const describedIn = (node: unknown, record: string, root: string): unknown => {
  if (typeof node !== "object" || node === null) return node
  if (Array.isArray(node)) return node.map((one) => describedIn(one, record, root))
  return Record.map(node as Properties, (value, key) => {
    if (key === "examples" || key === "example") return value
    return key === "properties"
      ? membersOf(value as Properties, record, root)
      : describedIn(value, record, root)
  })
}

const membersOf = (properties: Properties, record: string, root: string): Properties => {
  const isRefusal = properties.statusCode !== undefined
  return Record.map(properties, (schema, name) => {
    const meaning = meaningOf(name, record, record === root ? root : `${root}.${record}`, isRefusal)
    const described = describedIn(schema, name, root) as SchemaNode
    const isSilent = schema.$ref === undefined && schema.description === undefined
    return isSilent && meaning !== undefined ? { ...described, description: meaning } : described
  })
}
