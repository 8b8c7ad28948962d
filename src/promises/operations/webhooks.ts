// The use cases of webhooks by their names.
import { listDeliveries } from "../../app/webhooks/listDeliveries.ts"
import { listEndpoints } from "../../app/webhooks/listEndpoints.ts"
import { RECOVERED_MAX, recoverDeliveries } from "../../app/webhooks/recoverDeliveries.ts"
import { redeliver } from "../../app/webhooks/redeliver.ts"
import { registerEndpoint } from "../../app/webhooks/registerEndpoint.ts"
import { removeEndpoint } from "../../app/webhooks/removeEndpoint.ts"
import { rotateEndpointSecret } from "../../app/webhooks/rotateEndpointSecret.ts"
import { updateEndpoint } from "../../app/webhooks/updateEndpoint.ts"
import { EVENT_TYPES } from "../../core/webhook/WebhookEvent.ts"
import { paging } from "../members.ts"
import { between, instant, list, oneOf, optional, orNull, text } from "../shapes.ts"
import { operation } from "./operation.ts"

const onWebhooks = operation("webhookStore")

const endpoint = { endpointId: text }
const types = orNull(list(oneOf(...EVENT_TYPES)))

/** The group. `deliver` is not among them, because it is work and no decision. */
export const webhooks = {
  register: operation(
    "webhookStore",
    "webhookSender",
    "secrets",
  )(registerEndpoint, { url: text, types, secret: orNull(text) }),
  update: operation("webhookStore", "webhookSender")(updateEndpoint, {
    ...endpoint,
    url: optional(text),
    types: optional(types),
  }),
  rotateSecret: operation("webhookStore", "secrets")(rotateEndpointSecret, {
    ...endpoint,
    secret: orNull(text),
  }),
  remove: onWebhooks(
    ({ endpointId }: { readonly endpointId: string }) => removeEndpoint(endpointId),
    endpoint,
  ),
  listEndpoints: onWebhooks((_: Readonly<Record<never, never>>) => listEndpoints(), {}),
  listDeliveries: onWebhooks(listDeliveries, {
    ...endpoint,
    ...paging,
    status: oneOf("PENDING", "DELIVERED", "PARKED"),
  }),
  redeliver: onWebhooks(({ deliveryId }: { readonly deliveryId: string }) => redeliver(deliveryId), {
    deliveryId: text,
  }),
  recover: onWebhooks(recoverDeliveries, {
    ...endpoint,
    since: orNull(instant),
    limit: orNull(between(1, RECOVERED_MAX)),
  }),
} as const
