// Faults of webhooks, for whatever delivers them to ask: which deliveries are held, in which order they go, and which
// attempts fail or are made twice. A target is a delivery, or those of an organization that wait together.
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { makeRecentMap } from "../adapters/gateway/RecentMap.ts"
import type { DeliveryOrder, FaultTarget } from "./Fault.ts"
import type { FaultBook } from "./FaultBook.ts"
import { makeDraws } from "./randomFaults.ts"

/** The part of a delivery that faults look at. */
export interface FaultyDelivery {
  readonly deliveryId: string
  readonly endpointId: string
  readonly event: { readonly organizationId: string }
}

/** The faults as the sender of webhooks asks for them. */
export interface WebhookFaults {
  /**
   * Those of the waiting deliveries that may go, in the order in which they go. One that is left out is held until its
   * fault is deleted. It may be asked as often as one likes, of one endpoint or of several: a delivery counts once.
   */
  readonly arrange: <D extends FaultyDelivery>(waiting: ReadonlyArray<D>) => ReadonlyArray<D>
  /** Whether a fault holds or reorders anything, or may; otherwise `arrange` changes nothing, and need not be asked. */
  readonly arranges: () => boolean
  /** Notes a new delivery while nothing arranges, so that a later fault does not count it. */
  readonly published: (delivery: FaultyDelivery) => void
  /** Makes an attempt for a delivery that was arranged: it may fail without being sent, or be sent twice. */
  readonly attempt: <A>(
    deliveryId: string,
    how: { readonly send: Effect.Effect<A>; readonly fail: Effect.Effect<A> },
  ) => Effect.Effect<A>
}

/** A delivery that was seen waiting. */
interface Seen {
  readonly organizationId: string
  readonly heldBy: string | null
  /** Its place among those that were reordered; null until it waited with others while a fault was there. */
  readonly rank: number | null
}

/** The most deliveries that are remembered as seen. */
const SEEN_MAX = 10_000

/** The faults of webhooks in a book. */
export const makeWebhookFaults = (book: FaultBook): WebhookFaults => {
  const seen = makeRecentMap<Seen>(SEEN_MAX)
  let places = 0

  const look = ({ deliveryId, event: { organizationId } }: FaultyDelivery): Seen => {
    const known = seen.get(deliveryId)
    if (known !== undefined) return known
    const heldBy = book.strike(["webhook_hold"], targetOf(organizationId))?.faultId ?? null
    const first = { organizationId, heldBy, rank: null }
    seen.set(deliveryId, first)
    return first
  }

  const isHeld = (delivery: FaultyDelivery): boolean => {
    const { heldBy } = look(delivery)
    return heldBy !== null && book.get(heldBy) !== undefined
  }

  const rankOf = (delivery: FaultyDelivery): number | null => look(delivery).rank

  /** The deliveries of one organization to one endpoint in their order, which a fault may have changed. */
  const ordered = <D extends FaultyDelivery>(deliveries: ReadonlyArray<D>): ReadonlyArray<D> => {
    const fresh = deliveries.filter((delivery) => rankOf(delivery) === null)
    const target = targetOf(fresh[0]?.event.organizationId ?? null)
    if (fresh.length > 1 && book.expects("webhook_reorder", target)) {
      const fault = book.strike(["webhook_reorder"], target)
      for (const delivery of fault === null ? fresh : reordered(fresh, fault.effect.order)) {
        seen.set(delivery.deliveryId, { ...look(delivery), rank: places })
        places += 1
      }
    }
    const last = Number.POSITIVE_INFINITY
    return deliveries.toSorted((a, b) => Order.Number(rankOf(a) ?? last, rankOf(b) ?? last))
  }

  const arranges = (): boolean =>
    places > 0 ||
    book.all().some(({ effect: { kind } }) => kind === "webhook_hold" || kind === "webhook_reorder")

  return {
    arranges,
    published: (delivery) => {
      if (!arranges()) look(delivery)
    },
    arrange: (waiting) => {
      const free = waiting.filter((delivery) => !isHeld(delivery))
      const queues = new Map(
        Array.from(new Set(free.map(lineOf)), (line) => [
          line,
          Array.from(ordered(free.filter((delivery) => lineOf(delivery) === line))),
        ]),
      )
      // Each line keeps its places among the others.
      return free.flatMap((delivery) => queues.get(lineOf(delivery))?.shift() ?? [])
    },
    attempt: (deliveryId, { send, fail }) =>
      Effect.suspend(() => {
        const target = targetOf(seen.get(deliveryId)?.organizationId ?? null)
        const fault = book.strike(["webhook_fail", "webhook_duplicate"], target)
        if (fault === null) return send
        return fault.effect.kind === "webhook_fail" ? fail : Effect.andThen(send, send)
      }),
  }
}

const targetOf = (organizationId: string | null): FaultTarget => ({
  method: null,
  path: null,
  organizationId,
})

/** Deliveries of one organization to one endpoint wait in one line. */
const lineOf = ({ endpointId, event: { organizationId } }: FaultyDelivery): string =>
  `${endpointId} ${organizationId}`

const reordered = <D>(deliveries: ReadonlyArray<D>, order: DeliveryOrder): ReadonlyArray<D> => {
  if (order === "reverse") return deliveries.toReversed()
  const draw = makeDraws(order.seed)
  return deliveries
    .map((delivery) => ({ delivery, at: draw() }))
    .sort((a, b) => Order.Number(a.at, b.at))
    .map(({ delivery }) => delivery)
}
