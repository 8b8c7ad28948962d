// What a command of a subscription decides: its events, or why it is refused.
import * as Result from "effect/Result"
import type { SubscriptionCommand, SubscriptionEvent, SubscriptionRejection } from "./SubscriptionCommands.ts"
import type { Subscription } from "./SubscriptionRecord.ts"

/** The events of a command, or its refusal. */
export type Decided = Result.Result<ReadonlyArray<SubscriptionEvent>, SubscriptionRejection>

/** The command changes nothing. */
export const nothing: Decided = Result.succeed([])

/** The command has one event. */
export const one = (event: SubscriptionEvent): Decided => Result.succeed([event])

/** The state of the subscription does not allow the command. */
export const invalid = (state: Subscription | null, command: SubscriptionCommand): Decided =>
  Result.fail({
    _tag: "SubscriptionTransitionInvalid",
    subscriptionId: state === null ? null : state.subscriptionId,
    status: state === null ? null : state.status,
    command: command._tag,
  })
