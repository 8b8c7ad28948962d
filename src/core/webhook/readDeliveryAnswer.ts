// Reading what a sender of webhooks gives. Types do not hold at run time, so it is checked before it is recorded.
import type { DeliveryAnswer, DeliveryFailure } from "./WebhookDelivery.ts"

const failures: Readonly<Record<DeliveryFailure, true>> = {
  URL_NOT_ALLOWED: true,
  ADDRESS_NOT_ALLOWED: true,
  NOT_RESOLVED: true,
  CONNECTION_FAILED: true,
  TIMEOUT: true,
}

const isFailure = (value: unknown): value is DeliveryFailure =>
  typeof value === "string" && Object.hasOwn(failures, value)

/** A status of HTTP has three digits. */
const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999

/** Reads the result of an attempt; `null` where it cannot be read. */
export const readDeliveryAnswer = (value: unknown): DeliveryAnswer | null => {
  if (typeof value !== "object" || value === null) return null
  const { status, failure, durationMillis } = value as { readonly [Name in keyof DeliveryAnswer]?: unknown }
  if (typeof durationMillis !== "number" || !Number.isFinite(durationMillis)) return null
  if (status === null && isFailure(failure)) return { status, failure, durationMillis }
  return isStatus(status) && failure === null ? { status, failure, durationMillis } : null
}
