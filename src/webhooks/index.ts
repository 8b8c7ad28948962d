// Sending webhooks from Node: the sender of `WebhookSender`, and the policies of where it may send. It stands apart from
// the rules, which run anywhere.
export * from "./NodeWebhookSender.ts"
export * from "./ReceiverPolicy.ts"
