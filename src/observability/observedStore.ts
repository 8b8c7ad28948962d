// The billing store, with a client span for each call. Its commits are where the billing metrics come from.
import * as Effect from "effect/Effect"
import { attribute, spanName } from "../app/telemetry/telemetry.ts"
import type { BillingStore, Commit } from "../ports/BillingStore.ts"
import { countEvent } from "./countEvents.ts"
import { update } from "./metrics.ts"
import { observedCall } from "./observedCall.ts"

type Store = BillingStore["Service"]

const nameOf = (operation: string): string => spanName.store.replace("{operation}", operation)

const eventsOf = ({ outbox }: Commit) =>
  outbox.flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent] : []))

const aboutCommit = (commit: Commit) => {
  const organization = commit.expects.find(({ scope }) => scope.kind === "organization")?.scope.id
  return {
    ...(organization !== undefined && { [attribute.organizationId]: organization }),
    [attribute.eventTypes]: eventsOf(commit).map(({ type }) => type),
  }
}

/** The store, observed. A call that no other part of this file names has a span without attributes. */
export const observedStore = (store: Store): Store => {
  const own: Partial<Store> = {
    account: (organizationId, focus) =>
      observedCall(
        { name: nameOf("account"), attributes: { [attribute.organizationId]: organizationId } },
        () => store.account(organizationId, focus),
      ),
    commit: (commit) =>
      observedCall({ name: nameOf("commit"), attributes: aboutCommit(commit) }, () =>
        store.commit(commit),
      ).pipe(Effect.tap(() => Effect.forEach(eventsOf(commit), countEvent, { discard: true }))),
    replaceOtp: (before, after) =>
      Effect.tap(
        observedCall({ name: nameOf("replaceOtp") }, () => store.replaceOtp(before, after)),
        (replaced) =>
          replaced && after.kind === "OTP_UNDELIVERED"
            ? update("otpsUndelivered", 1, { [attribute.outcome]: after.reason })
            : Effect.void,
      ),
  }
  // A store may be an instance of a class, whose methods are not its own members, and it may be frozen.
  return new Proxy({} as Store, {
    get: (_, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const member: unknown = Reflect.get(store, name)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>) =>
        observedCall({ name: nameOf(String(name)) }, () => Reflect.apply(member, store, args))
    },
  })
}
