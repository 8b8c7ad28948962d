// Sending webhooks from Node: a `WebhookSender`, and policies of where it may send. It is apart from the rules, which
// run anywhere.
export * from "./NodeWebhookSender.ts"
export * from "./ReceiverPolicy.ts"
