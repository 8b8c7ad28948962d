// The names of all that an exporter sees: attributes, spans and metrics. Those that OpenTelemetry has are its own, by its
// semantic conventions; all others begin with `studio`. Models the tables of docs/observability.md.

/** The attributes of spans, metrics and log records. None of them ever holds a secret, an address or a name. */
export const attribute = {
  organizationId: "studio.organization.id",
  invoiceId: "studio.invoice.id",
  attemptId: "studio.payment.attempt.id",
  paymentMethod: "studio.payment.method",
  outcome: "studio.outcome",
  operation: "studio.operation",
  declineCode: "studio.payment.decline_code",
  rejection: "studio.rejection",
  eventTypes: "studio.events",
  currency: "studio.currency",
  billingReason: "studio.billing_reason",
  subscriptionStatus: "studio.subscription.status",
  messageKind: "studio.message.kind",
  requestId: "studio.request.id",
  errorType: "error.type",
  httpMethod: "http.request.method",
  httpRoute: "http.route",
  httpStatus: "http.response.status_code",
  urlPath: "url.path",
  serverAddress: "server.address",
} as const

/** The spans that are not those of a use case, which have its name. `{…}` stands for what differs. */
export const spanName = {
  request: "{method} {route}",
  organization: "bringUpToDate",
  store: "BillingStore.{operation}",
  gateway: "PaymentGateway.{operation}",
  webhook: "WebhookSender.send",
  otp: "OtpSender.send",
} as const

/** The metrics. */
export const metricName = {
  requestDuration: "http.server.request.duration",
  invoicesIssued: "studio.invoices.issued",
  payments: "studio.payments",
  subscriptionChanges: "studio.subscriptions.status_changes",
  delinquencyEntered: "studio.delinquency.entered",
  delinquencyLeft: "studio.delinquency.left",
  gatewayDuration: "studio.gateway.call.duration",
  webhookDeliveries: "studio.webhook.deliveries",
  otpsUndelivered: "studio.otps.undelivered",
  outboxAge: "studio.outbox.age",
  engineDueLag: "studio.engine.due.lag",
  engineDue: "studio.engine.due",
  engineRunning: "studio.engine.running",
  engineFailing: "studio.engine.failing",
  engineRuns: "studio.engine.runs",
  engineRunDuration: "studio.engine.run.duration",
} as const
