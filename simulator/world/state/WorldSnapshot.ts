// All that a world holds at one moment. Taking one and going back to it cost the same however much that is, because
// nothing of it is copied: what comes after it never changes it.
import type { Coupon, OtpMessage } from "../../../src/index.ts"
import type { GatewayMemory } from "../../adapters/gateway/ScriptedGateway.ts"
import type { Tables } from "../../adapters/memory/Tables.ts"
import type { WebhookMemory } from "../../adapters/webhooks/MemoryWebhookStore.ts"

/** A world as it is, or was. Logs, deliveries and counts of calls are no part of it. */
export interface WorldSnapshot {
  /** The time of its clock. */
  readonly now: number
  readonly tables: Tables
  readonly gateway: GatewayMemory
  /** Endpoints, with their secrets, and events. */
  readonly webhooks: WebhookMemory
  /** The codes in the inbox, newest first; they are secret. */
  readonly inbox: ReadonlyArray<OtpMessage>
  /** The redemptions of the seed's coupons before the world began; other coupons had none. */
  readonly couponsBefore: ReadonlyArray<Pick<Coupon.Coupon, "couponId" | "timesRedeemed" | "amountRedeemed">>
}
