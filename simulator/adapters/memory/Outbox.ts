// Messages in the order in which they were committed, until they are acknowledged; then they are dropped. An outbox
// never changes: what would change it gives another one.

import type { OutboxMessage, UndeliveredOtp, WaitingOtp } from "../../../src/index.ts"
import { byNumber, makeSortedMap, type SortedMap } from "./SortedMap.ts"
import { makeTable, type Table } from "./Table.ts"

/** Messages by their places among all that there are. */
type Order = SortedMap<number, OutboxMessage>

type Orders = { readonly [K in OutboxMessage["kind"]]: Order }

/** An empty outbox. */
export const makeOutbox = (): Outbox =>
  new Outbox(makeTable(), {
    EVENT: makeSortedMap(byNumber),
    OTP: makeSortedMap(byNumber),
    OTP_UNDELIVERED: makeSortedMap(byNumber),
  })

/** Messages that are not acknowledged. */
export class Outbox {
  private readonly table: Table<OutboxMessage>
  private readonly orders: Orders

  constructor(table: Table<OutboxMessage>, orders: Orders) {
    this.table = table
    this.orders = orders
  }

  /** Adds a message; one whose id is there already changes nothing. */
  add(message: OutboxMessage): Outbox {
    const { messageId, kind } = message
    if (this.table.placed(messageId) !== undefined) return this
    const table = this.table.set(messageId, message)
    const { sequence = 0 } = table.placed(messageId) ?? {}
    const order = this.orders[kind].set(sequence, message)
    return new Outbox(table, { ...this.orders, [kind]: order })
  }

  drop(messageId: string): Outbox {
    const known = this.table.placed(messageId)
    if (known === undefined) return this
    const { kind } = known.value
    const order = this.orders[kind].delete(known.sequence)
    return new Outbox(this.table.delete(messageId), { ...this.orders, [kind]: order })
  }

  /** With a code in the place of the one that it was; null when that is not there any more. */
  replace(before: WaitingOtp, after: WaitingOtp | UndeliveredOtp): Outbox | null {
    const known = this.table.placed(before.messageId)
    if (known?.value.kind !== "OTP" || known.value.attempts !== before.attempts) return null
    const { sequence } = known
    const left = { ...this.orders, OTP: this.orders.OTP.delete(sequence) }
    const orders = { ...left, [after.kind]: left[after.kind].set(sequence, after) }
    return new Outbox(this.table.set(before.messageId, after), orders)
  }

  readyOtps({ now, limit }: { readonly now: number; readonly limit: number }) {
    return this.oldest({ kind: "OTP", limit: Number.MAX_SAFE_INTEGER })
      .filter((message) => message.kind === "OTP")
      .filter(({ readyAt }) => readyAt <= now)
      .slice(0, limit)
  }

  oldest({ kind, limit }: { readonly kind: OutboxMessage["kind"]; readonly limit: number }) {
    return this.orders[kind].slice(0, limit).map(([, message]) => message)
  }

  messages(): Iterable<OutboxMessage> {
    return this.table.values()
  }
}
