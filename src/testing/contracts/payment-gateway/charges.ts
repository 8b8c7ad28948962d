// Charges of cards: what is answered, what is found afterwards, and how often money moves.
import * as Effect from "effect/Effect"
import { DECLINE_CODES } from "../../../core/payment/PaymentAttempt.ts"
import { hold, same } from "../../Law.ts"
import { boleto, cardOf, chargeOf, countCharges, type GatewayCase, told } from "./GatewayCase.ts"

/** What a charge under one key is, and is again. */
export const charges: ReadonlyArray<GatewayCase> = [
  {
    name: "a token becomes a card that can be stored",
    rule: "It has a brand, four digits, a month of a year, and a reference to be charged by.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const card = yield* cardOf(gateway, tokens.approves)
      if (card.type !== "CARD") return
      hold(`last4 is ${card.last4}`, /^\d{4}$/.test(card.last4))
      hold("it has a brand and a reference", card.brand !== "" && card.gatewayReference !== "")
      const { expMonth, expYear } = card
      hold(`it expires in ${expMonth}/${expYear}`, expMonth >= 1 && expMonth <= 12 && expYear >= 1000)
    }),
  },
  {
    name: "a token that is unknown is refused",
    rule: "It fails with `CardTokenInvalid`.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const answer = yield* Effect.match(gateway.tokenize(tokens.unknown), {
        onFailure: ({ _tag }): string => _tag,
        onSuccess: () => "a card",
      })
      same("answer", answer, "CardTokenInvalid")
    }),
  },
  {
    name: "an approval is Approved, and found as such",
    rule: "A look-up says what the charge said.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.approves))
      same("charge", yield* gateway.charge(charge), { _tag: "Approved" })
      same("look-up", yield* gateway.lookup(charge), { _tag: "Approved" })
    }),
  },
  {
    name: "the money that moves is the amount of the charge",
    rule: "An amount is in minor units: cents where the currency has them, and whole yen.",
    needs: ["moneyTaken"],
    tell: Effect.fnUntraced(function* (gateway, { tokens, moneyTaken }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.approves), 12_345)
      const taken = moneyTaken ?? Effect.succeed(0)
      const before = yield* taken
      yield* gateway.charge(charge)
      same("money", (yield* taken) - before, charge.amount)
    }),
  },
  {
    name: "a refusal is Declined with its reason, and found as such",
    rule: "The reason is one of the decline codes, with whether another try may succeed.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.declines))
      const answer = yield* gateway.charge(charge)
      if (answer._tag !== "Declined") return same("charge", answer._tag, "Declined")
      hold(`decline code is ${answer.declineCode}`, DECLINE_CODES.includes(answer.declineCode))
      same("type of retryable", typeof answer.retryable, "boolean")
      same("look-up", yield* gateway.lookup(charge), answer)
    }),
  },
  {
    name: "the same key is the same charge",
    rule: "A charge that is asked for again gets the same answer, and no money moves twice.",
    needs: ["chargesMade"],
    tell: Effect.fnUntraced(function* (gateway, host) {
      const charge = chargeOf(yield* cardOf(gateway, host.tokens.approves))
      const twice = Effect.map(
        Effect.all([gateway.charge(charge), gateway.charge(charge)]),
        ([first, second]) => same("second answer", second, first),
      )
      same("charges", yield* countCharges(host, twice), 1)
    }),
  },
  {
    name: "the same key at the same moment is the same charge",
    rule: "Of calls at once one charges, and the others get its answer or Unknown.",
    needs: ["chargesMade"],
    tell: Effect.fnUntraced(function* (gateway, host) {
      const charge = chargeOf(yield* cardOf(gateway, host.tokens.approves))
      const calls = Array.from({ length: 5 }, () => told(() => gateway.charge(charge)))
      const atOnce = Effect.map(Effect.all(calls, { concurrency: "unbounded" }), (answers) => {
        const others = answers.filter(({ _tag }) => _tag !== "Approved" && _tag !== "Unknown")
        same("other answers", others, [])
      })
      same("charges", yield* countCharges(host, atOnce), 1)
    }),
  },
  {
    name: "a refused key stays refused",
    rule: "The same key again is not another try, also where the card would pay by now; another key is.",
    needs: ["declinesOnce"],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const card = yield* cardOf(gateway, tokens.declinesOnce)
      const charge = chargeOf(card)
      const first = yield* gateway.charge(charge)
      same("first", first._tag, "Declined")
      same("again", (yield* gateway.charge(charge))._tag, "Declined")
      same("another key", yield* gateway.charge(chargeOf(card, 20_000)), { _tag: "Approved" })
    }),
  },
  {
    name: "another key is another charge",
    rule: "Two charges of one amount to one card are two.",
    needs: ["chargesMade"],
    tell: Effect.fnUntraced(function* (gateway, host) {
      const card = yield* cardOf(gateway, host.tokens.approves)
      const both = Effect.all([gateway.charge(chargeOf(card)), gateway.charge(chargeOf(card))])
      same("charges", yield* countCharges(host, both), 2)
    }),
  },
  {
    name: "another attempt of an invoice is another charge",
    rule: "A key is of an attempt and not of its invoice: each has its own charge, and a look-up finds its own outcome.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const first = chargeOf(yield* cardOf(gateway, tokens.declines))
      const { invoiceId } = first
      yield* gateway.charge(first)
      // Only now, as its payer does it: an SDK may send the key of the charge along with the card.
      const next = { ...chargeOf(yield* cardOf(gateway, tokens.approves)), invoiceId }
      same("next", yield* gateway.charge(next), { _tag: "Approved" })
      const found = [yield* gateway.lookup(first), yield* gateway.lookup(next)].map(({ _tag }) => _tag)
      hold(`look-up of the first is ${found[0]}`, found[0] !== "Approved")
      hold(`look-up of the next is ${found[1]}`, found[1] !== "Declined")
    }),
  },
  {
    name: "a key whose answer was lost charges once",
    rule: "Whoever heard nothing asks again with the same key, and no money moves twice.",
    needs: ["timesOutApproved", "chargesMade"],
    tell: Effect.fnUntraced(function* (gateway, host) {
      const charge = chargeOf(yield* cardOf(gateway, host.tokens.timesOutApproved))
      const twice = Effect.all([told(() => gateway.charge(charge)), told(() => gateway.charge(charge))])
      same("charges", yield* countCharges(host, twice), 1)
    }),
  },
  {
    name: "an approval that was not heard is found",
    rule: "The charge is Unknown, or Approved where the gateway asks again by itself; its look-up is Approved.",
    needs: ["timesOutApproved"],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.timesOutApproved))
      const { _tag } = yield* told(() => gateway.charge(charge))
      hold(`charge is ${_tag}`, _tag === "Unknown" || _tag === "Approved")
      same("look-up", yield* gateway.lookup(charge), { _tag: "Approved" })
    }),
  },
  {
    name: "a refusal that was not heard is found",
    rule: "The charge is Unknown, or Declined where the gateway asks again by itself; its look-up is Declined.",
    needs: ["timesOutDeclined"],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.timesOutDeclined))
      const { _tag } = yield* told(() => gateway.charge(charge))
      hold(`charge is ${_tag}`, _tag === "Unknown" || _tag === "Declined")
      same("look-up", (yield* gateway.lookup(charge))._tag, "Declined")
    }),
  },
  {
    name: "a key that nobody charged with is not found",
    rule: "It is NotFound, so that it can be charged with.",
    needs: [],
    tell: Effect.fnUntraced(function* (gateway, { tokens }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.approves))
      same("look-up", yield* gateway.lookup(charge), { _tag: "NotFound" })
    }),
  },
  {
    name: "an approval whose key was forgotten is no refusal",
    rule: "A gateway may remember a charge for longer than its key: it is Approved, NotFound or Unknown, and never Declined.",
    needs: ["forgetKeys"],
    tell: Effect.fnUntraced(function* (gateway, { tokens, forgetKeys }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.approves))
      yield* gateway.charge(charge)
      yield* forgetKeys ?? Effect.void
      const { _tag } = yield* told(() => gateway.lookup(charge))
      hold(`look-up is ${_tag}`, _tag === "Approved" || _tag === "NotFound" || _tag === "Unknown")
    }),
  },
  {
    name: "what cannot be reached is Unknown",
    rule: "In an outage a charge is no refusal, and a look-up is not NotFound. What throws is Unknown too.",
    needs: ["outage"],
    tell: Effect.fnUntraced(function* (gateway, { tokens, outage }) {
      const charge = chargeOf(yield* cardOf(gateway, tokens.approves))
      const calls = Effect.all([
        told(() => gateway.charge(charge)),
        told(() => gateway.lookup(charge)),
        told(() => gateway.cancel(chargeOf(boleto()))),
      ])
      yield* outage?.begin ?? Effect.void
      const answers = yield* Effect.ensuring(calls, outage?.end ?? Effect.void)
      same(
        "charge, look-up and cancellation",
        answers.map(({ _tag }) => _tag),
        ["Unknown", "Unknown", "Unknown"],
      )
    }),
  },
]
