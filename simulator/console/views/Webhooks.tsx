// The webhook endpoints, and every delivery.
import { useLoaded } from "../data/loaded.ts"
import type { Endpoint, Page } from "../data/shapes.ts"
import { Deliveries } from "./webhooks/Deliveries.tsx"
import { Endpoints } from "./webhooks/Endpoints.tsx"

/** `#/webhooks`. */
export const Webhooks = () => {
  const endpoints = useLoaded<Page<Endpoint>>("/webhook-endpoints?limit=100", [
    "records",
    "deliveries",
    "world",
  ]).value
  return (
    <>
      <h1>Webhooks</h1>
      <Endpoints loaded={endpoints} />
      <Deliveries endpoints={endpoints.data?.data ?? []} />
    </>
  )
}
