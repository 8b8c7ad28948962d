// Deliveries that wait, so that finding what is ready costs as much as there is to send, and not as much as there is to
// wait. Events of an organization go to an endpoint one after the other: of each such lane the first that was never tried
// is its head, and whatever was tried stands beside it.
import { WebhookDelivery } from "../../../src/index.ts"

type Delivery = WebhookDelivery.WebhookDelivery

interface Placed {
  readonly delivery: Delivery
  /** Its place in the order of events. */
  readonly place: number
}

/** What waits for one endpoint. */
interface Queue {
  readonly lanes: Map<string, Map<string, Placed>>
  /** The first of each lane, by their places. */
  readonly heads: Array<Placed>
  readonly tried: Map<string, Placed>
}

/** Deliveries that wait. */
export interface WaitingDeliveries {
  /** Adds one, or puts it in the place of the one with its id. */
  readonly put: (delivery: Delivery) => void
  readonly remove: (deliveryId: string) => void
  /** Removes all of an endpoint, and gives their ids. */
  readonly removeOf: (endpointId: string) => ReadonlyArray<string>
  /** All of an endpoint, in the order of their events. */
  readonly of: (endpointId: string) => ReadonlyArray<Delivery>
  readonly all: () => ReadonlyArray<Delivery>
  /** As `WebhookDelivery.ready` chooses them of an endpoint's, up to a limit. */
  readonly ready: (endpointId: string, now: number, limit: number) => ReadonlyArray<Delivery>
  /** As `WebhookDelivery.nextReadyAt` says it of all. */
  readonly nextReadyAt: (now: number) => number | null
}

/** None waits yet. */
export const makeWaitingDeliveries = (): WaitingDeliveries => {
  const queues = new Map<string, Queue>()
  const placed = new Map<string, Placed>()
  let places = 0

  const queueOf = (endpointId: string): Queue => {
    const known = queues.get(endpointId)
    if (known !== undefined) return known
    const queue: Queue = { lanes: new Map(), heads: [], tried: new Map() }
    queues.set(endpointId, queue)
    return queue
  }

  const remove = (deliveryId: string): void => {
    const old = placed.get(deliveryId)
    if (old === undefined) return
    placed.delete(deliveryId)
    const { endpointId, event } = old.delivery
    const queue = queueOf(endpointId)
    if (queue.tried.delete(deliveryId)) return
    const lane = queue.lanes.get(event.organizationId)
    lane?.delete(deliveryId)
    const index = indexOf(queue.heads, old.place)
    if (queue.heads[index]?.place !== old.place) return
    queue.heads.splice(index, 1)
    const [next] = lane?.values() ?? []
    if (next === undefined) queue.lanes.delete(event.organizationId)
    else queue.heads.splice(indexOf(queue.heads, next.place), 0, next)
  }

  /** Puts another content in the place of one that stays where it is. */
  const renew = (old: Placed, delivery: Delivery): void => {
    const renewed = { delivery, place: old.place }
    const { endpointId, event, deliveryId } = delivery
    const { lanes, heads, tried } = queueOf(endpointId)
    placed.set(deliveryId, renewed)
    if (delivery.attempts.length > 0) return void tried.set(deliveryId, renewed)
    lanes.get(event.organizationId)?.set(deliveryId, renewed)
    const index = indexOf(heads, old.place)
    if (heads[index]?.place === old.place) heads[index] = renewed
  }

  const add = (delivery: Delivery, place: number): void => {
    const one = { delivery, place }
    const { endpointId, event, deliveryId } = delivery
    const { lanes, heads, tried } = queueOf(endpointId)
    placed.set(deliveryId, one)
    if (delivery.attempts.length > 0) return void tried.set(deliveryId, one)
    const lane = lanes.get(event.organizationId)
    if (lane !== undefined) return void lane.set(deliveryId, one)
    lanes.set(event.organizationId, new Map([[deliveryId, one]]))
    heads.splice(indexOf(heads, place), 0, one)
  }

  const sorted = (list: Iterable<Placed>): ReadonlyArray<Delivery> =>
    Array.from(list)
      .sort((a, b) => a.place - b.place)
      .map(({ delivery }) => delivery)

  return {
    put: (delivery) => {
      const old = placed.get(delivery.deliveryId)
      if (old === undefined) {
        places += 1
        return add(delivery, places)
      }
      if (old.delivery.attempts.length > 0 === delivery.attempts.length > 0) return renew(old, delivery)
      remove(delivery.deliveryId)
      add(delivery, old.place)
    },
    remove,
    removeOf: (endpointId) => {
      const ids = Array.from(placed.values(), ({ delivery }) => delivery)
        .filter((delivery) => delivery.endpointId === endpointId)
        .map(({ deliveryId }) => deliveryId)
      for (const id of ids) placed.delete(id)
      queues.delete(endpointId)
      return ids
    },
    of: (endpointId) =>
      sorted(Array.from(placed.values()).filter(({ delivery }) => delivery.endpointId === endpointId)),
    all: () => sorted(placed.values()),
    ready: (endpointId, now, limit) => {
      const queue = queues.get(endpointId)
      if (queue === undefined) return []
      const isReady = ({ delivery }: Placed): boolean => WebhookDelivery.isReady(delivery, now)
      const found: Array<Placed> = Array.from(queue.tried.values()).filter(isReady)
      let heads = 0
      for (const head of queue.heads) {
        if (heads === limit) break
        if (!isReady(head)) continue
        found.push(head)
        heads += 1
      }
      return sorted(found).slice(0, limit)
    },
    nextReadyAt: (now) => {
      let first = Number.POSITIVE_INFINITY
      const look = ({ delivery }: Placed): void => {
        const at = WebhookDelivery.readyAt(delivery)
        if (at > now && at < first) first = at
      }
      for (const { heads, tried } of queues.values()) {
        heads.forEach(look)
        tried.forEach(look)
      }
      return first === Number.POSITIVE_INFINITY ? null : first
    },
  }
}

/** Where a place is among those that are sorted, or would be. */
const indexOf = (sorted: ReadonlyArray<Placed>, place: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as Placed).place < place) low = middle + 1
    else high = middle
  }
  return low
}
