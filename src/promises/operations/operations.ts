// The use cases by the names that they have in the Promise form, each with the check of its request.
import type * as Effect from "effect/Effect"
import { checkCoupon } from "../../app/discounts/checkCoupon.ts"
import { listCoupons } from "../../app/discounts/listCoupons.ts"
import { listVouchers } from "../../app/discounts/listVouchers.ts"
import { listVoucherUsages, viewVoucher } from "../../app/discounts/viewVoucher.ts"
import { importSubscription } from "../../app/imports/importSubscription.ts"
import { addInvoiceItem } from "../../app/invoices/addInvoiceItem.ts"
import { hearGateway } from "../../app/invoices/hearGateway.ts"
import { listInvoiceItems } from "../../app/invoices/listInvoiceItems.ts"
import { listInvoices } from "../../app/invoices/listInvoices.ts"
import { payInvoice } from "../../app/invoices/payInvoice.ts"
import { removeInvoiceItem } from "../../app/invoices/removeInvoiceItem.ts"
import { viewInvoice } from "../../app/invoices/viewInvoice.ts"
import { applyCoupon } from "../../app/operators/applyCoupon.ts"
import { applyVoucher } from "../../app/operators/applyVoucher.ts"
import { failPayment } from "../../app/operators/failPayment.ts"
import { grantVoucher } from "../../app/operators/grantVoucher.ts"
import { loseDispute } from "../../app/operators/loseDispute.ts"
import { openDispute } from "../../app/operators/openDispute.ts"
import { payOutVoucher } from "../../app/operators/payOutVoucher.ts"
import { refundInvoice } from "../../app/operators/refundInvoice.ts"
import { removeCoupon } from "../../app/operators/removeCoupon.ts"
import { revokeVoucher } from "../../app/operators/revokeVoucher.ts"
import { settleInvoice } from "../../app/operators/settleInvoice.ts"
import { voidInvoice } from "../../app/operators/voidInvoice.ts"
import { winDispute } from "../../app/operators/winDispute.ts"
import { writeOffInvoice } from "../../app/operators/writeOffInvoice.ts"
import { deliverOtps } from "../../app/otp-delivery/deliverOtps.ts"
import { dismissUndeliveredOtps, listUndeliveredOtps } from "../../app/otp-delivery/undeliveredOtps.ts"
import { addPaymentMethod } from "../../app/payment-methods/addPaymentMethod.ts"
import { listPaymentMethods } from "../../app/payment-methods/listPaymentMethods.ts"
import { removePaymentMethod } from "../../app/payment-methods/removePaymentMethod.ts"
import { updatePaymentMethod } from "../../app/payment-methods/updatePaymentMethod.ts"
import { viewPaymentMethod } from "../../app/payment-methods/viewPaymentMethod.ts"
import {
  previewCancelSubscription,
  previewChangePlan,
  previewChangeQuantity,
  previewCreateSubscription,
  previewPauseSubscription,
  previewResumeSubscription,
} from "../../app/previews/previewChanges.ts"
import { previewImport } from "../../app/previews/previewImport.ts"
import { previewNextInvoice, previewUpcomingInvoice } from "../../app/previews/previewUpcomingInvoice.ts"
import { createOrganization } from "../../app/provisioning/createOrganization.ts"
import { createUser } from "../../app/provisioning/createUser.ts"
import { defineCoupon } from "../../app/provisioning/defineCoupon.ts"
import { definePlan } from "../../app/provisioning/definePlan.ts"
import { updateCoupon } from "../../app/provisioning/updateCoupon.ts"
import { updateOrganization } from "../../app/provisioning/updateOrganization.ts"
import { updatePlan } from "../../app/provisioning/updatePlan.ts"
import { updateUser } from "../../app/provisioning/updateUser.ts"
import { endSession } from "../../app/sessions/endSession.ts"
import { listSessions } from "../../app/sessions/listSessions.ts"
import { authenticate } from "../../app/sign-in/authenticate.ts"
import { refreshTokens } from "../../app/sign-in/refreshTokens.ts"
import { requestOtp } from "../../app/sign-in/requestOtp.ts"
import { signIn } from "../../app/sign-in/signIn.ts"
import { signOut } from "../../app/sign-in/signOut.ts"
import { switchOrganization } from "../../app/sign-in/switchOrganization.ts"
import { validateOtp } from "../../app/sign-in/validateOtp.ts"
import { viewProfile } from "../../app/sign-in/viewProfile.ts"
import { cancelSubscription } from "../../app/subscriptions/cancelSubscription.ts"
import { changePlan } from "../../app/subscriptions/changePlan.ts"
import { changeQuantity } from "../../app/subscriptions/changeQuantity.ts"
import { changeSubscriptionPaymentMethod } from "../../app/subscriptions/changeSubscriptionPaymentMethod.ts"
import { checkSubscription } from "../../app/subscriptions/checkSubscription.ts"
import { createSubscription } from "../../app/subscriptions/createSubscription.ts"
import { listPlans } from "../../app/subscriptions/listPlans.ts"
import { listSubscriptions } from "../../app/subscriptions/listSubscriptions.ts"
import { pauseSubscription } from "../../app/subscriptions/pauseSubscription.ts"
import { resumeSubscription } from "../../app/subscriptions/resumeSubscription.ts"
import { undoCancelSubscription } from "../../app/subscriptions/undoCancelSubscription.ts"
import { viewAccount } from "../../app/subscriptions/viewAccount.ts"
import { viewSubscription } from "../../app/subscriptions/viewSubscription.ts"
import { recordUsage } from "../../app/usage/recordUsage.ts"
import { removeThreshold } from "../../app/usage/removeThreshold.ts"
import { setThreshold } from "../../app/usage/setThreshold.ts"
import { viewThreshold } from "../../app/usage/viewThreshold.ts"
import { OTP_CONTEXTS } from "../../core/identity/Otp.ts"
import type { UndeliveredOtp } from "../../ports/OtpSender.ts"
import * as shape from "../members.ts"
import type { Services } from "../ports/services.ts"
import type { OrganizationRef } from "../requests.ts"
import {
  amount,
  chosen,
  email,
  flag,
  instant,
  integer,
  list,
  oneOf,
  optional,
  orNull,
  record,
  text,
} from "../shapes.ts"
import { type Operation, operation } from "./operation.ts"
import { webhooks } from "./webhooks.ts"

const onBilling = operation()
const onSignIn = operation("secrets", "tokens")

const organization = { organizationId: text }
const invoice = { organizationId: text, invoiceId: text }
const method = { organizationId: text, paymentMethodId: text }
const plan = { planId: text, planIntervalId: text }
const when = oneOf("NOW", "PERIOD_END")
const { paging } = shape
const voucher = { organizationId: text, voucherId: text }
const creation = { ...method, ...plan, quantity: optional(integer), couponCode: orNull(text) }
const planChange = { ...organization, ...plan, when }
const quantityChange = { ...organization, quantity: integer, when }
const cancellation = { ...organization, atPeriodEnd: flag }

/** A use case of an organization's id. */
const ofOrganization = <A, E, R extends Services>(
  run: (organizationId: string) => Effect.Effect<A, E, R>,
): Operation<OrganizationRef, A, E, R> =>
  onBilling(({ organizationId }: OrganizationRef) => run(organizationId), organization)

/** The operations, by group. */
export const operations = {
  organizations: {
    create: onBilling(createOrganization, shape.organization),
    update: onBilling(updateOrganization, shape.organizationChange),
    getAccount: ofOrganization(viewAccount),
  },
  users: {
    create: onBilling(createUser, shape.user),
    update: onBilling(updateUser, shape.userChange),
    get: onBilling(({ userId }: { readonly userId: string }) => viewProfile(userId), { userId: text }),
  },
  plans: {
    define: onBilling(definePlan, shape.plan),
    update: onBilling(updatePlan, shape.planChange),
    list: onBilling(listPlans, { ...paging, status: orNull(shape.plan.status) }),
  },
  coupons: {
    define: onBilling(defineCoupon, shape.coupon),
    update: onBilling(updateCoupon, shape.couponChange),
    checkAvailability: onBilling(checkCoupon, {
      ...organization,
      code: text,
      target: orNull(record(plan)),
    }),
    list: onBilling(listCoupons, { ...organization, ...paging }),
  },
  paymentMethods: {
    add: onBilling(addPaymentMethod, shape.newMethod),
    get: onBilling(viewPaymentMethod, method),
    list: onBilling(listPaymentMethods, { ...organization, ...paging }),
    update: onBilling(updatePaymentMethod, shape.methodChange),
    remove: onBilling(removePaymentMethod, method),
  },
  subscriptions: {
    create: onBilling(createSubscription, creation),
    previewCreate: onBilling(previewCreateSubscription, creation),
    get: onBilling(viewSubscription, { ...organization, subscriptionId: text }),
    list: onBilling(listSubscriptions, { ...organization, ...paging }),
    check: ofOrganization(checkSubscription),
    previewUpcomingInvoice: ofOrganization(previewUpcomingInvoice),
    previewNextInvoice: ofOrganization(previewNextInvoice),
    changePlan: onBilling(changePlan, planChange),
    previewChangePlan: onBilling(previewChangePlan, planChange),
    changeQuantity: onBilling(changeQuantity, quantityChange),
    previewChangeQuantity: onBilling(previewChangeQuantity, quantityChange),
    changePaymentMethod: onBilling(changeSubscriptionPaymentMethod, method),
    pause: ofOrganization(pauseSubscription),
    previewPause: ofOrganization(previewPauseSubscription),
    resume: ofOrganization(resumeSubscription),
    previewResume: ofOrganization(previewResumeSubscription),
    cancel: onBilling(cancelSubscription, cancellation),
    previewCancel: onBilling(previewCancelSubscription, cancellation),
    undoCancel: ofOrganization(undoCancelSubscription),
    applyCoupon: onBilling(applyCoupon, { ...organization, code: text }),
    removeCoupon: ofOrganization(removeCoupon),
    import: onBilling(importSubscription, shape.importedCustomer),
    previewImport: onBilling(previewImport, shape.importedCustomer),
  },
  invoices: {
    get: onBilling(viewInvoice, invoice),
    list: onBilling(listInvoices, { ...organization, ...paging, status: orNull(shape.invoiceStatus) }),
    pay: onBilling(payInvoice, {
      ...invoice,
      paymentMethodId: orNull(text),
      expectedPayableAmount: orNull(amount),
    }),
    hear: onBilling(hearGateway, shape.gatewayNews),
    settle: onBilling(settleInvoice, { ...invoice, amount: orNull(amount), receiptId: orNull(text) }),
    failPayment: onBilling(failPayment, {
      ...invoice,
      attemptId: orNull(text),
      declineCode: shape.declineCode,
    }),
    refund: onBilling(refundInvoice, { ...invoice, amount: orNull(amount), refundId: orNull(text) }),
    applyVoucher: onBilling(applyVoucher, { ...invoice, voucherId: text, amount: orNull(amount) }),
    void: onBilling(voidInvoice, { ...invoice, rebill: flag }),
    addItem: onBilling(addInvoiceItem, shape.invoiceItem),
    removeItem: onBilling(removeInvoiceItem, { ...organization, itemId: text }),
    listItems: onBilling(listInvoiceItems, { ...organization, ...paging }),
    writeOff: onBilling(writeOffInvoice, invoice),
    openDispute: onBilling(openDispute, invoice),
    winDispute: onBilling(winDispute, invoice),
    loseDispute: onBilling(loseDispute, invoice),
  },
  vouchers: {
    grant: onBilling(grantVoucher, {
      ...organization,
      voucherId: orNull(chosen),
      name: text,
      currency: text,
      amount,
      effectiveAt: orNull(instant),
      expiresAt: orNull(instant),
    }),
    payOut: onBilling(payOutVoucher, { ...voucher, amount: orNull(amount), payoutId: orNull(chosen) }),
    revoke: onBilling(revokeVoucher, voucher),
    get: onBilling(viewVoucher, voucher),
    list: onBilling(listVouchers, { ...organization, ...paging, status: orNull(shape.voucherStatus) }),
    listUsages: onBilling(listVoucherUsages, { ...voucher, ...paging }),
  },
  usage: { record: onBilling(recordUsage, { ...organization, events: list(shape.usageEvent) }) },
  thresholds: {
    get: ofOrganization(viewThreshold),
    set: onBilling(setThreshold, { ...organization, value: amount, currency: text }),
    remove: ofOrganization(removeThreshold),
  },
  auth: {
    requestOtp: operation("secrets", "otpSender")(requestOtp, {
      email,
      context: oneOf(...OTP_CONTEXTS),
    }),
    deliverOtps: operation("otpSender")((_: Readonly<Record<never, never>>) => deliverOtps, {}),
    listUndeliveredOtps: onBilling(listUndeliveredOtps, { limit: paging.limit }),
    dismissUndeliveredOtps: onBilling(
      ({ otps }: { readonly otps: ReadonlyArray<UndeliveredOtp> }) => dismissUndeliveredOtps(otps),
      { otps: list(shape.undeliveredOtp) },
    ),
    validateOtp: operation("secrets")(validateOtp, {
      otpId: text,
      email,
      code: text,
      context: oneOf(...OTP_CONTEXTS),
    }),
    signIn: onSignIn(signIn, { otpId: text, code: text, organizationId: orNull(text) }),
    refresh: onSignIn(refreshTokens, { refreshToken: text }),
    signOut: operation("secrets")(signOut, { refreshToken: text }),
    authenticate: operation("tokens")(authenticate, {
      authorization: shape.header,
      organizationId: orNull(text),
      required: orNull(shape.permission),
    }),
    switchOrganization: onSignIn(switchOrganization, {
      ...organization,
      userId: text,
      sessionId: orNull(text),
    }),
  },
  sessions: {
    list: onBilling(listSessions, { userId: text }),
    end: onBilling(endSession, { userId: text, sessionId: text }),
  },
  webhooks,
} as const
