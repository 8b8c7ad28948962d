// The commands of a played history, carried out by the oracle: those that the rules accepted.
import type { Command } from "../laws/commands.ts"
import type { Setup } from "../laws/world.ts"
import { isFrozen } from "./discounts.ts"
import { issueEarly, lookAtThreshold } from "./documents.ts"
import { endStep } from "./due.ts"
import { type Doc, isInTrial, isPayable, type Model, runningPeriod, type Sub } from "./Model.ts"
import * as Money from "./money.ts"
import { addMethod, tryMethod } from "./standing.ts"
import * as Life from "./subscription.ts"

const pickOf = (docs: ReadonlyArray<Doc>, pick: number): Doc | null =>
  docs.at(pick % Math.max(1, docs.length)) ?? null

const use = (model: Model, sub: Sub, command: Command & { do: "use" }, setup: Setup, at: number): void => {
  for (const { meter, quantity, age } of command.events) {
    const occurredAt = Math.max(setup.startAt, at - age)
    if (occurredAt > at) model.happened.add("usage ahead of the clock")
    if (occurredAt >= (runningPeriod(sub)?.endAt ?? at)) model.happened.add("usage ahead of a boundary")
    // What lies ahead is clock skew, and as of now.
    const segment = Life.segmentAt(sub, Math.min(occurredAt, at))
    if (segment === null && Math.min(occurredAt, at) < (sub.trialEnd ?? 0)) {
      model.happened.add(isInTrial(sub) ? "usage of a trial" : "usage of a trial that is over")
      continue
    }
    if (segment === null) throw new Error("The oracle has no segment for accepted usage")
    if (segment !== runningPeriod(sub)?.segments.at(-1)) model.happened.add("late usage")
    segment.quantities.set(meter, (segment.quantities.get(meter) ?? 0) + quantity)
  }
  if (command.events.length > 0) lookAtThreshold(model, sub, at)
}

/** A command on the subscription that there is, or on a document. */
export const obey = (model: Model, sub: Sub, command: Command, setup: Setup, at: number): void => {
  const plan = "plan" in command ? Life.termsOf(setup.plans[command.plan]) : sub.plan
  const period = runningPeriod(sub)
  switch (command.do) {
    case "use":
      use(model, sub, command, setup, at)
      break
    case "threshold":
      model.threshold = command.value
      lookAtThreshold(model, sub, at)
      break
    case "payEarly": {
      const doc = period === null ? null : issueEarly(model, period, at)
      if (doc !== null && isInTrial(sub)) model.happened.add("payment ahead in a trial")
      if (doc !== null && doc.payable > 0) Money.payByHand(model, doc, at)
      break
    }
    case "pause":
      if (sub.status !== "PAUSED") Life.pause(model, sub, at)
      break
    case "resume":
      if (sub.status === "PAUSED") Life.resume(model, sub, at)
      break
    case "cancelNow":
      Life.cancel(model, sub, at)
      break
    case "cancelLater":
      Life.cancelLater(model, sub, true, at)
      break
    case "undoCancel":
      Life.cancelLater(model, sub, false, at)
      break
    case "applyCoupon":
      Life.applyCoupon(model, sub, command.coupon)
      break
    case "removeCoupon":
      Life.removeCoupon(model, sub)
      break
    case "changeNow":
      Life.changePlan(model, sub, plan, at)
      break
    case "changeLater":
      Life.changeLater(model, sub, plan, at)
      break
    case "item":
      if (period !== null) {
        const { unitPrice, quantity } = command
        period.items.push({ id: `${period.cycle} ${period.items.length}`, unitPrice, quantity })
      }
      break
    case "quantityNow":
    case "quantityLater":
      Life.changeQuantity(model, sub, { quantity: command.quantity, isNow: command.do === "quantityNow", at })
      break
    case "method":
      if (sub.method !== command.method) tryMethod(model, sub, command.method, at)
      break
    case "newCard":
      addMethod(model, at)
      break
    case "revokeVoucher":
      Money.revokeVoucher(model, command.pick, at)
      break
    case "payOutVoucher":
      Money.payOutVoucher(model, command, at)
      break
    case "subscribe":
      Life.subscribe(model, { plan: setup.plans[command.plan], coupon: null, at })
      break
    default:
      obeyDoc(model, command, at)
  }
}

const obeyDoc = (model: Model, command: Command, at: number): void => {
  if (!("pick" in command)) return
  const isPayment = command.do === "pay" || command.do === "void" || command.do === "applyVoucher"
  const doc = pickOf(isPayment ? model.docs.filter(isPayable) : model.docs, command.pick)
  if (doc === null) return
  switch (command.do) {
    case "pay":
      Money.payByHand(model, doc, at)
      break
    case "void":
      Money.voidByHand(model, doc, command.rebill, at)
      break
    case "settle":
      Money.settle(model, doc, Math.ceil((doc.payable * command.part) / 100), at)
      break
    case "refund":
      Money.refund(doc, Math.ceil(((doc.money + doc.applied) * command.part) / 100))
      break
    case "applyVoucher": {
      const voucher = model.vouchers.find((each) => each.balance > 0 && !isFrozen(each))
      if (voucher !== undefined) Money.applyVoucher(model, doc, voucher, at)
      break
    }
    case "WriteOff":
      if (isPayable(doc)) doc.status = "UNCOLLECTIBLE"
      break
    case "OpenDispute":
      Money.openDispute(model, doc)
      break
    case "WinDispute":
      doc.status = "CHARGEBACK_RESOLVED"
      break
    case "LoseDispute":
      if (doc.status === "DISPUTED") Money.loseDispute(model, doc, at)
  }
}

/** The truth about every attempt that is unknown. */
export const learn = (model: Model, answer: "approved" | "declined", at: number): void => {
  const unknown = model.docs.flatMap(({ attempts }) => attempts.filter(({ status }) => status === "UNKNOWN"))
  for (const attempt of unknown) {
    if (attempt.status === "UNKNOWN") Money.answerAttempt(model, attempt, answer, at)
    endStep(model, at)
  }
}
