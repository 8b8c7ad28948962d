// Messages in the order in which they were committed, until they are acknowledged; then they are dropped.

import type { OutboxMessage } from "../../src/index.ts"
import { makeSortedList } from "./SortedList.ts"

/** Messages that are not acknowledged. */
export interface Outbox {
  /** Adds a message; one whose id is there already changes nothing. */
  readonly add: (message: OutboxMessage) => void
  readonly drop: (messageId: string) => void
  readonly oldest: (list: {
    readonly kind: OutboxMessage["kind"]
    readonly limit: number
  }) => ReadonlyArray<OutboxMessage>
  readonly messages: () => ReadonlyArray<OutboxMessage>
}

interface Entry {
  readonly sequence: number
  readonly message: OutboxMessage
}

/** An empty outbox. */
export const makeOutbox = (): Outbox => {
  const byId = new Map<string, Entry>()
  const bySequence = () => makeSortedList<Entry>((a, b) => a.sequence - b.sequence)
  const order = { EVENT: bySequence(), OTP: bySequence() }
  let sequence = 0
  return {
    add: (message) => {
      if (byId.has(message.messageId)) return
      const entry = { sequence, message }
      sequence += 1
      byId.set(message.messageId, entry)
      order[message.kind].add(entry)
    },
    drop: (messageId) => {
      const entry = byId.get(messageId)
      if (entry === undefined) return
      byId.delete(messageId)
      order[entry.message.kind].remove(entry)
    },
    oldest: ({ kind, limit }) => order[kind].slice(0, limit).map(({ message }) => message),
    messages: () => Array.from(byId.values(), ({ message }) => message),
  }
}
