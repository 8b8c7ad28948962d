// Faults that somebody might well put into the code, each with the test that has to fail because of it. They are found by
// the text that they take the place of, so that a change of that text is noticed here.

/** A fault: texts that take the place of others, which occur once in their file. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly edits: ReadonlyArray<readonly [text: string, replacement: string]>
  /** The file of the test, and of its name what no other one has. */
  readonly test: { readonly file: string; readonly name: string }
}

const core = (file: string): string => `src/core/${file}.ts`

export const mutants: ReadonlyArray<Mutant> = [
  {
    name: "an unknown outcome is treated as declined",
    file: core("payment/PaymentAttempt"),
    edits: [
      [
        'return state.status === "STARTED" ? [{ _tag: "AttemptUnknown", at }] : []',
        'return [{ _tag: "AttemptDeclined", declineCode: "processing_error", retryable: true, at }]',
      ],
    ],
    test: {
      file: "test/core/payment/PaymentAttempt.test.ts",
      name: "an unknown outcome is no failure: the truth may still be either",
    },
  },
  {
    name: "a round that comes late is stamped before what happened meanwhile",
    file: core("billing/collection/dunningRounds"),
    edits: [["notBefore(next.account, now)", "Math.min(notBefore(next.account, now), now)"]],
    test: {
      file: "test/core/billing/dunning.test.ts",
      name: "that comes late, as another process paid after the end of the cycle, tries nothing before that",
    },
  },
  {
    name: "slips in turn keep dunning from being exhausted",
    file: core("billing/collection/dunningRounds"),
    edits: [["attempt.startedAt <= lastAt", "attempt.startedAt >= Math.min(lastAt, 0)"]],
    test: {
      file: "test/core/billing/dunning.longer.test.ts",
      name: "waits for a slip of its last day, and not for those that are asked for after it",
    },
  },
  {
    name: "what joined dunning is left uncharged when it is over",
    file: core("billing/collection/Delinquency"),
    edits: [
      [
        "if (subscription.dunning !== null && dunning === null)",
        "if ((subscription.dunning?.exhaustedAt ?? null) !== null && dunning === null)",
      ],
    ],
    test: {
      file: "test/core/billing/dunning.heldBack.test.ts",
      name: "is charged where another method succeeds",
    },
  },
  {
    name: "a debt that is billed again after exhaustion is charged at once",
    file: core("subscription/Dunning"),
    edits: [
      [
        "exhaustedAt !== null || refusedMethodIds.includes(paymentMethodId)",
        "exhaustedAt === 0 || refusedMethodIds.includes(paymentMethodId)",
      ],
    ],
    test: {
      file: "test/core/billing/laws/dunning.laws.test.ts",
      name: "nothing that is owed is charged by itself once dunning is exhausted",
    },
  },
  {
    name: "a card that was refused for good is charged for what bills the debt again",
    file: core("subscription/Dunning"),
    edits: [
      [
        "exhaustedAt !== null || refusedMethodIds.includes(paymentMethodId)",
        "exhaustedAt !== null || (refusedMethodIds.length < 0 && paymentMethodId === null)",
      ],
    ],
    test: {
      file: "test/core/billing/dunning.policy.test.ts",
      name: "what bills again a debt that a card was refused for for good waits for another card",
    },
  },
  {
    name: "a round passes over what joined it and has grace",
    file: core("billing/collection/Delinquency"),
    edits: [
      [
        "owedBy(\n    account,\n    subscriptionId,\n    (receivable) => isUntried(receivable) || isDelinquent(receivable, now, policy.graceMillis),\n  )",
        "owedBy(account, subscriptionId, (receivable) => isDelinquent(receivable, now, policy.graceMillis))",
      ],
    ],
    test: {
      file: "test/core/billing/dunning.heldBack.test.ts",
      name: "has its slip after that of what is delinquent",
    },
  },
  {
    name: "an invoice is written off before its last round",
    file: core("billing/collection/WriteOffs"),
    edits: [["return isRunning ? null : ", "return isRunning ? at : "]],
    test: {
      file: "test/core/billing/writeOffs.test.ts",
      name: "keeps an invoice from it until the last round",
    },
  },
  {
    name: "a dispute of money that is a voucher is one of the invoice",
    file: core("billing/collection/Reversals"),
    edits: [["return paid > 0 ?", "return paid >= 0 ?"]],
    test: { file: "test/core/billing/reversals.test.ts", name: "is disputed, as a voucher" },
  },
  {
    name: "a dispute that was won opens again after a refund",
    file: core("invoice/Invoice"),
    edits: [["disputeWon: true, ", ""]],
    test: {
      file: "test/core/billing/reversals.test.ts",
      name: "when news of a dispute that was won come again after it went back in part",
    },
  },
  {
    name: "a payout that comes again is paid again",
    file: core("voucher/Voucher"),
    edits: [["if (known !== undefined) {", "if (known !== undefined && wanted === 0) {"]],
    test: {
      file: "test/app/operators/payOutVoucher.test.ts",
      name: "once for each id, at once or later, and however little is left",
    },
  },
  {
    name: "credit of a disputed payment is paid out",
    file: core("voucher/Voucher"),
    edits: [["if (frozen) return", "if (frozen && balance === 0) return"]],
    test: {
      file: "test/app/operators/payOutVoucher.test.ts",
      name: "not while its payment is disputed; what was paid out before is part of the shortfall",
    },
  },
  {
    name: "a preview leaves out what is due already",
    file: "src/app/previews/foreseen.ts",
    edits: [
      ["if (due === null || due.at > at) return current", "if (due === null || due.at > 0) return current"],
    ],
    test: {
      file: "test/app/previews/previewChanges.laws.test.ts",
      name: "shows what the change does then, and does nothing",
    },
  },
  {
    name: "a void forgets its instant",
    file: core("invoice/Invoice"),
    edits: [["voidedAt: event.at, ", ""]],
    test: { file: "test/core/invoice/instants.test.ts", name: "a void stays when money comes for it" },
  },
  {
    name: "what a paused subscription is used for need not fit",
    file: core("billing/invoicing/fitsOneInvoice"),
    edits: [
      ["const goesOn = goingOn(account, now)", "const goesOn = now < 0 ? goingOn(account, now) : account"],
    ],
    test: { file: "test/core/billing/fits.test.ts", name: "while the subscription is paused" },
  },
  {
    name: "what dunning held back is written off untried",
    file: core("billing/collection/WriteOffs"),
    edits: [
      [
        "next = yield* updateDelinquency(given, at, rules)",
        "next = at < 0 ? yield* updateDelinquency(given, at, rules) : given",
      ],
    ],
    test: {
      file: "test/core/billing/dunning.heldBack.test.ts",
      name: "is charged before it is written off with what is delinquent",
    },
  },
  {
    name: "a plan that a trial only passed through leaves a segment",
    file: core("billing/subscriptions/TermsChanges"),
    edits: [["({ ...period, segments: [] })", "({ ...period })"]],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "counts for nothing until something of the first cycle is billed",
    },
  },
  {
    name: "the first cycle's invoice is created anew when its trial ends",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [["period.cycle === 0 ? Math.min(startAt, subscription.createdAt) : startAt", "startAt"]],
    test: {
      file: "test/core/billing/laws/preview.laws.test.ts",
      name: "keeps the time of its creation, from when it is first shown",
    },
  },
  {
    name: "a trial that ends it all shows the invoice of a cycle",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [['{ kind: "FINAL", feeUntil: null', '{ kind: "CYCLE", feeUntil: null']],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "at its end shows the document that it ends with, fee in ARREARS",
    },
  },
  {
    name: "a clock that is years ahead writes off",
    file: "src/app/execution/applyDue.ts",
    edits: [
      [
        "checkClock(loaded.value, due, {",
        'checkClock(loaded.value, due?.kind === "WRITE_OFF" ? null : due, {',
      ],
    ],
    test: {
      file: "test/app/execution/clocks.test.ts",
      name: "writes off what a new policy makes due long ago",
    },
  },
  {
    name: "an engine that is late uses up all look-ups at once",
    file: core("billing/collection/Reconciliation"),
    edits: [["Math.max(0, presentAt - at)", "Math.min(0, presentAt - at)"]],
    test: {
      file: "test/core/billing/reconciliation.test.ts",
      name: "has all its look-ups after a time without an engine",
    },
  },
  {
    name: "a boleto that is found late expires in the past",
    file: core("billing/collection/Boletos"),
    edits: [["Math.max(last.success + 1, attempt.at)", "last.success + 1"]],
    test: {
      file: "test/core/billing/slips.test.ts",
      name: "expires when it is found, where that is after its last day",
    },
  },
  {
    name: "a store that throws once ends the engine",
    file: "src/engine/runEngine.ts",
    edits: [
      [
        "yield* exitWithin(claimDue(now), bounds.turnMillis)",
        "yield* exitWithin(Effect.andThen(store.due({ until: now, limit: 1 }), claimDue(now)), bounds.turnMillis)",
      ],
    ],
    test: {
      file: "test/engine/runEngine.test.ts",
      name: "goes on when the store throws at the call",
    },
  },
  {
    name: "an engine has one organization under way at a time",
    file: "src/engine/runEngine.ts",
    edits: [["while (running.size < bounds.concurrency) {", "while (running.size < 1) {"]],
    test: { file: "test/engine/runEngine.test.ts", name: "has several organizations under way at once" },
  },
  {
    name: "a stop keeps what a look claims that ends late",
    file: "src/engine/claims.ts",
    edits: [["return isClosed ? giveBack : Effect.void", "return isClosed ? Effect.void : Effect.void"]],
    test: { file: "test/engine/runEngine.test.ts", name: "after it has given them up" },
  },
  {
    name: "an organization that failed keeps the claim that it had",
    file: "src/engine/runEngine.ts",
    edits: [["yield* claims.move([claim], failure.againAt)\n", ""]],
    test: { file: "test/engine/runEngine.test.ts", name: "which waits longer and longer" },
  },
  {
    name: "a claim in PostgreSQL leaves the organization where it was",
    file: "src/postgres/claims.ts",
    edits: [["claimed_until = $3::bigint FROM first", "claimed_until = $1::bigint FROM first"]],
    test: {
      file: "test/postgres/PostgresBillingStore.test.ts",
      name: "of many that claim at once each gets others",
    },
  },
  {
    name: "a clock that is minutes behind refills a bucket in PostgreSQL each time",
    file: "src/postgres/PostgresRateLimitStore.ts",
    edits: [["TokenBucket.aheadMillisMax(limit.windowMillis)", "limit.windowMillis"]],
    test: {
      file: "test/postgres/PostgresRateLimitStore.test.ts",
      name: "clocks that differ refill nothing twice",
    },
  },
  {
    name: "claims in PostgreSQL wait for each other",
    file: "src/postgres/claims.ts",
    edits: [
      [
        "ORDER BY free_at, organization_id LIMIT $2::bigint FOR UPDATE SKIP LOCKED",
        "ORDER BY free_at, organization_id LIMIT $2::bigint FOR UPDATE",
      ],
    ],
    test: {
      file: "test/postgres/locks.test.ts",
      name: "a claim passes over an organization",
    },
  },
  {
    name: "a commit in PostgreSQL whose answer is lost is made again without a look",
    file: "src/postgres/commit.ts",
    edits: [
      ["isMade ? Effect.void : Effect.fail(failure)", "isMade ? Effect.fail(failure) : Effect.fail(failure)"],
    ],
    test: { file: "test/postgres/kills.test.ts", name: "at each statement of a payment under a key" },
  },
  {
    name: "commits of one organization go together in PostgreSQL",
    file: "src/postgres/commit.ts",
    edits: [["keys.some((key) => underWay.has(key))", "keys.length > 2 && underWay.size > 0"]],
    test: {
      file: "test/postgres/commitsTogether.test.ts",
      name: "of one organization do not go together",
    },
  },
  {
    name: "commits in PostgreSQL that met nobody are told that they did",
    file: "src/postgres/commit.ts",
    edits: [["met.has(keyOf(scope))", "met.size > 0 && keyOf(scope) !== null"]],
    test: {
      file: "test/postgres/commitsTogether.test.ts",
      name: "are made although some of them met other commits",
    },
  },
  {
    name: "what one commit in PostgreSQL is refused for is a defect of those beside it",
    file: "src/postgres/commit.ts",
    edits: [["scope === undefined ? one(commit)", "scope === undefined ? Effect.die(failure)"]],
    test: {
      file: "test/postgres/commitsTogether.test.ts",
      name: "are made although one of them cannot be stored",
    },
  },
  {
    name: "commits in PostgreSQL that go together lock organizations as they come",
    file: "src/postgres/commit.ts",
    edits: [
      ["toSorted((a, b) => compare(a.scope, b.scope))", "toSorted((a, b) => 0 * compare(a.scope, b.scope))"],
    ],
    test: { file: "test/postgres/commitsTogether.test.ts", name: "in the order of their ids: versions" },
  },
  {
    name: "claims in PostgreSQL are moved in any order",
    file: "src/postgres/claims.ts",
    edits: [['ORDER BY organization_id COLLATE "C" FOR UPDATE', "FOR UPDATE"]],
    test: {
      file: "test/postgres/commitsTogether.test.ts",
      name: "in the order of their ids: what is due, where claims are moved",
    },
  },
  {
    name: "calls that go together wait for what hangs",
    file: "src/postgres/together.ts",
    edits: [["Effect.andThen(patience, endTurn(turn))", "Effect.andThen(patience, endTurn(null))"]],
    test: { file: "test/postgres/together.test.ts", name: "go on beside what hangs" },
  },
  {
    name: "a commit in PostgreSQL that is given up may still arrive",
    file: "src/postgres/schema/commitFunction.ts",
    edits: [["VALUES (lost, true) ON CONFLICT DO NOTHING", "SELECT lost, true WHERE false"]],
    test: { file: "test/postgres/faults.test.ts", name: "given up, before it is made again" },
  },
  {
    name: "a commit in PostgreSQL does not look at the version of an organization",
    file: "src/postgres/schema/commitFunction.ts",
    edits: [[" AND version = ", " AND 0 <= "]],
    test: {
      file: "test/postgres/locks.test.ts",
      name: "cannot be put in an order is begun again",
    },
  },
  {
    name: "a commit in PostgreSQL leaves what was due",
    file: "src/postgres/schema/commitFunction.ts",
    edits: [["DO UPDATE SET at = excluded.at,", "DO UPDATE SET at = due.at,"]],
    test: { file: "test/simulate/simulate.test.ts", name: "is the same history on PostgreSQL" },
  },
  {
    name: "a serialization failure of PostgreSQL is a defect",
    file: "src/postgres/statements.ts",
    edits: [['"40001", ', ""]],
    test: {
      file: "test/postgres/kills.test.ts",
      name: "a refusal that passes at each statement of a payment,",
    },
  },
  {
    name: "the sweep of PostgreSQL forgets by a clock that is ahead",
    file: "src/postgres/schema/sweepFunction.ts",
    edits: [["least(now, (extract", "greatest(now, (extract"]],
    test: { file: "test/postgres/sweep.test.ts", name: "forgets nothing by a clock that is ahead" },
  },
  {
    name: "the sweep of PostgreSQL leaves what is more than a bite",
    file: "src/postgres/sweep.ts",
    edits: [["isMore = told?.isMore ?? false", "isMore = false"]],
    test: { file: "test/postgres/sweep.test.ts", name: "forgets all that is over in one run" },
  },
  {
    name: "a claim of a clock that was ahead stops billing in PostgreSQL",
    file: "src/postgres/claims.ts",
    edits: [["WHERE claimed_at > $4::bigint AND at", "WHERE claimed_at > $4::bigint AND false AND at"]],
    test: {
      file: "test/postgres/PostgresBillingStore.test.ts",
      name: "a claim of a clock that was wrong counts as none",
    },
  },
  {
    name: "a claim in PostgreSQL outlasts a commit that says later",
    file: "src/postgres/schema/commitFunction.ts",
    edits: [
      [
        "claimed_until = CASE WHEN excluded.at <= due.claimed_at THEN due.claimed_until END",
        "claimed_until = due.claimed_until",
      ],
    ],
    test: {
      file: "test/postgres/PostgresBillingStore.test.ts",
      name: "a commit that says later ends a claim",
    },
  },
  {
    name: "a store that dies after a charge hides the payment from the payer",
    file: "src/app/execution/decideAndCharge.ts",
    edits: [
      [
        "Effect.catchCause(charging, (cause) => reportUnrecorded(cause, change.account))",
        "Effect.catch(charging, (failure) => reportUnrecorded(Cause.fail(failure), change.account))",
      ],
    ],
    test: { file: "test/app/payInvoice.crash.test.ts", name: "hides from the payer nothing that is stored" },
  },
  {
    name: "an event that cannot be presented stops all webhooks",
    file: "src/app/webhooks/publishEvents.ts",
    edits: [
      [
        "      passed.add(messageId)\n      continue",
        "      return { waiting, isMore: false, published: 0 }",
      ],
    ],
    test: {
      file: "test/app/webhooks/publishEvents.test.ts",
      name: "lets pass what cannot be presented, and keeps it",
    },
  },
  {
    name: "a hundred events that cannot be presented stop all webhooks",
    file: "src/app/webhooks/publishEvents.ts",
    edits: [["BATCH_MAX + Math.min(passed.size + behind, PASSED_MAX)", "BATCH_MAX"]],
    test: {
      file: "test/app/webhooks/publishEvents.test.ts",
      name: "lets pass a long row of what cannot be presented",
    },
  },
  {
    name: "a dispatcher tells of an event that cannot be presented at each wake",
    file: "src/app/webhooks/dispatchEvents.ts",
    edits: [["publishBatch(passed)", "publishBatch(new Set(passed))"]],
    test: {
      file: "test/app/webhooks/dispatchEvents.test.ts",
      name: "tells of an event that cannot be presented once",
    },
  },
  {
    name: "an act under a key that gives nothing is done again",
    file: "src/promises/createBilling.ts",
    edits: [
      ["return JSON.stringify({ value })", "return value === undefined ? null : JSON.stringify({ value })"],
    ],
    test: { file: "test/promises/createBilling.test.ts", name: "is kept where what was done gives nothing" },
  },
  {
    name: "an engine ends when its clock is wrong once",
    file: "src/engine/runEngine.ts",
    edits: [["Effect.all([goingOn(ENGINE, loop), ...background]", "Effect.all([loop, ...background]"]],
    test: { file: "test/engine/runEngine.test.ts", name: "goes on when its clock was wrong for a while" },
  },
  {
    name: "the end leaves a payment behind that an engine has begun",
    file: "src/promises/createBilling.ts",
    edits: [["startEngine(runner.context,", "startEngine(context,"]],
    test: {
      file: "test/promises/createBilling.test.ts",
      name: "waits for a payment that an engine has begun",
    },
  },
  {
    name: "the payer comes into the log with what the gateway says of a bank slip",
    file: "src/app/ports/askGateway.ts",
    edits: [["identifying(paymentMethod.billingDetails)", "identifying({ name: null, email: null })"]],
    test: {
      file: "test/hostile/personalData.test.ts",
      name: "names nobody where gateway.charge fails, and quotes what it got",
    },
  },
  {
    name: "a part of the reference of a card comes into the log",
    file: "src/app/ports/callPort.ts",
    edits: [["part.length >= PART_LENGTH_MIN", "part.length > 4 * PART_LENGTH_MIN"]],
    test: {
      file: "test/app/ports/askGateway.test.ts",
      name: "without the reference of the card, in its parts",
    },
  },
  {
    name: "an error of the socket is taken for an answer of PostgreSQL",
    file: "src/postgres/PostgresClient.ts",
    edits: [["/^(?:[0-9A-DF-OQ-Z][0-9A-Z]|P0)[0-9A-Z]{3}$/", "/^(?:[0-9A-OQ-Z][0-9A-Z]|P0)[0-9A-Z]{3}$/"]],
    test: { file: "test/postgres/PostgresClient.test.ts", name: "by EPERM is no answer" },
  },
  {
    name: "a promise of a port is taken for its answer",
    file: "src/promises/ports/services.ts",
    edits: [
      ["if (isAnswer(answer)) return answer", "if (isAnswer(answer) || answer !== undefined) return answer"],
    ],
    test: { file: "test/promises/ports.test.ts", name: "are refused where secrets.matches gives a promise" },
  },
  {
    name: "an event without a payload is published",
    file: "src/app/webhooks/publishEvents.ts",
    edits: [
      [
        'if (typeof payload !== "object" || payload === null || "then" in payload) {',
        "if (payload === null) {",
      ],
    ],
    test: { file: "test/app/webhooks/publishEvents.test.ts", name: "of which the presenter gives a promise" },
  },
  {
    name: "slow names of receivers take all threads",
    file: "src/webhooks/NodeWebhookSender.ts",
    edits: [["const LOOKUPS_MAX = 2", "const LOOKUPS_MAX = 200"]],
    test: { file: "test/webhooks/NodeWebhookSender.test.ts", name: "is asked once for a host at a time" },
  },
  {
    name: "a webhook goes to any address of a name that has one that is allowed",
    file: "src/webhooks/NodeWebhookSender.ts",
    edits: [["exchange(url, allowed, request", "exchange(url, addresses, request"]],
    test: {
      file: "test/webhooks/checkedAddresses.test.ts",
      name: "one that is not allowed is called in no case",
    },
  },
  {
    name: "an address of IPv6 in a URL is looked for as a name",
    file: "src/webhooks/NodeWebhookSender.ts",
    edits: [["family === 0 ? lookUp(host)", "family !== 4 ? lookUp(host)"]],
    test: {
      file: "test/webhooks/checkedAddresses.test.ts",
      name: "each is looked at with its host: https://[::1]/",
    },
  },
  {
    name: "an engine begins what waits after a failure once its claim ends",
    file: "src/engine/runEngine.ts",
    edits: [
      [
        "!running.has(claim.organizationId) && waitsUntil(claim) <= now",
        "!running.has(claim.organizationId)",
      ],
    ],
    test: {
      file: "test/engine/afterFailures.test.ts",
      name: "is not tried before the wait after its failure is over",
    },
  },
  {
    name: "a stop waits for a charge without an end",
    file: "src/engine/runEngine.ts",
    edits: [["exitWithin(work, bounds.drainMillis))", "exitWithin(work, bounds.turnMillis))"]],
    test: {
      file: "test/engine/afterFailures.test.ts",
      name: "is waited for by a stop no longer than it may",
    },
  },
  {
    name: "the removal of a card in PostgreSQL removes all of them",
    file: "src/postgres/schema/commitFunction.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    edits: [[' AND payment_method_id = ${at("payment_method_id")};', ";"]],
    test: {
      file: "test/postgres/PostgresBillingStore.test.ts",
      name: "the store in PostgreSQL what is deleted is gone",
    },
  },
  {
    name: "the sweep of PostgreSQL forgets what is still open",
    file: "src/postgres/schema/sweepFunction.ts",
    edits: [["forgettable_at <= until ORDER", "forgettable_at <= until + 1 ORDER"]],
    test: { file: "test/postgres/sweep.test.ts", name: "forgets what ended" },
  },
  {
    name: "a take of a webhook looks at all that waits",
    file: "simulator/adapters/webhooks/WaitingDeliveries.ts",
    edits: [
      ["if (heads === limit) break", "if (heads === limit + 1) break"],
      ["return sorted(found).slice(0, limit)", "return sorted(found)"],
    ],
    test: {
      file: "test/simulator/webhooks/WaitingDeliveries.test.ts",
      name: "is chosen as by the rule over all of it",
    },
  },
  {
    name: "a switch of organization grants more than the sign-in did",
    file: "src/app/sign-in/switchOrganization.ts",
    edits: [
      [
        "covered({ wanted: session.value.permissions, granted",
        "covered({ wanted: membership.permissions, granted",
      ],
    ],
    test: {
      file: "test/app/auth/switchOrganization.test.ts",
      name: "never grants more than the sign-in did, nor does a refresh after it",
    },
  },
  {
    name: "a session that has ended can still switch",
    file: core("identity/Session"),
    edits: [
      [
        'if (session === null || !isOpen(session, at)) return Result.fail({ _tag: "TokenInvalid" })\n      const { organizationId',
        'if (session === null) return Result.fail({ _tag: "TokenInvalid" })\n      const { organizationId',
      ],
    ],
    test: { file: "test/core/access/Session.test.ts", name: "an ended session cannot switch" },
  },
  {
    name: "the token before a switch has a successor as after a refresh",
    file: core("identity/Session"),
    edits: [
      [
        "organizationId, tokenHash, previousHash: null, rotatedAt }",
        "organizationId, tokenHash, previousHash: session.tokenHash, rotatedAt }",
      ],
    ],
    test: {
      file: "test/core/access/Session.test.ts",
      name: "the token before a switch ends the family, at once too",
    },
  },
  {
    name: "a refund that is heard of before its payment does not say that the money had come",
    file: core("billing/collection/Reversals"),
    edits: [['answer: { _tag: "Approved" }', 'answer: { _tag: "Unknown" }']],
    test: { file: "test/app/hearGateway.test.ts", name: "may be a refund before its payment" },
  },
  {
    name: "the example for Stripe takes a webhook that is old",
    file: "docs/examples/stripe/webhook.ts",
    edits: [["TOLERANCE_SECONDS = 300", "TOLERANCE_SECONDS = 3000"]],
    test: { file: "test/docs/stripe/webhook.test.ts", name: "of longer ago is taken or not" },
  },
  {
    name: "the example for Stripe charges a hundredth, as it counts a currency by other decimals",
    file: "docs/examples/stripe/StripeGateway.ts",
    edits: [['["ISK", "MGA", "UGX"]', '["MGA", "UGX"]']],
    test: {
      file: "test/docs/stripe/StripeGateway.test.ts",
      name: "is never asked for: 1000 of ISK is Declined",
    },
  },
  {
    name: "a document has the decimals of custom, and not of the standard",
    file: "docs/examples/documents/invoiceDocument.ts",
    edits: [
      [
        'written.success.split(".")[1]?.length ?? 0',
        'new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2',
      ],
    ],
    test: { file: "test/docs/customers.test.ts", name: "writes amounts by the digits of their currency" },
  },
  {
    name: "a name that JSON writes in escapes is reported",
    file: "src/app/ports/callPort.ts",
    edits: [["[\\u0080-\\uffff]", "[\\u0080-\\u00ff]"]],
    test: { file: "test/app/ports/askGateway.test.ts", name: "is reported without the name 山田太郎" },
  },
  {
    name: "a name is reported where its accents are composed otherwise",
    file: "src/app/ports/callPort.ts",
    edits: [['text.normalize("NFC"), text.normalize("NFD"), ', ""]],
    test: { file: "test/app/ports/askGateway.test.ts", name: "is reported without the name João" },
  },
  {
    name: "the example of an import stores names whose letters were lost",
    file: "docs/examples/import/readCustomers.ts",
    edits: [['includes("\\uFFFD")', 'startsWith("\\uFFFD")']],
    test: { file: "test/docs/import/readCustomers.test.ts", name: "in another encoding than UTF-8 is told" },
  },
  {
    name: "a seed begins a world in a currency that the API does not have",
    file: "simulator/cli/files/seedFile.ts",
    edits: [["known === currency", "known.length === currency.length"]],
    test: { file: "test/simulator/members.test.ts", name: "seed.organizations.0.currency: Expected one of" },
  },
  {
    name: "the example for Asaas leaves a refused payment open",
    file: "docs/examples/asaas/AsaasGateway.ts",
    edits: [['answer._tag === "Declined") await remove', 'answer._tag === "Pending") await remove']],
    test: { file: "test/docs/asaas/AsaasGateway.test.ts", name: "a refused key stays refused" },
  },
  {
    name: "a conflict that will pass is kept under an idempotency key",
    file: "src/http/answer.ts",
    edits: [['  "invoice.payment_in_progress",\n', ""]],
    test: {
      file: "test/http/answerOnce.test.ts",
      name: "does not keep a conflict that passes by itself",
    },
  },
  {
    name: "an answer that cannot be written takes others along",
    file: "src/http/node/requestListener.ts",
    edits: [
      [
        "          stream?.leave()\n          response.destroy()\n        }",
        "          stream?.leave()\n          throw exit.value\n        }",
      ],
    ],
    test: {
      file: "test/http/node/unwritable.test.ts",
      name: "a header of two lines takes no other answer along",
    },
  },
  {
    name: "what a listener of a host rejects with ends the process",
    file: "src/http/server/tell.ts",
    edits: [["given.then(undefined, () => undefined)", "given.then(undefined)"]],
    test: { file: "test/http/hooks.test.ts", name: "that rejects takes no answer when it is told of it" },
  },
  {
    name: "an id of a host stands in a header whatever it is",
    file: "src/http/dispatcher.ts",
    edits: [
      [
        "writableId(ask(() => makeRequestId(request.headers), onThrow))",
        "ask(() => makeRequestId(request.headers), onThrow) ?? writableId(null)",
      ],
    ],
    test: { file: "test/http/requestIds.test.ts", name: "gives way to one at random: one of two lines" },
  },
  {
    name: "the body of a web request is read whole before it is measured",
    file: "src/http/bodies/webBody.ts",
    edits: [
      [
        "      if (done) return signal",
        "      if (done && length > bytesMax) return tooLarge\n      if (done) return signal",
      ],
      [
        "if (length > bytesMax) {\n        leave(reader)\n        return tooLarge\n      }\n      pieces",
        "pieces",
      ],
    ],
    test: { file: "test/http/makeFetch.test.ts", name: "over the bound is 413, and no more of it is read" },
  },
  {
    name: "OTP addresses have no bound while the clock stands",
    file: "simulator/adapters/memory/Tables.ts",
    edits: [["    max: OTP_ADDRESSES_MAX,\n", "    max: OTP_ADDRESSES_MAX * 1000,\n"]],
    test: {
      file: "test/simulator/memory/MemoryBillingStore.test.ts",
      name: "addresses are bounded while the clock stands",
    },
  },
  {
    name: "a lock is held for a process that has ended, and that nobody has cleared away",
    file: "simulator/world/state/fileLock.ts",
    edits: [['state !== "Z"', 'state !== ""']],
    test: {
      file: "test/simulator/state/stateFile.test.ts",
      name: "begins where nobody has cleared away the process of the lock",
    },
  },
  {
    name: "a line that is no message goes on to the parser of the protocol",
    file: "simulator/mcp/messages.ts",
    edits: [["if (refusal === null) yield", "if (refusal !== undefined) yield"]],
    test: {
      file: "test/simulator/mcp/stdio.test.ts",
      name: "is refused, and the next one is answered: no JSON",
    },
  },
  {
    name: "a state file is taken from a process that runs",
    file: "simulator/world/state/stateFile.ts",
    edits: [
      [
        "const lock = await takeLock(target).catch((fault) => {",
        "const lock = await takeLock(target.concat(String(Math.random()))).catch((fault) => {",
      ],
    ],
    test: {
      file: "test/simulator/state/stateFile.test.ts",
      name: "is refused with the way out, and begins when the other one has ended",
    },
  },
  {
    name: "what a killed save left stays",
    file: "simulator/world/state/stateFile.ts",
    edits: [["await sweepLeftovers(target)", "await sweepLeftovers(dirname(target))"]],
    test: {
      file: "test/simulator/state/stateFile.test.ts",
      name: "is removed by the next start, and nothing else is",
    },
  },
  {
    name: "a move of the clock goes on when its client has left",
    file: "src/http/ClientLeft.ts",
    edits: [["resume(Effect.void)", "resume(Effect.never)"]],
    test: {
      file: "test/simulator/control/longMoves.test.ts",
      name: "stops when its client leaves over a socket, and what comes next finds all in order",
    },
  },
  {
    name: "a move of the clock has no bound",
    file: "simulator/control/handlers/clock.ts",
    edits: [["months: 1_200, millis: 0", "months: 90_000, millis: 0"]],
    test: {
      file: "test/simulator/control/longMoves.test.ts",
      name: "goes at most 100 years from the first thing that is due, and says what to do",
    },
  },
  {
    name: "a commit that meets a lock dies",
    file: "docs/examples/sqlite/whenFree.ts",
    edits: [["return isBusy(fault) ?", "return !isBusy(fault) ?"]],
    test: { file: "test/docs/sqlite/locks.test.ts", name: "waits for it, and is made" },
  },
  {
    name: "a second Host is ignored",
    file: "src/http/node/requestTarget.ts",
    edits: [["if (hosts > 1)", "if (hosts > 9)"]],
    test: { file: "test/hostile/sockets.test.ts", name: "a second one after others is 400" },
  },
  {
    name: "the Host of an absolute target is the header's",
    file: "src/http/node/requestTarget.ts",
    edits: [["headers: { ...headers, host } }", "headers: { host, ...headers } }"]],
    test: {
      file: "test/hostile/sockets.test.ts",
      name: "of http://evil.example/_simulator/health is the target's, and not localhost: 403",
    },
  },
  {
    name: "any page begins a world",
    file: "simulator/control/guard.ts",
    edits: [
      [
        'request.headers["sec-fetch-site"] !== "cross-site") return refusal',
        'request.headers["sec-fetch-site"] !== "x") return refusal',
      ],
    ],
    test: {
      file: "test/simulator/worldCalls.test.ts",
      name: "does not begin for a page of another site, which takes no room",
    },
  },
  {
    name: "a world that ended goes on taking up room",
    file: "simulator/world/Worlds.ts",
    edits: [["      worlds.delete(name)\n", '      if (name === "") worlds.delete(name)\n']],
    test: {
      file: "test/simulator/worldCalls.test.ts",
      name: "end by a call, also by one of their own",
    },
  },
  {
    name: "a commit does not look at versions",
    file: "simulator/adapters/memory/commit.ts",
    edits: [
      [
        "commit.expects.find(({ scope, version }) => versionOf(tables, scope) !== version)?.scope ?? null",
        "commit.expects.find(({ scope, version }) => version < 0 && versionOf(tables, scope) < 0)?.scope ?? null",
      ],
    ],
    test: {
      file: "test/simulator/memory/MemoryBillingStore.test.ts",
      name: "of many commits on one version exactly",
    },
  },
  {
    name: "half of a commit is done before it is refused",
    file: "simulator/adapters/memory/commit.ts",
    edits: [
      [
        "  if (conflict !== null) return conflict\n  // A commit",
        "  putRecords(tables, commit.puts)\n  if (conflict !== null) return conflict\n  // A commit",
      ],
    ],
    test: {
      file: "test/simulator/memory/MemoryBillingStore.test.ts",
      name: "an address belongs to one user",
    },
  },
  {
    name: "an event that two requests of a group bring counts twice",
    file: "src/app/usage/recordTogether.ts",
    edits: [["    for (const event of result.success.usageEvents) recorded.set(event.eventId, event)\n", ""]],
    test: {
      file: "test/app/recordUsage.groups.test.ts",
      name: "count an event once that several of them bring",
    },
  },
  {
    name: "a request that is refused takes its group with it",
    file: "src/app/usage/recordTogether.ts",
    edits: [
      [
        '      if (failure._tag === "InvoicesNotLoaded") return Result.fail(failure)\n',
        "      if (failure._tag) return Result.fail(failure as InvoicesNotLoaded)\n",
      ],
    ],
    test: { file: "test/app/recordUsage.groups.test.ts", name: "are refused each for itself" },
  },
  {
    name: "a refusal on an account that was loaded before the charge is final",
    file: "src/app/execution/decideAndCommit.ts",
    edits: [
      [
        "if (mayBeOld && commit === null) {",
        "if (mayBeOld && commit === null && Result.isSuccess(decided)) {",
      ],
    ],
    test: {
      file: "test/app/execution/decideAndCommit.test.ts",
      name: "is no refusal before it was made on the present one",
    },
  },
  {
    name: "what a use case asked for is forgotten where a charge before it is overtaken",
    file: "src/app/execution/applyDue.ts",
    edits: [["{ step: instant, focus: ref }", "{ step: instant, focus: {} }"]],
    test: {
      file: "test/app/execution/applyDue.test.ts",
      name: "knows the events that were recorded before",
    },
  },
  {
    name: "a card is charged before its attempt is committed",
    file: "src/app/execution/decideAndCommit.ts",
    edits: [
      [
        "  yield* (yield* BillingStore).commit(commit)\n",
        '  const gateway = yield* Effect.serviceOption(PaymentGateway)\n  for (const charge of change.charges) {\n    if (gateway._tag === "Some") yield* gateway.value.charge(charge)\n  }\n  yield* (yield* BillingStore).commit(commit)\n',
      ],
      [
        'import type { IdSource } from "../../ports/IdSource.ts"\n',
        'import type { IdSource } from "../../ports/IdSource.ts"\nimport { PaymentGateway } from "../../ports/PaymentGateway.ts"\n',
      ],
    ],
    test: {
      file: "test/app/payInvoice.crash.test.ts",
      name: "in a payment, before commit 1, leaves nothing unrepaired: approved",
    },
  },
  {
    name: "a charge that a look-up does not find is taken for declined",
    file: core("billing/collection/Reconciliation"),
    edits: [
      [
        "  return charge !== null && isDue\n    ? Result.succeed({ ...start, charges: [charge] })\n    : callOperator(start, ref, rules)",
        '  if (charge !== null && isDue) return Result.succeed({ ...start, charges: [charge] })\n  const declined = { _tag: "Declined", declineCode: "processing_error", retryable: true } as const\n  return recordAnswer(account, { ...ref, answer: declined }, rules)',
      ],
    ],
    test: {
      file: "test/core/billing/reconciliation.test.ts",
      name: "is made again, the same value under the same key, while the key is known",
    },
  },
  {
    name: "a charge is made again when the gateway may have forgotten it",
    file: core("payment/RetrySchedules"),
    edits: [
      [
        "attempt.now < attempt.startedAt + keyUsableMillis(policy)",
        "attempt.now < attempt.startedAt + 10 * keyUsableMillis(policy)",
      ],
    ],
    test: {
      file: "test/core/billing/reconciliation.test.ts",
      name: "is not made again by a run that catches up two days later",
    },
  },
  {
    name: "a key is used for as long as the gateway remembers it, by whatever clock",
    file: core("payment/RetrySchedules"),
    edits: [
      [
        "attempt.now < attempt.startedAt + keyUsableMillis(policy)",
        "attempt.now < attempt.startedAt + policy.gatewayKeyMillis",
      ],
    ],
    test: {
      file: "test/app/execution/clocks.test.ts",
      name: "minutes makes no second charge when the engine was off for nearly a day",
    },
  },
  {
    name: "a clock that is far ahead is believed",
    file: core("billing/Clocks"),
    edits: [["return isTooLate && !catchUp", "return isTooLate && catchUp && now < 0"]],
    test: {
      file: "test/app/execution/clocks.test.ts",
      name: "charges nobody by a run of the engine, which reports the organization",
    },
  },
  {
    name: "a clock that is far behind counts as the newest instant",
    file: core("billing/Clocks"),
    edits: [
      ["if (behindMillis > policy.clockSkewMillis)", "if (behindMillis > 1e6 * policy.clockSkewMillis)"],
    ],
    test: {
      file: "test/app/execution/clocks.test.ts",
      name: "is refused beyond that: nothing is written, and the same call may be made again",
    },
  },
  {
    name: "an invoice is charged again while an outcome is unknown",
    file: core("invoice/InvoicePayments"),
    edits: [
      [
        "  const open = attemptInFlight(state)\n  if (open !== null) return Result.fail(paymentInProgress(state.invoiceId, open))\n  const { attemptId, paymentMethodId, now } = command",
        '  const open = attemptInFlight(state)\n  if (open !== null && open.status !== "UNKNOWN") return Result.fail(paymentInProgress(state.invoiceId, open))\n  const { attemptId, paymentMethodId, now } = command',
      ],
    ],
    test: { file: "test/core/invoice/Invoice.test.ts", name: "OPEN, attempt UNKNOWN" },
  },
  {
    name: "an approval brings money that a settlement brought before",
    file: core("invoice/InvoicePayments"),
    edits: [["const amount = attempt.amount - broughtBy(state, attemptId)", "const { amount } = attempt"]],
    test: { file: "test/core/invoice/Invoice.settlements.test.ts", name: "a part, then an approval" },
  },
  {
    name: "a new endpoint gets the events before it",
    file: "simulator/control/controlRoutes.ts",
    edits: [
      [
        "Effect.andThen(world.webhooks.published, answer(endpoint, handler, request))",
        "answer(endpoint, handler, request)",
      ],
    ],
    test: {
      file: "test/simulator/webhooks/publishing.test.ts",
      name: "do not go to an endpoint that is registered after them",
    },
  },
  {
    name: "the same settlement counts twice",
    file: core("invoice/InvoicePayments"),
    edits: [
      [
        "if (state.receipts.some((receipt) => receipt.receiptId === receiptId)) return Result.succeed([])",
        'if (command.kind === "VOUCHER" && state.receipts.some((receipt) => receipt.receiptId === receiptId))\n    return Result.succeed([])',
      ],
    ],
    test: { file: "test/core/invoice/Invoice.life.test.ts", name: "the same receipt twice is one" },
  },
  {
    name: "a fixed coupon is given anew with each cut",
    file: core("invoice/computeInvoice"),
    edits: [
      [
        "Math.min(due.success - periodDiscountAmount, eligibleAmount)",
        'Math.min(discount.type === "FIXED" ? due.success : due.success - periodDiscountAmount, eligibleAmount)',
      ],
    ],
    test: {
      file: "test/core/invoice/computeInvoice.test.ts",
      name: "a fixed amount is a budget of the period",
    },
  },
  {
    name: "the percentage of each cut is rounded by itself",
    file: core("invoice/computeInvoice"),
    edits: [
      [
        "discountOf(discount, periodAmount)",
        'discountOf(discount, discount.type === "FIXED" ? periodAmount : eligibleAmount)',
      ],
      [
        "Math.min(due.success - periodDiscountAmount, eligibleAmount)",
        'Math.min(discount.type === "FIXED" ? due.success - periodDiscountAmount : due.success, eligibleAmount)',
      ],
    ],
    test: { file: "test/core/invoice/computeInvoice.test.ts", name: "four cuts of 10 at 15 % give 6 in all" },
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
    test: { file: "test/core/money/Money.test.ts", name: "1 × 1 / 2 = 1" },
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
    test: { file: "test/core/time/BillingCycle.test.ts", name: "31 January, monthly" },
  },
  {
    name: "a pause costs as if the subscription were active",
    file: core("billing/periods/Stretches"),
    edits: [
      [
        "const spans = spansWithin(segment.spans, {",
        "const spans = spansWithin([{ from: segment.spans[0]?.from ?? 0, to: null }], {",
      ],
    ],
    test: { file: "test/core/billing/accrual.laws.test.ts", name: "fees add up however often they are" },
  },
  {
    name: "a voucher that ends before pays the next invoice",
    file: "src/app/previews/previewUpcomingInvoice.ts",
    edits: [["upcoming(account, Number.POSITIVE_INFINITY, ", "upcoming(account, 0, "]],
    test: {
      file: "test/app/previews/previewNextInvoice.test.ts",
      name: "is the one that the end of the period issues, without a voucher that ends before",
    },
  },
  {
    name: "a card over the limit is stored at the gateway",
    file: "src/app/payment-methods/addPaymentMethod.ts",
    edits: [["paymentMethods, type, paymentMethodsMax)", "[], type, paymentMethodsMax)"]],
    test: { file: "test/app/addPaymentMethod.test.ts", name: "over the limit asks the gateway for nothing" },
  },
  {
    name: "the fee after a pause is for the time before it, too",
    file: core("billing/periods/lineTimes"),
    edits: [["if (endsIn(span, times).length === 0) break", "if (endsIn(span, times).length >= 0) break"]],
    test: {
      file: "test/core/billing/periods/lineTimes.test.ts",
      name: "is the one since the pause before it",
    },
  },
  {
    name: "the fee of a voided invoice is for the time after it alone",
    file: core("billing/periods/lineTimes"),
    edits: [["    if (endsIn(span, times).length === 0) break\n", ""]],
    test: {
      file: "test/core/billing/periods/lineTimes.test.ts",
      name: "is also that of a part that was voided, and waits for the invoice of the cycle",
    },
  },
  {
    name: "what is billed again is for all of its time",
    file: core("billing/periods/lineTimes"),
    edits: [["return periodStartAt < periodEndAt ?", "return periodStartAt > periodEndAt ?"]],
    test: {
      file: "test/core/billing/periods/lineTimes.test.ts",
      name: "is that of the voided invoice where it is billed again at once",
    },
  },
  {
    name: "the fee of a span that is billed in part is for all of it",
    file: core("billing/periods/lineTimes"),
    edits: [["Math.max(from, ...ends)", "Math.max(from, ...ends.slice(ends.length))"]],
    test: {
      file: "test/core/billing/accrual.laws.test.ts",
      name: "no time of a fee is on two lines",
    },
  },
  {
    name: "usage after a cut is for the time before it, too",
    file: core("billing/periods/lineTimes"),
    edits: [["Math.max(startAt, ...ends)", "Math.max(startAt, ...ends.slice(ends.length))"]],
    test: {
      file: "test/core/billing/periods/lineTimes.test.ts",
      name: "is the one since the cut before it, and up to the end of the cycle",
    },
  },
  {
    name: "a fee is billed again that was billed before",
    file: core("billing/periods/Accrual"),
    edits: [
      [
        "let covered = feeBilled(period, index, billed)",
        "let covered = Math.min(0, feeBilled(period, index, billed))",
      ],
    ],
    test: {
      file: "test/core/billing/lifecycle.test.ts",
      name: "now at 10 Feb 12:00 gives 3122 of the early 4995 back",
    },
  },
  {
    name: "usage is billed again that was billed before",
    file: core("billing/periods/Accrual"),
    edits: [
      [
        "const unbilled = quantity - before.quantity",
        "const unbilled = before.quantity > 0 ? quantity : quantity - before.quantity",
      ],
    ],
    test: {
      file: "test/core/billing/threshold.test.ts",
      name: "cuts no more often in a cycle than the policy says",
    },
  },
  {
    name: "a credit gives back what was never received",
    file: core("billing/periods/Corrections"),
    edits: [
      [
        "Result.succeed(part) : mulDiv(part, receivedAmount(invoice), net)",
        "Result.succeed(part) : mulDiv(part, Math.max(net, receivedAmount(invoice)), net)",
      ],
    ],
    test: {
      file: "test/core/billing/laws/everyStep.laws.test.ts",
      name: "law 18: what leaves a fee of an invoice is at most the share of it that was received",
    },
  },
  {
    name: "the credit of a lost dispute stays",
    file: core("billing/collection/voucherReleases"),
    edits: [
      [
        "if (voucher.creditOf !== invoiceId) return next",
        'if (voucher.creditOf !== invoiceId || _tag === "LoseDispute") return next',
      ],
    ],
    test: {
      file: "test/core/billing/laws/everyStep.laws.test.ts",
      name: "law 18: the credit of a disputed payment is frozen",
    },
  },
  {
    name: "the coupon stays where its fee is not due",
    file: core("billing/periods/Corrections"),
    edits: [["Math.min(part.amount, givenAmount - due)", "Math.min(0, part.amount, givenAmount - due)"]],
    test: {
      file: "test/core/billing/laws/cuts.laws.test.ts",
      name: "over pauses, changes of plan and cancellations, coupons of every kind and vouchers that end",
    },
  },
  {
    name: "what a voucher had paid goes back as money",
    file: core("billing/periods/giveBack"),
    edits: [["    amount: moneyAmount,", "    amount: Math.max(moneyAmount, creditAmount(credit)),"]],
    test: {
      file: "test/core/billing/laws/everyStep.laws.test.ts",
      name: "law 18: of an invoice no more goes back than it got",
    },
  },
  {
    name: "usage that a pause left is not billed by the end",
    file: core("billing/Schedule"),
    edits: [["  } else if (isLast) {", "  } else if (isLast && place.period.settled) {"]],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over disputes, coupons of a fixed amount, vouchers that end, debt, long slips and usage ahead",
    },
  },
  {
    name: "usage counts as of the sender's clock",
    file: core("usage/UsageEvent"),
    edits: [["billedAt: Math.min(event.occurredAt, now)", "billedAt: Math.max(event.occurredAt, 0 * now)"]],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over disputes, coupons of a fixed amount, vouchers that end, debt, long slips and usage ahead",
    },
  },
  {
    name: "the discount of a voided document is lost with its period",
    file: core("billing/periods/giveMissingDiscount"),
    edits: [["if (missing <= 0) return change", "if (missing <= 0 || hasEnded(place)) return change"]],
    test: {
      file: "test/core/billing/laws/cuts.laws.test.ts",
      name: "over early payments whose answer comes late or is a refusal, once all are known",
    },
  },
  {
    name: "a voucher is given back twice",
    file: core("voucher/Voucher"),
    edits: [["if (!isPositive(amount) || amount > voucher.amountRedeemed) {", "if (!isPositive(amount)) {"]],
    test: {
      file: "test/core/discount/Voucher.test.ts",
      name: "gives back what was taken, also in parts, and never more",
    },
  },
  {
    name: "a threshold cuts when it is reached and not exceeded",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [["exceeded: accumulated > value", "exceeded: accumulated >= value"]],
    test: { file: "test/core/billing/threshold.test.ts", name: "of just what has accumulated cuts nothing" },
  },
  {
    name: "a usage event counts again when it is sent again",
    file: core("billing/periods/Usage"),
    edits: [
      [
        "    if (before !== undefined) {\n      if (UsageEvent.isSame(before, event)) continue\n",
        "    if (before !== undefined && !UsageEvent.isSame(before, event)) {\n",
      ],
    ],
    test: {
      file: "test/app/recordUsage.test.ts",
      name: "usage appears on the upcoming invoice, in price-book order, after the fee",
    },
  },
  {
    name: "dunning tries the newest invoice first",
    file: core("invoice/Receivable"),
    edits: [["a.issuedAt - b.issuedAt ||", "b.issuedAt - a.issuedAt ||"]],
    test: { file: "test/core/billing/dunning.test.ts", name: "tries the oldest first" },
  },
  {
    name: "a card that is added is not tried on what a cancelled subscription owes",
    file: core("billing/subscriptions/Methods"),
    edits: [["const takesOver = owing", "const takesOver = isLive(subscription) && owing"]],
    test: {
      file: "test/app/earlierDebt.test.ts",
      name: "is tried at once with a card that is added, and is paid before another subscription begins",
    },
  },
  {
    name: "a change is committed without the first thing that it tells",
    file: "src/app/execution/commitOf.ts",
    edits: [["outbox: change.billingEvents.map(", "outbox: change.billingEvents.slice(1).map("]],
    test: { file: "test/app/changePlan.test.ts", name: "is told by its invoice, and as an update" },
  },
  {
    name: "an idempotency key answers another request",
    file: core("identity/IdempotencyKey"),
    edits: [
      [
        "if (key.fingerprint !== fingerprint) return",
        'if (key.status === "IN_USE" && key.fingerprint !== fingerprint) return',
      ],
    ],
    test: { file: "test/core/idempotency/IdempotencyKey.test.ts", name: "ANSWERED" },
  },
  {
    name: "a refresh token can be used again",
    file: core("identity/Session"),
    edits: [
      ["Result.succeed(isLostAnswer ? [] :", "Result.succeed(isLostAnswer || at >= session.rotatedAt ? [] :"],
    ],
    test: { file: "test/core/access/Session.test.ts", name: "a reused one ends its whole family" },
  },
  {
    name: "a code can be guessed as often as one likes",
    file: core("identity/Otp"),
    edits: [
      ["wrongAttempts + 1 >= policy.wrongAttemptsMax", "wrongAttempts + 1 >= 1000 * policy.wrongAttemptsMax"],
    ],
    test: { file: "test/core/otp/Otp.test.ts", name: "REQUESTED, 4 wrong" },
  },
  {
    name: "a send that fails is the requester's failure",
    file: "src/app/otp-delivery/sendOtp.ts",
    edits: [
      [
        "yield* callPort(call, () => sender.send(message))",
        "Option.some(yield* Effect.tap(sender.send(message), () => callPort(call, () => Effect.void)))",
      ],
    ],
    test: { file: "test/app/auth/otpDelivery.test.ts", name: "is answered when its send dies" },
  },
  {
    name: "a request sends what waits too",
    file: "src/app/sign-in/requestOtp.ts",
    edits: [
      [
        "  yield* sendOtp(waiting)\n",
        `  const all = yield* (yield* BillingStore).outbox({ kind: "OTP", limit: 100 })
  for (const one of all) if (one.kind === "OTP") yield* sendOtp(one)
`,
      ],
    ],
    test: {
      file: "test/app/auth/otpDelivery.test.ts",
      name: "sends its own message only: a hundred at once are a hundred sends",
    },
  },
  {
    name: "a code is sent without being taken",
    file: "src/app/otp-delivery/deliverOtps.ts",
    edits: [
      [
        '  if (!(yield* store.replaceOtp(waiting, taken))) return "passedOver"\n',
        "  yield* store.replaceOtp(waiting, taken)\n",
      ],
    ],
    test: {
      file: "test/app/auth/otpDelivery.test.ts",
      name: "sends a message once where two run at the same time",
    },
  },
  {
    name: "a code that expired is sent",
    file: core("identity/OtpDelivery"),
    edits: [['if (expiresAt <= now) return "EXPIRED"', 'if (expiresAt < now) return "EXPIRED"']],
    test: {
      file: "test/app/auth/otpDelivery.test.ts",
      name: "never sends a code that expired, and keeps its letter without the code",
    },
  },
  {
    name: "the log of a failed send quotes the error",
    file: "src/app/ports/callPort.ts",
    edits: [['call.secrets === "ALL" ? "[secret]"', 'call.secrets === "ALL" ? detail']],
    test: {
      file: "test/app/auth/otpDelivery.test.ts",
      name: "logs a failed send without the code, the address or the error",
    },
  },
  {
    name: "a token opens every organization of its user",
    file: core("identity/Access"),
    edits: [["    organizationId !== caller.organizationId ||\n", ""]],
    test: { file: "test/core/access/Access.test.ts", name: "another organization's path is not found" },
  },
  {
    name: "a token is valid for one moment too long",
    file: "src/http/tokens/JwtTokenIssuer.ts",
    edits: [["now < expiresAt ?", "now <= expiresAt ?"]],
    test: {
      file: "test/http/tokens/JwtTokenIssuer.test.ts",
      name: "expires by the given clock, without tolerance",
    },
  },
  {
    name: "an unknown decline code is stored as it came",
    file: core("payment/readAnswer"),
    edits: [
      [
        'declineCode: "processing_error", retryable }',
        "declineCode: declineCode as DeclineCode, retryable }",
      ],
    ],
    test: {
      file: "test/core/payment/readAnswer.test.ts",
      name: "with an unknown decline code is a refusal as processing_error",
    },
  },
  {
    name: "an answer that cannot be read is a refusal",
    file: core("payment/readAnswer"),
    edits: [
      [
        'const unreadable = { answer: { _tag: "Unknown" },',
        'const unreadable = { answer: { _tag: "Declined", declineCode: "processing_error", retryable: true },',
      ],
    ],
    test: {
      file: "test/core/payment/readAnswer.test.ts",
      name: "that cannot be read is unknown and never a refusal",
    },
  },
  {
    name: "a defect of an adapter is not reported",
    file: "src/app/ports/callPort.ts",
    edits: [['yield* reportPortFault(faultOf(call, "DEFECT", Cause.pretty(cause)))', "Cause.pretty(cause)"]],
    test: {
      file: "test/app/ports/askGateway.test.ts",
      name: "dies leaves the outcome unknown, and is reported",
    },
  },
  {
    name: "an adapter is waited for after its deadline",
    file: "src/app/ports/exitWithin.ts",
    edits: [["Effect.sync(() => fiber.interruptUnsafe())", "Fiber.interrupt(fiber)"]],
    test: { file: "test/app/ports/askGateway.test.ts", name: "cannot be interrupted has until the deadline" },
  },
  {
    name: "an operator is not told where a crash lost the last look-up",
    file: core("billing/collection/Reconciliation"),
    edits: [["+ daysMore * DAY_MILLIS", "+ (daysMore * DAY_MILLIS) / 0"]],
    test: {
      file: "test/core/billing/reconciliation.test.ts",
      name: "is looked up once more a day later, where a crash lost the last look-up",
    },
  },
  {
    name: "look-ups run out in silence",
    file: core("billing/collection/callOperator"),
    edits: [
      [
        "nextLookupAt({ unknownAt, lookups }, policy) !== null",
        "nextLookupAt({ unknownAt, lookups }, policy) !== 0",
      ],
    ],
    test: { file: "test/core/billing/reconciliation.test.ts", name: "then it stays unknown" },
  },
  {
    name: "an operator's word goes before the gateway's",
    file: "src/app/operators/failPayment.ts",
    edits: [['answer?._tag === "Approved"', 'answer?._tag === "Pending"']],
    test: {
      file: "test/app/operators/failPayment.test.ts",
      name: "its money is not lost by an operator's word",
    },
  },
  {
    name: "a payment is failed while its charge may be under way",
    file: "src/core/billing/collection/Operators.ts",
    edits: [
      ["now < chargeOverAt(attempt, rules.policy)", "now < chargeOverAt({ startedAt: 0 }, rules.policy)"],
    ],
    test: { file: "test/app/operators/failPayment.test.ts", name: "is made once: a payment" },
  },
  {
    name: "a charge is made again without a commit before it",
    file: "src/core/billing/collection/letChargesGo.ts",
    edits: [["change.charges.length === 0", "change.charges.length >= 0"]],
    test: { file: "test/app/operators/failPayment.test.ts", name: "made again after a look-up" },
  },
  {
    name: "a delivery that somebody else has taken is sent",
    file: "src/app/webhooks/makeTaker.ts",
    edits: [
      [
        "return (yield* store.replace(candidate, taken)) ? taken : null",
        "yield* store.replace(candidate, taken)\n    return taken",
      ],
    ],
    test: {
      file: "test/app/webhooks/dispatchEvents.test.ts",
      name: "that share a store send each event once",
    },
  },
  {
    name: "each attempt to deliver has an id of its own",
    file: "src/app/webhooks/attemptDelivery.ts",
    edits: [
      ['"webhook-id": event.eventId,', '"webhook-id": event.eventId + (delivery.attempts[0]?.at ?? ""),'],
      [
        "new Webhook(secret).sign(event.eventId, new Date(at), event.body)",
        'new Webhook(secret).sign(event.eventId + (delivery.attempts[0]?.at ?? ""), new Date(at), event.body)',
      ],
    ],
    test: {
      file: "test/app/webhooks/dispatchEvents.test.ts",
      name: "parks what fails to the end of the schedule",
    },
  },
  {
    name: "a conflict that a store of promise functions resolves to is taken for a commit",
    file: "src/promises/ports/services.ts",
    edits: [
      [
        'if (Predicate.isTagged(value, "VersionConflict")) return value',
        'if (Predicate.isTagged(value, "VersionConflict")) return null',
      ],
    ],
    test: {
      file: "test/promises/portsLayer.test.ts",
      name: "of many commits on one version exactly one succeeds",
    },
  },
  {
    name: "close waits only for the calls, and leaves a payment behind that has begun",
    file: "src/promises/runner.ts",
    edits: [
      [
        'track(new Promise((resolve) => fiber.addObserver(resolve)), "what a call left to be recorded")',
        "fiber.addObserver(() => undefined)",
      ],
    ],
    test: {
      file: "test/promises/createBilling.test.ts",
      name: "close waits until the payment is recorded",
    },
  },
  {
    name: "close waits for ever for a port that does not answer",
    file: "src/promises/runner.ts",
    edits: [["await Promise.race([whileRunning(), late.promise])", "await whileRunning()"]],
    test: {
      file: "test/promises/createBilling.test.ts",
      name: "names what has not ended, a minute later, and at once where all has",
    },
  },
  {
    name: "a gateway that answers nothing is asked for ever",
    file: "src/app/ports/withCircuitBreaker.ts",
    edits: [["if (!asked) return unknown", "if (!asked && policy.failuresMax === 0) return unknown"]],
    test: {
      file: "test/app/ports/withCircuitBreaker.test.ts",
      name: "is asked a few times, and every invoice is issued in its time",
    },
  },
  {
    name: "a run has the event loop for itself",
    file: "src/app/due/runDue.ts",
    edits: [["yield* Effect.yieldNow", "yield* Effect.void"]],
    test: { file: "test/app/execution/runDue.test.ts", name: "has a turn after each organization" },
  },
  {
    name: "a move of a driven clock makes every look-up late",
    file: "src/app/due/runDue.ts",
    edits: [["Math.max(at, onInstant(at))", "Math.max(now, onInstant(at))"]],
    test: { file: "test/app/execution/runDue.test.ts", name: "has its look-ups in their time" },
  },
  {
    name: "a driven clock passes what others caused meanwhile",
    file: "src/app/due/runDue.ts",
    edits: [["pending.filter((entry) => entry.at === at)", "pending.filter((entry) => entry.at >= at)"]],
    test: {
      file: "test/app/execution/runDue.atOnce.test.ts",
      name: "is made again at each instant of a driven clock",
    },
  },
  {
    name: "an organization that is due again comes before those that were not listed yet",
    file: "src/app/due/DueQueue.ts",
    edits: [["due.at >= knownUpTo", "due.at >= knownUpTo + 40 * 86_400_000"]],
    test: {
      file: "test/app/execution/runDue.atOnce.test.ts",
      name: "leaves the order as it was with one for each instant",
    },
  },
  {
    name: "a fee in advance is billed as its cycle ends",
    file: core("billing/periods/Accrual"),
    edits: [
      ['feeTiming === "ADVANCE" ? period.endAt : feeUntil', "feeTiming === null ? period.endAt : feeUntil"],
    ],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "9990 monthly from 31 Jan: charged 9990 at creation, at 28 Feb and at 31 Mar",
    },
  },
  {
    name: "a fee in advance is billed twice at a boundary",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [["feeLines(begins.period, billed,", "feeLines(begins.period, new Map(),"]],
    test: { file: "test/core/billing/advance.test.ts", name: "is not billed again at the boundary" },
  },
  {
    name: "a coupon is counted over the whole document",
    file: core("billing/invoicing/couponShares"),
    edits: [["groupOf(line, document) === cycle", "groupOf(line, document) <= cycle"]],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "keeps the parts of its coupon inside, and shows their sum",
    },
  },
  {
    name: "the end of a trial bills no fee in advance",
    file: core("billing/subscriptions/Trials"),
    edits: [
      [
        'yield* billFeeInAdvance(taken, { kind: "CREATION", at }, rules)',
        'billFeeInAdvance.length > 0 ? taken : yield* billFeeInAdvance(taken, { kind: "CREATION", at }, rules)',
      ],
    ],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "with a trial of 14 days from 31 Jan: nothing until 14 Feb, then 9990, next boundary 14 Mar",
    },
  },
  {
    name: "a next fee that was paid early stays paid before a scheduled end",
    file: core("billing/subscriptions/running"),
    edits: [
      [
        "correctFees(withNextFollowing(told), now, rules)",
        "correctFees(told.account === before ? withNextFollowing(told) : told, now, rules)",
      ],
    ],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "goes back with a scheduled cancellation, and is due again with its undo",
    },
  },
  {
    name: "a fee in advance that nobody paid, and that was lowered, waits for the boundary",
    file: core("billing/invoicing/Voids"),
    edits: [["&& !billedRunningFee(account, invoice)", "|| billedRunningFee(account, invoice)"]],
    test: { file: "test/core/billing/advance.unpaid.test.ts", name: "of a year, too" },
  },
  {
    name: "more units in advance are charged at the boundary only",
    file: core("billing/subscriptions/QuantityChanges"),
    edits: [["const issued = isMore\n", "const issued = !isMore\n"]],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "seats 3 → 5 at half of a cycle of 28 days, 1000 each: 3000 at the start, 1000 at the change",
    },
  },
  {
    name: "a resume leaves the rest of a fee in advance to the boundary",
    file: core("billing/subscriptions/Lifecycle"),
    edits: [
      [
        'return yield* billFeeInAdvance(resumed, { kind: "RESUME", at: now }, rules)',
        'return now > 0 ? resumed : yield* billFeeInAdvance(resumed, { kind: "RESUME", at: now }, rules)',
      ],
    ],
    test: {
      file: "test/core/billing/subscriptions/resume.test.ts",
      name: "does not put a year off, after a pause over its start",
    },
  },
  {
    name: "a resume bills usage, too, and items",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [['if (kind === "QUANTITY_CHANGE" || kind === "RESUME")', 'if (kind === "QUANTITY_CHANGE")']],
    test: {
      file: "test/core/billing/subscriptions/resume.test.ts",
      name: "bills the rest of a fee in advance, which the credit of the pause pays as far as it goes",
    },
  },
  {
    name: "a pause keeps the next fee that was paid early",
    file: core("billing/subscriptions/Lifecycle"),
    edits: [["correctFees(withNextFollowing(stopped), now, rules)", "correctFees(stopped, now, rules)"]],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "goes back with a pause, beside the rest of the running cycle, and both are due again after it",
    },
  },
  {
    name: "usage before a boundary is lost with its document",
    file: core("billing/periods/Corrections"),
    edits: [
      [
        "for (const invoiceId of over) next = yield* rebill(next, invoiceId, at, rules)",
        "for (const invoiceId of over.slice(1)) next = yield* rebill(next, invoiceId, at, rules)",
      ],
    ],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "of a cycle's boundary, cancelled: the usage before it is billed again in its own period",
    },
  },
  {
    name: "a debt is due anew where it is billed again",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [["dueAt: Math.min(at, dueAt)", "dueAt: Math.max(at, dueAt)"]],
    test: {
      file: "test/core/billing/advance.unpaid.test.ts",
      name: "is followed by one that is as late",
    },
  },
  {
    name: "a debt is due anew on the invoice of a pause, another plan or the end",
    file: core("billing/periods/Corrections"),
    edits: [["Math.min(first, findInvoice(", "Math.max(first, findInvoice("]],
    test: {
      file: "test/core/billing/advance.unpaid.test.ts",
      name: "is due as before on the invoice of a pause",
    },
  },
  {
    name: "a lower quantity puts an unpaid fee in advance off to the boundary",
    file: core("billing/subscriptions/QuantityChanges"),
    edits: [
      [
        "yield* rebillUnpaid(corrected, now, rules)",
        "now > 0 ? corrected.change : yield* rebillUnpaid(corrected, now, rules)",
      ],
    ],
    test: {
      file: "test/core/billing/advance.unpaid.test.ts",
      name: "is billed again at once after a lower quantity",
    },
  },
  {
    name: "a charge at its issue keeps an invoice in time that was due before",
    file: core("billing/collection/Delinquency"),
    edits: [
      ["(since === receivable.issuedAt && since <= receivable.dueAt)", "since === receivable.issuedAt"],
    ],
    test: {
      file: "test/core/billing/advance.unpaid.test.ts",
      name: "is followed by one that is as late",
    },
  },
  {
    name: "a document of two periods gives back for one what it received for the other",
    file: core("billing/periods/giveBack"),
    edits: [["groupsOf(invoice).length === 1", "groupsOf(invoice).length > 0"]],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "gives back for each what it received for its lines",
    },
  },
  {
    name: "a discount is taken back out of a credit that was given back",
    file: core("billing/periods/takeDiscountBack"),
    edits: [
      ["if (owed === 0) return change", ""],
      ["Math.min(owed,", "Math.min(owed + givenAmount,"],
    ],
    test: {
      file: "test/core/billing/periods/periodDiscount.test.ts",
      name: "takes nothing back of a credit that was given back already",
    },
  },
  {
    name: "a document of two periods is billed again twice",
    file: core("billing/periods/Corrections"),
    edits: [["yield* overbilledAndUnpaid(now(place))", "yield* overbilledAndUnpaid(place)"]],
    test: {
      file: "test/core/billing/advance.test.ts",
      name: "refused for two periods at once, it is billed again once",
    },
  },
  {
    name: "an imported customer loses the day that months are too short for",
    file: core("billing/imports/Imports"),
    edits: [["const anchor = { ...given, firstCycle", "const anchor = { ...first, firstCycle"]],
    test: {
      file: "test/core/billing/imports/imports.test.ts",
      name: "keeps the day of an anchor that months are too short for",
    },
  },
  {
    name: "an imported coupon begins anew",
    file: core("billing/imports/Imports"),
    edits: [
      [
        "const since = customer.coupon?.cyclesSince ?? 0",
        "const since = Math.min(0, customer.coupon?.cyclesSince ?? 0)",
      ],
    ],
    test: {
      file: "test/core/billing/imports/imports.test.ts",
      name: "counts the cycles that a coupon had, also one that cannot be redeemed any more",
    },
  },
  {
    name: "an imported period that is paid is billed again at its end",
    file: core("billing/imports/Imports"),
    edits: [["feeUntil: feePaid ? period.endAt : null", "feeUntil: feePaid ? now : null"]],
    test: {
      file: "test/core/billing/imports/imports.test.ts",
      name: "does not bill a period again that is paid, and gives back what of it is not used",
    },
  },
  {
    name: "an imported customer can begin again with a trial",
    file: core("billing/imports/Imports"),
    edits: [["anchor, cycle, now, ...trial }", "anchor, cycle, now, ...({} as typeof trial) }"]],
    test: {
      file: "test/core/billing/imports/importedRecords.test.ts",
      name: "cannot cancel it and begin again with a trial, as if it had begun here",
    },
  },
  {
    name: "an imported trial is announced again",
    file: core("billing/imports/Imports"),
    edits: [
      ["const announced = noticeAt(endAt, policy) <= now", "const announced = noticeAt(endAt, policy) < 0"],
    ],
    test: {
      file: "test/core/billing/imports/importedTrial.test.ts",
      name: "hears of its end by this policy, where that is still to come",
    },
  },
  {
    name: "an import with other content is taken for the same one",
    file: "src/app/imports/importSubscription.ts",
    edits: [["known.value.fingerprint === fingerprint && ", "fingerprint !== null && "]],
    test: {
      file: "test/app/imports/importSubscription.test.ts",
      name: "again with other content is refused, also for another organization",
    },
  },
  {
    name: "two clocks that take in turn refill a bucket each time",
    file: core("identity/TokenBucket"),
    edits: [
      [
        "const at = Math.max(bucket.at, now)\n  const elapsed = Math.min(at - bucket.at, windowMillis)",
        "const at = now\n  const elapsed = Math.min(Math.max(0, at - bucket.at), windowMillis)",
      ],
    ],
    test: {
      file: "test/core/rate-limit/TokenBucket.test.ts",
      name: "gives nothing for two clocks that differ and take in turn",
    },
  },
  {
    name: "the layer of a server lets go of its ports while calls are in flight",
    file: "src/http/node/studioServerLayer.ts",
    edits: [
      ["({ stop }) =>", "() =>"],
      ["Effect.andThen(Effect.promise(stop)),", ""],
      ["({ close }) => Effect.promise(close),", "() => Effect.void,"],
    ],
    test: {
      file: "test/http/node/studioServerLayer.test.ts",
      name: "finishes what is in flight before the ports go",
    },
  },
  {
    name: "a host's own tracer is told the text of a refusal",
    file: "src/app/execution/useCase.ts",
    edits: [["?? quietTracer(tracer)", "?? (loud.has(tracer) ? quietTracer(tracer) : tracer)"]],
    test: {
      file: "test/app/execution/useCase.test.ts",
      name: "tells a refusal by its tag, and no text of it",
    },
  },
  {
    name: "an exported span holds the text of a defect",
    file: "src/app/telemetry/quietTracer.ts",
    edits: [["Exit.die(nameless(String(errorType)))", 'errorType === null ? Exit.die(nameless("")) : exit']],
    test: {
      file: "test/observability/metrics.test.ts",
      name: "that ends by a defect is an error by its kind, and is logged with its trace",
    },
  },
  {
    name: "the code of a coupon is exported with the path of a request",
    file: "src/observability/observeRequest.ts",
    edits: [["return isId(value) ? value : all", "return value ?? all"]],
    test: { file: "test/docs/observedService.test.ts", name: "nothing that is secret" },
  },
  {
    name: "events of a commit that met a conflict are counted",
    file: "src/observability/observedStore.ts",
    edits: [
      [
        ").pipe(Effect.tap(() => Effect.forEach(eventsOf(commit), countEvent, { discard: true }))),",
        ").pipe(Effect.ensuring(Effect.forEach(eventsOf(commit), countEvent, { discard: true }))),",
      ],
    ],
    test: {
      file: "test/observability/observed.test.ts",
      name: "tells of a conflict, which is no error, and counts nothing of it",
    },
  },
  {
    name: "a world that an agent misspells begins",
    file: "simulator/mcp/Service.ts",
    edits: [["!(await worlds()).includes(name)", "(await worlds()).length === 0"]],
    test: {
      file: "test/simulator/mcp/mcp.test.ts",
      name: 'refuses audit with {"world":"nowhere"} in words',
    },
  },
  {
    name: "what an agent reads has the log between the lines of its protocol",
    file: "simulator/cli/main.ts",
    edits: [['forAgent ? "silent" : (options.log ?? "pretty")', 'options.log ?? "pretty"']],
    test: {
      file: "test/simulator/mcp/stdio.test.ts",
      name: "writes nothing but the protocol",
    },
  },
  {
    name: "a move of the clock goes on when its agent has left",
    file: "simulator/mcp/Service.ts",
    edits: [["signal !== undefined && { signal }", "signal !== undefined && { signal: null }"]],
    test: {
      file: "test/simulator/mcp/mcp.test.ts",
      name: "stops the clock where it is when the agent does not wait any more",
    },
  },
  {
    name: "a trial counts into the first fee",
    file: core("billing/subscriptions/Subscribe"),
    edits: [["at: begun.trial?.endAt ?? now", "at: now"]],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "bills nothing until 14 March, and then 9990 for the cycle from 14 February",
    },
  },
  {
    name: "usage of a trial is billed",
    file: core("billing/periods/Usage"),
    edits: [
      [
        "const segmentIndex = activeSegmentAt(period, billedAt)",
        "const segmentIndex = activeSegmentAt(period, Math.max(billedAt, period.startAt))",
      ],
    ],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "is recorded and free, and counts in no threshold",
    },
  },
  {
    name: "a second trial is given",
    file: core("subscription/Trial"),
    edits: [
      [
        "trialsUsed(account.subscription).includes(planId)",
        "trialsUsed(account.subscription).slice(1).includes(planId)",
      ],
    ],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "a second subscription begins without one, at any interval",
    },
  },
  {
    name: "a cancellation in a trial keeps the fee of its cycle",
    file: core("billing/subscriptions/Lifecycle"),
    edits: [
      [
        "subscription !== null && !inTrial(subscription)",
        'subscription !== null && !inTrial({ ...subscription, status: "CANCELLED" })',
      ],
    ],
    test: { file: "test/core/billing/trials.test.ts", name: "bills nothing under FULL_CYCLE" },
  },
  {
    name: "a change of plan in a trial keeps what was paid ahead",
    file: core("billing/subscriptions/TermsChanges"),
    edits: [
      [
        "const corrected = yield* correctFees(started, now, rules)\n  return yield* updateDelinquency(corrected.change, now, rules)",
        "return yield* updateDelinquency(started, now, rules)",
      ],
    ],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "goes back whole when the plan changes, and pays the new one's fee",
    },
  },
  {
    name: "a trial that is shorter than the notice is announced before it begins",
    file: core("subscription/Trial"),
    edits: [
      [
        "Math.max(createdAt, noticeAt(trial.endAt, policy))",
        "Math.min(createdAt, noticeAt(trial.endAt, policy))",
      ],
    ],
    test: {
      file: "test/core/billing/trials.test.ts",
      name: "a trial shorter than the notice is announced at its time",
    },
  },
  {
    name: "the fee of all units is that of the first ones",
    file: core("billing/periods/Stretches"),
    edits: [
      [
        "stretches.map((stretch) => [stretch.quantity, stretch.activeMillis])",
        "stretches.map((stretch) => [stretches[0]?.quantity ?? 1, stretch.activeMillis])",
      ],
    ],
    test: {
      file: "test/core/billing/quantities.test.ts",
      name: "3 → 5 at half of a cycle of 28 days, 1000 each: 3 × 1000 × 14/28 + 5 × 1000 × 14/28 = 4000",
    },
  },
  {
    name: "each line of a quantity bills what the lines before it bill",
    file: core("billing/periods/Accrual"),
    edits: [["covered += unbilled", "covered += Math.min(0, unbilled)"]],
    test: {
      file: "test/core/billing/quantities.test.ts",
      name: "rounds once, on the running sum, and no line that was issued moves",
    },
  },
  {
    name: "fewer units keep what was paid ahead",
    file: core("billing/subscriptions/QuantityChanges"),
    edits: [["correctFees(changed, now, rules)", "correctFees(changed, now, rules, () => false)"]],
    test: {
      file: "test/core/billing/quantities.test.ts",
      name: "of more units than there are goes back, and of fewer the boundary bills the rest",
    },
  },
  {
    name: "nobody is told of an attempt that nobody answered and nothing will look up",
    file: core("billing/Schedule"),
    edits: [
      [
        "next = yield* callOperator(next, { invoiceId, attemptId, now: at }, rules)",
        "next = at < 0 ? yield* callOperator(next, { invoiceId, attemptId, now: at }, rules) : next",
      ],
    ],
    test: {
      file: "test/core/billing/reconciliation.test.ts",
      name: "an attempt that nobody ever answered calls an operator when it is stale",
    },
  },
  {
    name: "a cycle that a change of the interval closed is kept until it would have ended",
    file: core("billing/Schedule"),
    edits: [["period.segments.at(-1)?.endAt ?? period.endAt", "period.endAt"]],
    test: {
      file: "test/core/billing/settled.test.ts",
      name: "a period that a change of the interval closed is settled by the days since then",
    },
  },
  {
    name: "a coupon that is given is over by the months of the cycle before it",
    file: core("billing/subscriptions/CouponStatus"),
    edits: [["termsFrom(subscription, first)", "termsFrom(subscription, cycle)"]],
    test: {
      file: "test/core/billing/subscriptions/appliedCoupon.test.ts",
      name: "is as its first plan says, which may change before it begins",
    },
  },
  {
    name: "a slow process decides before what has happened already",
    file: "src/app/execution/decideAndCharge.ts",
    edits: [["left === 0 ? decision", "left >= 0 ? decision"]],
    test: {
      file: "test/app/execution/decideAndCharge.test.ts",
      name: "is decided after what fell due with the newest that happened",
    },
  },
  {
    name: "usage of a slow process counts before what has happened already",
    file: "src/app/usage/recordTogether.ts",
    edits: [
      [
        "afterPassedSteps(decisionOf(requests, start), start, decideAndCommit)",
        "decideAndCommit(decisionOf(requests, start), start)",
      ],
      ["import { afterPassedSteps, chargeAll }", "import { chargeAll }"],
    ],
    test: {
      file: "test/app/execution/decideAndCharge.test.ts",
      name: "counts usage after it, too: in the cycle that has begun, and without a voucher that is over",
    },
  },
  {
    name: "a coupon that begins with the next fee is over before it",
    file: core("billing/subscriptions/CouponStatus"),
    edits: [["isAhead || Coupon.covers(coupon, running)", "Coupon.covers(coupon, running)"]],
    test: {
      file: "test/core/billing/couponStatus.test.ts",
      name: "that begins with the next fee, paid early, is not over before that cycle is",
    },
  },
  {
    name: "another plan with an interval of the same id is the same plan",
    file: core("plan/Plan"),
    edits: [["a?.planId === b?.planId && a?.planIntervalId", "a?.planIntervalId"]],
    test: {
      file: "test/core/billing/subscriptions/sharedIntervalIds.test.ts",
      name: "is another plan, at once",
    },
  },
  {
    name: "a scheduled quantity is forgotten at the boundary",
    file: core("billing/periods/nextPeriod"),
    edits: [
      [
        'const next = yield* applyToSubscription(cycled, { _tag: "TakeScheduledQuantity", now: at })',
        "const next = cycled",
      ],
    ],
    test: {
      file: "test/core/billing/quantities.test.ts",
      name: "is that of the next cycle, beside a plan that waits",
    },
  },
  {
    name: "more units are had of what is sold once",
    file: core("subscription/Quantity"),
    edits: [["return quantity === 1 ||", "return quantity >= 1 ||"]],
    test: { file: "test/core/billing/quantities.test.ts", name: "more than one of what is sold once" },
  },
  {
    name: "a change within an instant leaves a stretch",
    file: core("billing/periods/Stretches"),
    edits: [["stretch.from < from", "stretch.from <= from"]],
    test: {
      file: "test/core/billing/quantities.test.ts",
      name: "in two steps costs what it costs in one, and up and down within an instant costs nothing",
    },
  },
  {
    name: "a change of plan forgets the quantity",
    file: core("billing/subscriptions/TermsChanges"),
    edits: [["quantity: cycleQuantity(subscription)", "quantity: Math.min(1, cycleQuantity(subscription))"]],
    test: { file: "test/core/billing/quantities.test.ts", name: "keeps the quantity" },
  },
  {
    name: "an item counts into the fee of every document",
    file: core("billing/periods/Accrual"),
    edits: [
      [
        "return billedOf(billed, item).quantity > 0 ? [] :",
        "return billedOf(billed, item).quantity > 1 ? [] :",
      ],
    ],
    test: {
      file: "test/core/billing/items.test.ts",
      name: "is on the upcoming invoice, and billed early with it",
    },
  },
  {
    name: "a cut bills the items",
    file: core("billing/invoicing/UpcomingInvoice"),
    edits: [['kind === "CUT" ? []', 'kind === "REISSUE" ? []']],
    test: { file: "test/core/billing/items.test.ts", name: "counts in no threshold, and no cut bills it" },
  },
  {
    name: "an item that waits is forgotten when its cycle is settled",
    file: core("billing/periods/Accrual"),
    edits: [["itemLines([period], billed).length === 0", "itemLines([], billed).length === 0"]],
    test: {
      file: "test/core/billing/items.test.ts",
      name: "waits while the subscription is paused, for as many cycles as that takes",
    },
  },
  {
    name: "an item of a voided document is lost",
    file: core("billing/invoicing/Voids"),
    edits: [['line.item.kind === "FEE" ? [] : [line]', 'line.item.kind !== "USAGE" ? [] : [line]']],
    test: {
      file: "test/core/billing/items.test.ts",
      name: "returns when its document is voided and billed again",
    },
  },
  {
    name: "an item is added again under its id",
    file: core("billing/invoicing/InvoiceItems"),
    edits: [["if (before !== undefined) {", "if (before !== undefined && !before.isBilled) {"]],
    test: {
      file: "test/core/billing/items.test.ts",
      name: "its id with other content; the same again changes nothing, also once it is billed",
    },
  },
  {
    name: "two examples of one call share a key",
    file: "simulator/server/reference/operation.ts",
    edits: [['nth === 0 ? "" :', 'nth >= 0 ? "" :']],
    test: {
      file: "test/simulator/server/reference/page.test.ts",
      name: "a simulator can be called as its page says",
    },
  },
  {
    name: "the reference of the control plane leads back to itself",
    file: "simulator/server/reference/page.ts",
    edits: [['console: "../",', 'console: "./",']],
    test: {
      file: "test/simulator/server/reference/page.test.ts",
      name: "leads from /docs/control back to the console and to the other pages",
    },
  },
  {
    name: "deliveries that are replaced together get the answers of others",
    file: "src/postgres/schema/webhooks.ts",
    edits: [["replaced || item.place", "replaced || cardinality(replaced)"]],
    test: {
      file: "test/postgres/PostgresWebhookStore.test.ts",
      name: "have each an answer of its own",
    },
  },
  {
    name: "a delivery that is held is found ready by each worker",
    file: "src/app/webhooks/makeTaker.ts",
    edits: [["ready.filter(({ deliveryId }) => !leasing.has(deliveryId))", "ready"]],
    test: {
      file: "test/app/webhooks/held.test.ts",
      name: "keeps one worker waiting, and the others send what comes",
    },
  },
  {
    name: "a delivery that is held fails those that went with it",
    file: "src/postgres/PostgresWebhookStore.ts",
    edits: [["onFailure: () => rows.map(one)", "onFailure: () => rows.map(() => Effect.succeed(false))"]],
    test: {
      file: "test/postgres/heldDeliveries.test.ts",
      name: "on a delivery is waited for no longer than a while, and those that went with it go on",
    },
  },
  {
    name: "an attempt is signed by the new secret alone",
    file: "src/app/webhooks/attemptDelivery.ts",
    edits: [['signatures.join(" ")', 'signatures.slice(0, 1).join(" ")']],
    test: {
      file: "test/app/webhooks/changeEndpoint.test.ts",
      name: "signs beside the earlier one, so that a receiver with either verifies, until the day is over",
    },
  },
  {
    name: "a long backlog goes to the URL before",
    file: "src/app/webhooks/dispatchEvents.ts",
    edits: [["age >= ENDPOINT_AGE_MAX", "age >= Number.POSITIVE_INFINITY"]],
    test: {
      file: "test/app/webhooks/changeEndpoint.test.ts",
      name: "is seen within a second by a process that goes on delivering a long backlog",
    },
  },
  {
    name: "deliveries that are replaced together lock lanes in any order",
    file: "src/postgres/schema/webhooks.ts",
    edits: [["ORDER BY endpoint, organization, place", "ORDER BY place"]],
    test: {
      file: "test/postgres/PostgresWebhookStore.test.ts",
      name: "never wait for those of another process that wait for them",
    },
  },
  {
    name: "calls that go together fail with none of them answered",
    file: "src/postgres/together.ts",
    edits: [
      ["Effect.suspend(() => many(calls.map(({ item }) => item)))", "many(calls.map(({ item }) => item))"],
    ],
    test: {
      file: "test/postgres/together.test.ts",
      name: "get the same defect where what makes them throws, and later ones go on",
    },
  },
  {
    name: "the audit asks nobody for the rest of a coupon",
    file: "simulator/audit/coupons.ts",
    edits: [
      [
        "amountPaid < payableAmount && attempts.some(isOpen)",
        "(amountPaid <= payableAmount || attempts.some(isOpen))",
      ],
    ],
    test: {
      file: "test/simulator/audit/coupon.test.ts",
      name: "finds a period that is over and got less than one invoice would have got",
    },
  },
  {
    name: "what comes late of before the end of a coupon has no discount",
    file: core("billing/periods/PeriodDiscount"),
    edits: [
      [
        "const without = cycle > (coupon.endedCycle ?? cycle)",
        "const without = cycle < (coupon.endedCycle ?? cycle)",
      ],
    ],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "has a coupon for 3 months only so long, where the interval ended it",
    },
  },
  {
    name: "a round that another policy brings into the past is taken before what happened since",
    file: core("billing/Schedule"),
    edits: [
      [
        "takeRounds(unchanged(account), instantOf(account, due.at), rules)",
        "takeRounds(unchanged(account), due.at, rules)",
      ],
    ],
    test: {
      file: "test/simulate/remembered.test.ts",
      name: "a round that another policy brings into the past, and that finds no debt but an invoice that joined it",
    },
  },
  {
    name: "a coupon that comes to a running subscription discounts what is late of before",
    file: core("billing/periods/PeriodDiscount"),
    edits: [["if (cycle < startCycle) return -1", "if (cycle < startCycle - 1) return -1"]],
    test: {
      file: "test/core/billing/subscriptions/appliedCoupon.test.ts",
      name: "discounts nothing that comes late of the cycles before it",
    },
  },
  {
    name: "a coupon that comes to a running subscription begins in a cycle that is billed in part",
    file: core("billing/periods/nextPeriod"),
    edits: [["ownInvoices(place).length > 0", "ownInvoices(place).length > 1"]],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over coupons that come to a running subscription",
    },
  },
  {
    name: "an operator takes back an approval that is on its way",
    file: "simulator/adapters/gateway/keepingWord.ts",
    edits: [[" && !leaving.has(attemptId)", ""]],
    test: {
      file: "test/simulator/gateway/keepingWord.test.ts",
      name: "that is on its way is not taken back, and is lost only once it is",
    },
  },
  {
    name: "a coupon loses its months with a change to the plan that it waited for",
    file: core("billing/invoicing/Issuing"),
    edits: [["begins?.period.cycle === cycle ?", "begins?.period.cycle === cycle + 1 ?"]],
    test: {
      file: "test/core/billing/subscriptions/appliedCoupon.test.ts",
      name: "keeps its months where its plan comes at once after all, with a fee in advance",
    },
  },
  {
    name: "a coupon that came later is discounted from the first cycle by the audit",
    file: "simulator/audit/periods.ts",
    edits: [["if (cycle < startCycle) return false", "if (cycle > startCycle) return false"]],
    test: {
      file: "test/simulator/audit/coupon.test.ts",
      name: "begins with its first cycle where it came to a running subscription",
    },
  },
  {
    name: "a coupon that is taken off forgets the fee that was paid ahead",
    file: core("billing/periods/nextPeriod"),
    edits: [["lastBilled(account, cycle + 1)", "lastBilled(account, cycle + 2)"]],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over coupons that a change of plan ends",
    },
  },
  {
    name: "a coupon that is taken off in a trial forgets a charge that was paid ahead",
    file: core("billing/periods/nextPeriod"),
    edits: [["withItems.includes(index)", "withItems.includes(index + 1)"]],
    test: {
      file: "test/core/billing/subscriptions/removedCoupon.test.ts",
      name: "discounts a first cycle of which a charge was paid ahead in a trial, and none after",
    },
  },
  {
    name: "a fee that was paid ahead in a trial goes back only with the trial's end",
    file: core("billing/periods/nextPeriod"),
    edits: [["const isActive = subscription.cancelAt === null && ", "const isActive = "]],
    test: {
      file: "test/core/billing/subscriptions/trialEnds.test.ts",
      name: "gives back at once what was paid ahead, with what the coupon and vouchers gave, and the last invoice shows it",
    },
  },
  {
    name: "a coupon that is taken off discounts a next fee that was given back",
    file: core("billing/periods/nextPeriod"),
    edits: [["billedItems(invoices, [period])", "billedItems(invoices, [])"]],
    test: {
      file: "test/core/billing/subscriptions/removedCoupon.test.ts",
      name: "discounts no next fee that was paid early and given back",
    },
  },
  {
    name: "a coupon that is taken off in a trial discounts the first cycle",
    file: core("billing/periods/nextPeriod"),
    edits: [
      [
        "if (subscription !== null && inTrial(subscription)) return { cycle, segment",
        "if (subscription === null) return { cycle, segment",
      ],
    ],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over coupons that a change of plan ends",
    },
  },
  {
    name: "a coupon that is taken off comes back with a change of plan to and fro",
    file: core("coupon/Coupon"),
    edits: [
      ["endedCycle === null || (endedCycle === cycle &&", "endedCycle === null || (endedCycle > cycle &&"],
    ],
    test: {
      file: "test/core/billing/subscriptions/removedCoupon.test.ts",
      name: "ends at once with a change to a plan that it does not fit, and not again with a change back",
    },
  },
  {
    name: "a coupon that ended discounts what is after its end",
    file: core("billing/periods/PeriodDiscount"),
    edits: [
      ["index <= lastSegment(coupon, period.cycle)", "index <= lastSegment(coupon, period.cycle) + 99"],
    ],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "discounts no later segment of it, also not under the plan that it is for",
    },
  },
  {
    name: "a coupon discounts the fee of a plan to come that it does not fit",
    file: core("billing/periods/PeriodDiscount"),
    edits: [["&& Coupon.fits(coupon, terms)", "&& (terms.amount >= 0 || Coupon.fits(coupon, terms))"]],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "moves nothing to its fee from one that was paid late (at the end of the cycle)",
    },
  },
  {
    name: "a month of a coupon becomes a year",
    file: core("coupon/Coupon"),
    edits: [["if (known !== undefined && period.months <= known.months)", "if (known !== undefined)"]],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "has no year after a month, where the payment of the next month is not known yet",
    },
  },
  {
    name: "an item is of the first plan of its cycle",
    file: core("billing/periods/Accrual"),
    edits: [["...(segment > 0 && { segment })", "...(segment < 0 && { segment })"]],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "has no discount, also where a fee that it fits was paid ahead, and keeps one that it has",
    },
  },
  {
    name: "a coupon ends while its trial goes on",
    file: core("subscription/Subscription"),
    edits: [["state.coupon === null || inTrial(state)", "state.coupon === null"]],
    test: {
      file: "test/core/billing/periods/endedCoupon.test.ts",
      name: "discounts every cycle after it",
    },
  },
  {
    name: "what a commit leaves is not told",
    file: core("billing/Updates"),
    edits: [["return updates.length === 0 ?", "return updates.length >= 0 ?"]],
    test: { file: "test/webhooks/readModel.laws.test.ts", name: "hold each subscription as it is" },
  },
  {
    name: "a charge that is under way hides what else changed",
    file: core("billing/Updates"),
    edits: [
      [
        "if (last === undefined || !isSame(",
        'if (invoice.attempts.at(-1)?.status === "STARTED") return true\n  if (last === undefined || !isSame(',
      ],
    ],
    test: {
      file: "test/core/billing/updates.test.ts",
      name: "it is told that money came meanwhile",
    },
  },
  {
    name: "the events of a commit have one position",
    file: "src/app/execution/commitOf.ts",
    edits: [["position: version * POSITIONS + index", "position: version * POSITIONS"]],
    test: {
      file: "test/app/execution/commitOf.test.ts",
      name: "the events of one commit, and of the next, have rising positions",
    },
  },
  {
    name: "a part of a fee that rounds to the whole price is shown as whole",
    file: core("billing/periods/Accrual"),
    edits: [["activeMillis === cycleMillis", "activeMillis > 0"]],
    test: {
      file: "test/core/billing/periods/prorated.test.ts",
      name: "is prorated after a pause of a millisecond",
    },
  },
  {
    name: "a pause right before it spares the fee of the whole cycle",
    file: core("billing/subscriptions/Lifecycle"),
    edits: [["wasPausedIn(period, account) ?", "wasPausedIn(period, told.account) ?"]],
    test: {
      file: "test/core/billing/subscriptions/fullCycle.test.ts",
      name: "costs as much after a pause right before it",
    },
  },
  {
    name: "a worker of webhooks that is interrupted keeps its place",
    file: "src/app/webhooks/makeWorkers.ts",
    edits: [["Effect.ensuring(work, leave", "Effect.andThen(work, leave"]],
    test: {
      file: "test/app/webhooks/dispatchEvents.test.ts",
      name: "goes on where the store interrupted all workers of an endpoint",
    },
  },
  {
    name: "what a port rejects with at once is heard of too late",
    file: "src/promises/ports/services.ts",
    edits: [["  promise.catch(() => undefined)\n", ""]],
    test: {
      file: "test/promises/ports.test.ts",
      name: "that reject at once are heard, wherever the call gives way to others",
    },
  },
  {
    name: "a code of one-time passwords may have no digits",
    file: core("identity/checkOtpPolicy"),
    edits: [["digits: [4, 12]", "digits: [0, 12]"]],
    test: { file: "test/promises/mistakes.test.ts", name: "is told of a code without digits" },
  },
  {
    name: "a schema of PostgreSQL that is a word of SQL fails",
    file: "src/postgres/SchemaOptions.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    edits: [['return `"${schema}"`', "return schema"]],
    test: {
      file: "test/postgres/faults.test.ts",
      name: "makes a schema of any name that PostgreSQL takes, a word of SQL too",
    },
  },
  {
    name: "a schema that PostgreSQL keeps for itself is taken",
    file: "src/postgres/SchemaOptions.ts",
    edits: [["(?!pg_)", ""]],
    test: { file: "test/postgres/faults.test.ts", name: "of a schema that cannot be called" },
  },
  {
    name: "a name that is looked for without end stops webhooks to others",
    file: "src/webhooks/NodeWebhookSender.ts",
    edits: [["const LOOKUP_MILLIS_MAX = 5_000", "const LOOKUP_MILLIS_MAX = 5_000_000"]],
    test: {
      file: "test/webhooks/NodeWebhookSender.test.ts",
      name: "leaves its place to others after five seconds",
    },
  },
  {
    name: "any number of names is looked for without end",
    file: "src/webhooks/NodeWebhookSender.ts",
    edits: [["const OVERDUE_MAX = 4", "const OVERDUE_MAX = 400"]],
    test: {
      file: "test/webhooks/NodeWebhookSender.test.ts",
      name: "is one of four at most: then no other one is begun until one of them ends",
    },
  },
  {
    name: "a stream that goes on when its client left is asked for ever",
    file: "src/http/node/requestListener.ts",
    edits: [["said !== null && !response.closed;", "said !== null;"]],
    test: { file: "test/http/node/unwritable.test.ts", name: "of a stream ends its own connection alone" },
  },
  {
    name: "a record is read before its version",
    file: "src/app/provisioning/changeRecord.ts",
    edits: [
      ["  const version = yield* store.version(scope)\n", ""],
      [
        "  const record = yield* changed\n",
        "  const record = yield* changed\n  const version = yield* store.version(scope)\n",
      ],
    ],
    test: {
      file: "test/app/provisioning/changeRecord.test.ts",
      name: "keeps every redemption that is made at the same time",
    },
  },
  {
    name: "a caller is let into another organization than its own",
    file: "src/http/contractRoutes.ts",
    edits: [["wanted !== null && wanted !== organizationId", "wanted === null && wanted !== organizationId"]],
    test: {
      file: "test/http/hooks.test.ts",
      name: "lets nobody into another organization than the one that the caller acts for",
    },
  },
  {
    name: "whatever a host says of who calls is a caller",
    file: "src/http/server/authenticate.ts",
    edits: [['typeof userId === "string" &&', 'typeof userId !== "bigint" &&']],
    test: {
      file: "test/http/hooks.test.ts",
      name: "lets nobody in where it gives a caller without a user",
    },
  },
  {
    name: "the id of an event is of its place and its type alone",
    file: "src/app/execution/commitOf.ts",
    edits: [["JSON.stringify(billingEvent)", "JSON.stringify(billingEvent.type)"]],
    test: { file: "test/app/execution/commitOf.test.ts", name: "tells of another status by another id" },
  },
  {
    name: "a run goes on when its time is over",
    file: "src/app/due/runDue.ts",
    edits: [
      ["withinMillis === undefined ? Effect.asSome(steps)", "withinMillis !== null ? Effect.asSome(steps)"],
    ],
    test: {
      file: "test/app/execution/runDue.within.test.ts",
      name: "finishes the charge under way, and takes nothing more",
    },
  },
  {
    name: "a delivery whose time is over leaves its attempts behind",
    file: "src/app/webhooks/deliverEvents.ts",
    edits: [
      [
        "Effect.andThen(Effect.sleep(withinMillis), drain)",
        "Effect.andThen(Effect.sleep(withinMillis), Effect.forkDetach(drain))",
      ],
    ],
    test: {
      file: "test/app/webhooks/dispatchEvents.test.ts",
      name: "begins nothing more when its time is over, and waits for the attempts under way",
    },
  },
  {
    name: "an empty body of no type is refused",
    file: "src/http/exchange.ts",
    edits: [
      [
        "    Effect.flatMap(body(0), () => Effect.undefined),",
        '    Effect.flatMap(body(0), () => Effect.fail(apiError("unsupported_media_type"))),',
      ],
    ],
    test: {
      file: "test/http/makeFetch.test.ts",
      name: "of no bytes is none, whatever type the platform gives it: a stream, as frameworks give one for every POST",
    },
  },
  {
    name: "a request whose body was read passes for one without",
    file: "src/http/makeFetch.ts",
    edits: [["  if (input.bodyUsed)", "  if (input.bodyUsed && input.body === null)"]],
    test: {
      file: "test/http/makeFetch.test.ts",
      name: "is refused where its body was read: it would pass for one without",
    },
  },
  {
    name: "a body that an app has read is an incomplete one",
    file: "src/http/node/requestListener.ts",
    edits: [
      ["    if (request.readableEnded) return", "    if (request.readableEnded && bytesMax < 0) return"],
    ],
    test: {
      file: "test/http/node/requestListener.test.ts",
      name: "a body that the app has read is a defect that names the remedy, and no call without one",
    },
  },
  {
    name: "a listener takes the path that is left of its mount",
    file: "src/http/node/requestTarget.ts",
    edits: [["originalUrl ?? url", 'originalUrl === "" ? originalUrl : url']],
    test: {
      file: "test/http/node/requestListener.test.ts",
      name: "the contract is answered in Express, under its path",
    },
  },
  {
    name: "a code of Prisma is taken for an answer of PostgreSQL",
    file: "src/postgres/PostgresClient.ts",
    edits: [["[0-9A-DF-OQ-Z][0-9A-Z]|P0", "[0-9A-DF-Z][0-9A-Z]|P0"]],
    test: { file: "test/postgres/PostgresClient.test.ts", name: "by P1017 is no answer" },
  },
  {
    name: "a sum of refunds is told without a word",
    file: "src/app/invoices/hearGateway.ts",
    edits: [["recorded.amount !== news.amount", "recorded.amount === news.amount"]],
    test: {
      file: "test/app/hearGateway.test.ts",
      name: "reports a refund that is known with another amount",
    },
  },
  {
    name: "a refusal of another copy of the package is none",
    file: "src/promises/BillingRejected.ts",
    edits: [['value.name === "BillingRejected"', 'value.name !== "BillingRejected"']],
    test: {
      file: "test/promises/copies.test.ts",
      name: "a refusal of one copy is known by the class of another",
    },
  },
  {
    name: "a coupon that a change of plan ends leaves its share of a fee that was paid ahead",
    file: core("billing/periods/nextPeriod"),
    edits: [["nextSegment: lengthOf(cycle + 1) - 2", "nextSegment: lengthOf(cycle + 1) - 3"]],
    test: {
      file: "test/core/billing/subscriptions/couponsAhead.test.ts",
      name: "a coupon that a change of plan ends takes its share with it of a fee that was paid ahead at once, and where its payment is unknown until the next cycle runs",
    },
  },
  {
    name: "a coupon that is taken off ends with the running cycle although the next one is paid ahead",
    file: core("billing/periods/PeriodDiscount"),
    edits: [["cycle === endedCycle + 1 ?", "cycle === endedCycle + 2 ?"]],
    test: {
      file: "test/core/billing/periods/couponReach.test.ts",
      name: "a coupon discounts of five cycles with three segments each what was paid ahead of the next one",
    },
  },
  {
    name: "a coupon gives a year in place of a month beyond its months",
    file: core("billing/periods/PeriodDiscount"),
    edits: [
      [
        "isFor(coupon, period, other) && monthsIn(period, other) < months",
        "isFor(coupon, period, other) && monthsIn(period, other) > months",
      ],
    ],
    test: {
      file: "test/core/billing/periods/couponReach.test.ts",
      name: "a coupon of 24 months that discounted month 1 and a year in place of a month, that would be its 25th month",
    },
  },
  {
    name: "what a change of plan does is dated by a number of months",
    file: core("billing/subscriptions/TermsChanges"),
    edits: [
      [
        '{ _tag: "ChangePlan", terms, anchor, anchorMonth, cycle, now } as const',
        '{ _tag: "ChangePlan", terms, anchor, anchorMonth, cycle, now: anchorMonth } as const',
      ],
    ],
    test: {
      file: "test/core/billing/laws/instants.laws.test.ts",
      name: "a change is dated in every subscription and invoice that it leaves as another",
    },
  },
  {
    name: "a fee that is no longer due is looked for by the number of its month",
    file: core("billing/periods/Corrections"),
    edits: [
      [
        "part > 0 && feeOn(invoice, place.period.cycle, segment)",
        "part > 0 && feeOn(invoice, place.period.month, segment)",
      ],
    ],
    test: {
      file: "test/core/billing/whole-bill/wholeBill.test.ts",
      name: "over cycles that do not have the numbers of their months",
    },
  },
  {
    name: "several parts that go back to one voucher are the last of them",
    file: core("billing/collection/voucherReleases"),
    edits: [["(amounts.get(voucherId) ?? 0) + amount", "Math.max(amounts.get(voucherId) ?? 0, amount)"]],
    test: {
      file: "test/core/billing/collection/voucherReleases.test.ts",
      name: "what an invoice gives back goes to each of its vouchers, once for all parts of it",
    },
  },
  {
    name: "what was paid out of a credit is no loss when its payment is lost",
    file: core("billing/collection/voucherReleases"),
    edits: [["amountRedeemed + Voucher.amountPaidOut(voucher) : 0", "amountRedeemed : 0"]],
    test: {
      file: "test/core/billing/collection/voucherReleases.test.ts",
      name: "the credits of a payment all follow its dispute, each with what of it is lost, and no other voucher does",
    },
  },
  {
    name: "dunning of what is billed again forgets who was refused before",
    file: core("subscription/Dunning"),
    edits: [["[...(dunning.refusedMethodIds ?? []), ...refused]", "refused"]],
    test: {
      file: "test/core/subscription/Dunning.test.ts",
      name: "of what is billed again remembers every method that was refused for good, each once",
    },
  },
  {
    name: "a new method is tried for the subscription that runs, and not for the one it is for",
    file: core("billing/subscriptions/Methods"),
    edits: [["tryAtOnce(next, now, rules, subscriptionId)", "tryAtOnce(next, now, rules)"]],
    test: {
      file: "test/core/billing/collection/dunningOfSeveral.test.ts",
      name: "two subscriptions that owe from the same instant, each by a card of its own and a new method is that of the cancelled one alone, which it is tried by at once",
    },
  },
  {
    name: "of two subscriptions whose dunning is exhausted together one forgets it",
    file: core("billing/collection/dunningRounds"),
    edits: [
      [
        "next = yield* setDunning(next, subscription, { ...subscription.dunning, exhaustedAt: now }, now)",
        "next = yield* setDunning(change, subscription, { ...subscription.dunning, exhaustedAt: now }, now)",
      ],
    ],
    test: {
      file: "test/core/billing/collection/dunningOfSeveral.test.ts",
      name: "two subscriptions that owe from the same instant, each by a card of its own are each tried by that card, and exhausted together, each once",
    },
  },
]
