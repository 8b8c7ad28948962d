// The faults of a document that a schema cannot see: records that occur twice, and records without an organization.
import { FIELD_ERRORS_MAX, type FieldError } from "../../../src/api/index.ts"
import type { Put } from "../../../src/index.ts"
import type { StateDocument } from "./schemas/document.ts"

/** The first faults of a document whose form is right. */
export const faultsOf = ({
  store,
  gateway,
  events,
  endpoints = [],
}: typeof StateDocument.Type): ReadonlyArray<FieldError> =>
  [
    ...repeated("events", events, ({ eventId, sequence }) => [eventId, String(sequence)]),
    ...repeated("endpoints", endpoints, ({ endpointId }) => [endpointId]),
    ...repeated("store.versions", store.versions, ({ scope }) => [`${scope.kind}/${scope.id}`]),
    ...repeated("store.records", store.records, keysOf),
    ...repeated("store.outbox", store.outbox, ({ messageId }) => [messageId]),
    ...repeated("store.due", store.due, ({ organizationId }) => [organizationId]),
    ...repeated("gateway.attempts", gateway.attempts, ({ charge }) => [charge.attemptId]),
    ...ownerless(store.records),
  ].slice(0, FIELD_ERRORS_MAX)

const repeated = <A>(
  path: string,
  list: ReadonlyArray<A>,
  keysOf: (element: A) => ReadonlyArray<string>,
): ReadonlyArray<FieldError> => {
  const seen = new Set<string>()
  return list.flatMap((element, index) => {
    const keys = keysOf(element)
    const isRepeated = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isRepeated ? { message: "Expected each of them once", path: `${path}.${index}` } : []
  })
}

/** Everything that no other record may have: the id, and what else it is found by. */
const keysOf = (put: Put): ReadonlyArray<string> => {
  const key = (...parts: ReadonlyArray<string | number>): string => JSON.stringify([put.kind, ...parts])
  switch (put.kind) {
    case "Organization":
    case "BillingThreshold":
      return [key(put.record.organizationId)]
    case "User":
      return [key(put.record.userId), key("email", put.record.email)]
    case "Plan":
      return [key(put.record.planId)]
    case "Coupon":
      return [key(put.record.couponId), key("code", put.record.code)]
    case "PaymentMethod":
      return [key(put.record.organizationId, put.record.paymentMethodId)]
    case "Subscription":
      return [key(put.record.organizationId, put.record.subscriptionId)]
    case "BillingPeriod":
      return [key(put.record.organizationId, put.record.subscriptionId, put.record.cycle)]
    case "Invoice":
      return [key(put.record.organizationId, put.record.invoiceId)]
    case "Voucher":
      return [key(put.record.organizationId, put.record.voucherId)]
    case "VoucherEntry": {
      const { organizationId, voucherId, sequence, kind, cause } = put.record
      return [key(organizationId, voucherId, sequence), key(organizationId, voucherId, kind, cause)]
    }
    case "CouponUse":
      return [key(put.record.organizationId, put.record.couponId)]
    case "UsageEvent":
      return [key(put.record.organizationId, put.record.eventId)]
    case "OtpAddress":
      return [key(put.record.email), ...put.record.otps.map(({ otpId }) => key("otp", otpId))]
    case "Session":
      return [key(put.record.sessionId)]
    case "IdempotencyKey":
      return [key(put.record.keyId)]
  }
}

const ownerless = (records: ReadonlyArray<Put>): ReadonlyArray<FieldError> => {
  const known = new Set(
    records.flatMap((put) => (put.kind === "Organization" ? put.record.organizationId : [])),
  )
  return records.flatMap((put, index) =>
    "organizationId" in put.record && !known.has(put.record.organizationId)
      ? {
          message: "Expected an organization of the document",
          path: `store.records.${index}.record.organizationId`,
        }
      : [],
  )
}
