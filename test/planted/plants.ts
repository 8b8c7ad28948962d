// Faults that somebody might well put into the code, each with the test that has to fail because of it. They are found by
// the text that they take the place of, so that a change of that text is noticed here.

/** A fault: texts that take the place of others, which occur once in their file. */
export interface Plant {
  readonly name: string
  readonly file: string
  readonly edits: ReadonlyArray<readonly [text: string, planted: string]>
  /** The file of the test, and the name by which it has to fail. */
  readonly test: { readonly file: string; readonly name: string }
}

const core = (file: string): string => `src/core/${file}.ts`

export const plants: ReadonlyArray<Plant> = [
  {
    name: "an unknown outcome is treated as declined",
    file: core("payment/PaymentAttempt"),
    edits: [
      [
        'return state.status === "STARTED" ? [{ _tag: "AttemptUnknown", at }] : []',
        'return [{ _tag: "AttemptDeclined", declineCode: "processing_error", retryable: true, at }]',
      ],
    ],
    test: { file: "test/core/payment/PaymentAttempt.test.ts", name: "" },
  },
  {
    name: "a commit does not look at versions",
    file: "simulator/memory/commit.ts",
    edits: [
      [
        "commit.expects.find(({ scope, version }) => versionOf(tables, scope) !== version)?.scope ?? null",
        "commit.expects.find(({ scope, version }) => version < 0 && versionOf(tables, scope) < 0)?.scope ?? null",
      ],
    ],
    test: { file: "test/simulator/memory/MemoryBillingStore.test.ts", name: "" },
  },
  {
    name: "half of a commit is done before it is refused",
    file: "simulator/memory/commit.ts",
    edits: [
      [
        "  if (conflict !== null) return conflict\n  putRecords(tables, commit.puts)\n",
        "  putRecords(tables, commit.puts)\n  if (conflict !== null) return conflict\n",
      ],
    ],
    test: { file: "test/simulator/memory/MemoryBillingStore.test.ts", name: "" },
  },
  {
    name: "a card is charged before its attempt is committed",
    file: "src/app/commitDecision.ts",
    edits: [
      [
        "      if (commit !== null) yield* store.commit(commit)\n",
        '      const gateway = yield* Effect.serviceOption(PaymentGateway)\n      for (const charge of decided.success.charges) {\n        if (gateway._tag === "Some") yield* gateway.value.charge(charge)\n      }\n      if (commit !== null) yield* store.commit(commit)\n',
      ],
      [
        'import { IdSource } from "../ports/IdSource.ts"\n',
        'import { IdSource } from "../ports/IdSource.ts"\nimport { PaymentGateway } from "../ports/PaymentGateway.ts"\n',
      ],
    ],
    test: { file: "test/app/payInvoice.crash.test.ts", name: "" },
  },
  {
    name: "a charge that a look-up does not find is taken for declined",
    file: core("billing/reconciliation"),
    edits: [
      [
        "  return Result.succeed(charge !== null && isDue ? { ...start, charges: [charge] } : start)",
        '  if (charge !== null && isDue) return Result.succeed({ ...start, charges: [charge] })\n  const declined = { _tag: "Declined", declineCode: "processing_error", retryable: true } as const\n  return recordAnswer(account, { ...ref, answer: declined }, rules)',
      ],
    ],
    test: { file: "test/core/billing/reconciliation.test.ts", name: "" },
  },
  {
    name: "a charge is made again when the gateway may have forgotten it",
    file: core("payment/schedules"),
    edits: [
      [
        "attempt.now < attempt.startedAt + policy.gatewayKeyMillis",
        "attempt.now <= attempt.startedAt + 10 * policy.gatewayKeyMillis",
      ],
    ],
    test: { file: "test/core/billing/reconciliation.test.ts", name: "" },
  },
  {
    name: "an invoice is charged again while an outcome is unknown",
    file: core("invoice/InvoicePayments"),
    edits: [
      [
        "  const open = attemptInFlight(state)\n  if (open !== null) return inProgress(state, open)\n  const { attemptId, paymentMethodId, now } = command",
        '  const open = attemptInFlight(state)\n  if (open !== null && open.status !== "UNKNOWN") return inProgress(state, open)\n  const { attemptId, paymentMethodId, now } = command',
      ],
    ],
    test: { file: "test/core/invoice/Invoice.test.ts", name: "" },
  },
  {
    name: "an approval brings money that a settlement brought before",
    file: core("invoice/InvoicePayments"),
    edits: [["const amount = attempt.amount - broughtBy(state, attemptId)", "const { amount } = attempt"]],
    test: { file: "test/core/invoice/Invoice.test.ts", name: "" },
  },
  {
    name: "the same settlement counts twice",
    file: core("invoice/InvoicePayments"),
    edits: [
      [
        "if (state.receipts.some((receipt) => receipt.receiptId === receiptId)) return Result.succeed([])",
        'if (kind === "VOUCHER" && state.receipts.some((receipt) => receipt.receiptId === receiptId))\n    return Result.succeed([])',
      ],
    ],
    test: { file: "test/core/invoice/Invoice.test.ts", name: "" },
  },
  {
    name: "a fixed coupon is given anew with each cut",
    file: core("invoice/computeInvoice"),
    edits: [
      [
        "Math.min(due - groupDiscountAmount, eligibleAmount)",
        'Math.min(discount.type === "FIXED" ? due : due - groupDiscountAmount, eligibleAmount)',
      ],
    ],
    test: { file: "test/core/invoice/computeInvoice.test.ts", name: "" },
  },
  {
    name: "the percentage of each cut is rounded by itself",
    file: core("invoice/computeInvoice"),
    edits: [
      [
        "Result.map(discountOf(discount, groupAmount), (due) =>",
        'Result.map(discountOf(discount, discount.type === "FIXED" ? groupAmount : eligibleAmount), (due) =>',
      ],
      [
        "Math.min(due - groupDiscountAmount, eligibleAmount)",
        'Math.min(discount.type === "FIXED" ? due - groupDiscountAmount : due, eligibleAmount)',
      ],
    ],
    test: { file: "test/core/invoice/computeInvoice.test.ts", name: "" },
  },
  {
    name: "a half is rounded down",
    file: core("money/Money"),
    edits: [
      [
        "const roundsAway = 2 * Math.abs(remainder) >= denominator",
        "const roundsAway = 2 * Math.abs(remainder) > denominator",
      ],
    ],
    test: { file: "test/core/money/Money.test.ts", name: "" },
  },
  {
    name: "a boundary is computed from the one before it",
    file: core("time/BillingCycle"),
    edits: [
      [
        "const day = Math.min(anchor.anchorDay, daysInMonth(month))",
        "const before = months > 1 ? Date.UTC(anchored.getUTCFullYear(), anchored.getUTCMonth() + months - 1) : month\n  const day = Math.min(anchor.anchorDay, daysInMonth(month), daysInMonth(before))",
      ],
    ],
    test: { file: "test/core/time/BillingCycle.test.ts", name: "" },
  },
  {
    name: "a pause costs as if the subscription were active",
    file: core("billing/accrual"),
    edits: [
      [
        "activeMillis: activeMillis(segment.spans, {",
        "activeMillis: activeMillis([{ from: segment.startAt, to: segment.endAt }], {",
      ],
    ],
    test: { file: "test/core/billing/lines.test.ts", name: "" },
  },
  {
    name: "a fee is billed again that was billed before",
    file: core("billing/accrual"),
    edits: [
      [
        "const unitPrice = due.success - feeBilled(group, index, billed)",
        "const unitPrice = due.success - Math.min(0, feeBilled(group, index, billed))",
      ],
    ],
    test: { file: "test/core/billing/lines.test.ts", name: "" },
  },
  {
    name: "usage is billed again that was billed before",
    file: core("billing/accrual"),
    edits: [
      [
        "const unbilled = quantity - (billed.get(itemKey(item)) ?? nothing).quantity",
        "const unbilled = billed.has(itemKey(item)) ? quantity : quantity - nothing.quantity",
      ],
    ],
    test: { file: "test/core/billing/lines.test.ts", name: "" },
  },
  {
    name: "a credit gives back what was never received",
    file: core("billing/corrections"),
    edits: [
      [
        "const returnable = receivedAmount(invoice) - invoice.amountRefunded - invoice.amountCredited",
        "const returnable = Math.max(receivedAmount(invoice), invoice.totalAmount)",
      ],
    ],
    test: { file: "test/core/billing/corrections.test.ts", name: "" },
  },
  {
    name: "a voucher is given back twice",
    file: core("discount/Voucher"),
    edits: [
      [
        'if (consumed === undefined || has(voucher, "RELEASE", cause)) return voucher',
        "if (consumed === undefined) return voucher",
      ],
    ],
    test: { file: "test/core/discount/Voucher.test.ts", name: "" },
  },
  {
    name: "a threshold cuts when it is reached and not exceeded",
    file: core("billing/drafts"),
    edits: [["exceeded: accumulated > threshold.value", "exceeded: accumulated >= threshold.value"]],
    test: { file: "test/core/billing/threshold.test.ts", name: "" },
  },
  {
    name: "a usage event counts again when it is sent again",
    file: core("billing/usage"),
    edits: [
      [
        "if (UsageEvent.isSame(before, event)) continue",
        "if (UsageEvent.isSame(before, event) && event.quantity === 0) continue",
      ],
    ],
    test: { file: "test/app/recordUsage.test.ts", name: "" },
  },
  {
    name: "dunning tries the newest invoice first",
    file: core("billing/standing"),
    edits: [[".sort((a, b) => a.issuedAt - b.issuedAt ||", ".sort((a, b) => b.issuedAt - a.issuedAt ||"]],
    test: { file: "test/core/billing/dunning.test.ts", name: "" },
  },
  {
    name: "a change is committed without the first thing that it tells",
    file: "src/app/commitOf.ts",
    edits: [["outbox: change.announcements.map(", "outbox: change.announcements.slice(1).map("]],
    test: { file: "test/core/billing/announcements.test.ts", name: "" },
  },
  {
    name: "an idempotency key answers another request",
    file: core("idempotency/IdempotencyKey"),
    edits: [
      [
        "if (key.fingerprint !== fingerprint) return",
        'if (key.status === "IN_USE" && key.fingerprint !== fingerprint) return',
      ],
    ],
    test: { file: "test/core/idempotency/IdempotencyKey.test.ts", name: "" },
  },
  {
    name: "a refresh token can be used again",
    file: core("access/Session"),
    edits: [
      ["Result.succeed(isLostAnswer ? [] :", "Result.succeed(isLostAnswer || at >= session.rotatedAt ? [] :"],
    ],
    test: { file: "test/core/access/Session.test.ts", name: "" },
  },
  {
    name: "a code can be guessed as often as one likes",
    file: core("otp/Otp"),
    edits: [
      ["wrongAttempts + 1 >= policy.wrongAttemptsMax", "wrongAttempts + 1 >= 1000 * policy.wrongAttemptsMax"],
    ],
    test: { file: "test/core/otp/Otp.test.ts", name: "" },
  },
  {
    name: "a token opens every organization of its user",
    file: core("access/Access"),
    edits: [["    organizationId !== caller.organizationId ||\n", ""]],
    test: { file: "test/core/access/Access.test.ts", name: "" },
  },
  {
    name: "a token is valid for one moment too long",
    file: "simulator/security/JwtTokenIssuer.ts",
    edits: [["return now < token.expiresAt ?", "return now <= token.expiresAt ?"]],
    test: { file: "test/simulator/security/JwtTokenIssuer.test.ts", name: "" },
  },
  {
    name: "each attempt to deliver has an id of its own",
    file: "src/app/webhooks/attemptDelivery.ts",
    edits: [
      ['"webhook-id": event.eventId,', '"webhook-id": event.eventId + delivery.attempts.length,'],
      [
        "new Webhook(secret).sign(event.eventId, new Date(at), event.body)",
        "new Webhook(secret).sign(event.eventId + delivery.attempts.length, new Date(at), event.body)",
      ],
    ],
    test: { file: "test/app/webhooks/dispatchEvents.test.ts", name: "" },
  },
]
