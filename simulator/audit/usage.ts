// Usage against its events: what was counted, and what of it was billed, by the whole quantity of each segment.
import type { Invoice, Price } from "../../src/index.ts"
import { type Books, type Fault, faultOf, type SubscriptionBooks } from "./books/Books.ts"
import { bandsOf, type SegmentUsage, usageOf } from "./books/rating.ts"
import { counts } from "./periods.ts"
import { ofSubscriptions } from "./subscriptions.ts"

/**
 * What was counted into a segment is what the events say, each event in an active time: that in which it happened, or in
 * which it arrived where the clock of its sender was ahead, which it may be by so much.
 */
export function* usageQuantities(books: Books): Iterable<Fault> {
  for (const { eventId, occurredAt, billedAt } of books.usageEvents) {
    const ahead = occurredAt - billedAt
    if (ahead >= 0 && ahead <= books.policy.usageAheadMillis && billedAt <= books.now) continue
    yield faultOf(`The event happened at ${occurredAt}, and is billed as of ${billedAt}`, eventId)
  }
  const { segments, strays } = usageOf(books)
  for (const { eventId } of strays) {
    yield faultOf("The event happened while no subscription was active", eventId)
  }
  for (const { own, period, index, segment, certain, possible } of segments) {
    const stored = new Map(segment.usage.map(({ meter, quantity }) => [meter, quantity]))
    for (const meter of new Set([...stored.keys(), ...certain.keys()])) {
      const [counted, least] = [stored.get(meter) ?? 0, certain.get(meter) ?? 0]
      if (least <= counted && counted <= least + (possible.get(meter) ?? 0)) continue
      const name = `${meter} of segment ${index} of cycle ${period.cycle}`
      yield faultOf(`${name} is ${counted}, and ${least} by its events`, own.subscription.subscriptionId)
    }
  }
}

/** The quantity of a meter by the events; where these leave it open, what was counted. */
const quantityOf = ({ segment, certain, possible }: SegmentUsage, meter: string): number => {
  const least = certain.get(meter) ?? 0
  const counted = segment.usage.find((entry) => entry.meter === meter)?.quantity ?? 0
  return Math.min(Math.max(counted, least), least + (possible.get(meter) ?? 0))
}

/** A band of a price in a segment: what it comes to, and what of it is billed. */
interface BandOfUsage {
  readonly usage: SegmentUsage
  readonly meter: string
  readonly band: number
  readonly unitPrice: number
  readonly due: number
  readonly billed: { readonly quantity: number; readonly amount: number }
}

const nothing = { quantity: 0, amount: 0 }

const itemKey = (...parts: ReadonlyArray<string | number>): string => JSON.stringify(parts)

/** The billed usage, by the key of its item. */
const billedUsage = ({ documents }: SubscriptionBooks): Map<string, typeof nothing> => {
  const items = new Map<string, typeof nothing>()
  for (const { lines } of documents.filter(counts)) {
    for (const { item, quantity, amount } of lines) {
      if (item.kind !== "USAGE") continue
      const key = itemKey(item.cycle, item.segment, item.meter, item.band)
      const before = items.get(key) ?? nothing
      items.set(key, { quantity: before.quantity + quantity, amount: before.amount + amount })
    }
  }
  return items
}

/** Every band of an organization's usage, and what is billed of no band. */
export const bandsOfUsage = (books: Books) => {
  const billed = new Map(books.subscriptions.map((own) => [own, billedUsage(own)]))
  const bands = usageOf(books).segments.flatMap((usage) =>
    usage.segment.terms.prices.flatMap((price: Price.Price) =>
      bandsOf(price, quantityOf(usage, price.meter)).map((rated, band): BandOfUsage => {
        const items = billed.get(usage.own)
        const key = itemKey(usage.period.cycle, usage.index, price.meter, band)
        const found = items?.get(key) ?? nothing
        items?.delete(key)
        const { unitPrice, quantity: due } = rated
        return { usage, meter: price.meter, band, unitPrice, due, billed: found }
      }),
    ),
  )
  return { bands, strays: Array.from(billed, ([own, items]) => ({ own, keys: Array.from(items.keys()) })) }
}

/**
 * Usage is billed by the whole quantity of its segment, at the prices that were agreed, and no more than that; and no
 * less in a cycle of which nothing can come any more, or once the subscription is cancelled.
 */
export function* usage(books: Books): Iterable<Fault> {
  const { bands, strays } = bandsOfUsage(books)
  for (const { own, keys } of strays) {
    for (const key of keys) yield faultOf(`Usage is billed of ${key}`, own.subscription.subscriptionId)
  }
  for (const { usage, meter, band, unitPrice, due, billed } of bands) {
    const { own, period, index } = usage
    const isComplete = period.settled || own.subscription.status === "CANCELLED"
    const isShort = isComplete && unitPrice > 0 && billed.quantity < due
    if (billed.quantity <= due && !isShort && billed.amount === billed.quantity * unitPrice) continue
    const name = `${meter} ${band} of segment ${index} of cycle ${period.cycle}`
    const what = `${name} is billed with ${billed.quantity} for ${billed.amount}`
    yield faultOf(`${what}, and ${due} at ${unitPrice} are due`, own.subscription.subscriptionId)
  }
}

/**
 * A one-off charge is billed once, as it was added; in a cycle of which nothing can come any more, or once the
 * subscription is cancelled, it is.
 */
export const items = ofSubscriptions(function* ({ subscription, periods, documents }) {
  const billed = documents
    .filter(counts)
    .flatMap(({ lines }) => lines.filter(({ item }) => item.kind === "ITEM"))
    .map((line) => ({ line, key: lineKey(line) }))
  const added = new Set<string>()
  for (const { cycle, items: own = [], settled } of periods) {
    for (const { itemId, name, unitPrice, quantity } of own) {
      const key = itemKey(cycle, itemId)
      added.add(key)
      const found = billed.filter((one) => one.key === key)
      const isComplete = settled || subscription.status === "CANCELLED"
      if (found.length > 1 || (found.length === 0 && isComplete)) {
        yield `The item ${itemId} of cycle ${cycle} is billed ${found.length} times`
      }
      for (const { line } of found) {
        if (line.name === name && line.unitPrice === unitPrice && line.quantity === quantity) continue
        yield `The item ${itemId} is billed with ${line.quantity} × ${line.unitPrice}, and ${quantity} × ${unitPrice} was added`
      }
    }
  }
  for (const { key } of billed) if (!added.has(key)) yield `An item is billed of ${key}, which was not added`
})

const lineKey = ({ item }: Invoice.Invoice["lines"][number]): string =>
  item.kind === "ITEM" ? itemKey(item.cycle, item.itemId) : ""
