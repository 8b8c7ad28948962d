// The example that one's own seed starts from: a part of the default seed with the same ids, and further members in
// comments. Its policy is written from the defaults.
import { type BillingPolicy, defaultPolicy } from "../../../src/index.ts"

/** A sentence on each member of the policy; a member without one is shown alone. */
const sentences: { readonly [member in keyof BillingPolicy]?: string } = {
  paymentMethodsMax: "How many payment methods of each type an organization may have.",
  graceMillis: "How long after its due date an open invoice makes the subscription PAST_DUE.",
  cancellationFee: "What cancelling at once bills of the running cycle's fee: ACTIVE_SHARE or FULL_CYCLE.",
  dunningDays: "How many days after the subscription became PAST_DUE it is charged again; [] is never.",
  onExhausted: "What happens to the subscription after the last of these days: STAY, PAUSE or CANCEL.",
  usageAllowedPastDue: "Whether usageAllowed is true while a subscription is PAST_DUE.",
  usageLateMillis: "How old usage may be when it is recorded.",
  usageAheadMillis: "How far ahead of the clock usage may be.",
  cutsMax: "How many invoices the billing threshold may cut in one cycle.",
  chargeDeadlineMillis: "How long the gateway may take to answer a charge.",
  attemptStaleMillis: "After how long a charge without an answer is UNKNOWN; more than the deadline above.",
  reconciliationMillis: "When a charge that is UNKNOWN is looked up, counted from then on.",
  gatewayKeyMillis: "How long the gateway remembers a charge; longer than until it is UNKNOWN.",
  clockSkewMillis: "How far the clocks of processes and gateway may be apart.",
  catchUpMillis: "How long ago something may have fallen due that is done without being asked to catch up.",
  slipDueDays: "How many days after its issue a boleto falls due.",
  settlementLagBusinessDays: "How many business days after that a boleto can still be settled.",
  holidays: 'Days that are no business days, beside Saturdays and Sundays: ["2026-12-25"].',
}

const policyLines = (): string =>
  Object.entries(defaultPolicy)
    .map(([member, value]) => {
      const sentence = sentences[member as keyof BillingPolicy]
      const choice = `    // ${JSON.stringify(member)}: ${JSON.stringify(value)},\n`
      return sentence === undefined ? choice : `    // ${sentence}\n${choice}`
    })
    .join("\n")

/** The example, as it is written to a file. */
export const seedExample =
  (): string => `// What every world of a simulator begins with: studio-simulator --seed FILE
// JSON with comments. A list that is left out is empty. Ids are UUIDs, which tests can name; amounts are in minor units,
// such as cents; times are ISO 8601. docs/simulator/seed.md of the package says more.
{
  // At least one. A control call that names no organization uses the first one.
  "organizations": [
    {
      "organizationId": "0190a000-0000-7000-8000-000000000001",
      "name": "Exemplo Ltda",
      "currency": "BRL",
      // "status": "INACTIVE", // refuses every call; ACTIVE by default
    },
  ],

  // The users who can sign in; each address once.
  "users": [
    {
      "userId": "0190a000-0000-7000-8000-000000000011",
      "email": "owner@example.com",
      // "emailVerified": false, // true by default
      "memberships": [{ "organizationId": "0190a000-0000-7000-8000-000000000001" }],
    },
    {
      "userId": "0190a000-0000-7000-8000-000000000012",
      "email": "viewer@example.com",
      "memberships": [
        {
          "organizationId": "0190a000-0000-7000-8000-000000000001",
          // All permissions by default.
          "permissions": ["plan:read", "payment_method:read", "subscription:read", "invoice:read"],
        },
      ],
    },
  ],

  // The plans of the catalogue.
  "plans": [
    {
      "planId": "0190a000-0000-7000-8000-000000000100",
      "name": "Starter",
      "description": "For trying things out.",
      // "status": "INACTIVE", // no longer sold; ACTIVE by default
      "intervals": [
        { "id": "0190a000-0000-7000-8000-000000000101", "interval": "MONTHLY", "amount": 9990, "currency": "BRL" },
        { "id": "0190a000-0000-7000-8000-000000000102", "interval": "YEARLY", "amount": 99900, "currency": "BRL" },
      ],
      // One of each kind; a meter once in each currency.
      "prices": [
        // A price for each unit.
        { "model": "STANDARD", "meter": "messages", "name": "Messages", "currency": "BRL", "unitPrice": 10 },
        // A price for each started package, after the free units.
        {
          "model": "PACKAGE",
          "meter": "tokens",
          "name": "Tokens (1,000)",
          "currency": "BRL",
          "packageSize": 1000,
          "packagePrice": 50,
          "freeUnits": 5000,
        },
        // A price for each unit by its place in the cycle; the last band has no end.
        {
          "model": "GRADUATED",
          "meter": "api_calls",
          "name": "API calls",
          "currency": "BRL",
          "bands": [
            { "upTo": 1000, "unitPrice": 8 },
            { "upTo": null, "unitPrice": 4 },
          ],
        },
      ],
    },
  ],

  "coupons": [
    {
      "couponId": "0190a000-0000-7000-8000-000000000501",
      "code": "WELCOME10",
      "name": "10 % off the first invoice",
      "type": "PERCENTAGE",
      "amount": 10, // percent, with at most two decimals
      "duration": "ONCE",
    },
    {
      "couponId": "0190a000-0000-7000-8000-000000000503",
      "code": "FIXED20",
      "name": "20.00 BRL off for three months",
      "type": "FIXED",
      "amount": 2000,
      "currency": "BRL", // with FIXED only
      "duration": "REPEATING", // or ONCE, or FOREVER
      "durationInMonths": 3, // with REPEATING only
      // "planIds": ["0190a000-0000-7000-8000-000000000100"], // for these plans only
      // "redeemBy": "2027-01-01T00:00:00.000Z",
      // "maxRedemptions": 100,
      // "timesRedeemed": 99, // before the world began
    },
  ],

  // The billing policy. These are the defaults: remove the // before a member to change it. A file of --policy has the
  // same members, without "policy" around them, and goes before these. Names that end in Millis are in milliseconds.
  "policy": {
${policyLines()}  },
}
`
