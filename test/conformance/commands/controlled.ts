// Commands that need a simulator's control plane: time, usage, cards that are declined, codes that arrive, and what
// operators do. After each of them everything is compared with the oracle.
import * as fc from "fast-check"
import { ControlRefused } from "../../../simulator/control/client.ts"
import type { ErrorCode, WireInvoice } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { look } from "../look.ts"
import { isInFlight, type Model, unbilledUsageOf } from "../model.ts"
import { ask, granted, refused, type Session } from "../session.ts"
import { command, pickOf } from "./command.ts"
import { preview } from "./invoices.ts"
import { passTime } from "./life.ts"
import { add } from "./methods.ts"
import { refreshAndSignOut } from "./rest.ts"

const controlOf = ({ control }: Session) => {
  if (control === null) throw new Error("there is no control plane")
  return control
}

const addDeclined = fc
  .record({
    token: fc.constantFrom("tok_charge_declined", "tok_insufficient_funds"),
    isDefault: fc.boolean(),
  })
  .map(({ token, isDefault }) =>
    command(`add a card that is declined, ${token}${isDefault ? ", as the default" : ""}`, (model, session) =>
      add(model, session, { type: "CARD", cardToken: token, isDefault, approves: false }),
    ),
  )

const advance = fc.constantFrom("PT1H", "P1D", "P9D", "P1M", "P3M").map((by) =>
  command(`advance time by ${by}`, async (model, session) => {
    const { to } = await controlOf(session).advance({ by })
    passTime(model, session, Date.parse(to))
    await look(model, session)
    await preview(model, session)
  }),
)

interface Used {
  readonly meter: string
  readonly quantity: number
}

const record = async (model: Model, session: Session, events: ReadonlyArray<Used>): Promise<void> => {
  const control = controlOf(session)
  const { history } = model
  // Two events at one instant as a command leave it open which came first.
  const { to } = await control.advance({ by: "PT1S" })
  passTime(model, session, Date.parse(to))
  const sent = events.map((event) => ({ ...event, eventId: session.fresh("event"), occurredAt: to }))
  const call = control.usage(session.organizationId, sent)
  if (model.life !== "running" || history === null) {
    const fault: unknown = await call.then(
      () => null,
      (refusal) => refusal,
    )
    hold("usage is refused unless a subscription runs", fault instanceof ControlRefused)
    return
  }
  const { accepted, invoices } = await call
  same("accepted events", accepted, events.length)
  const at = Date.parse(to)
  const usage = sent.map(({ meter, quantity }) => ({ meter, quantity, occurredAt: at, arrivedAt: at }))
  model.history = { ...(model.history ?? history), usage: [...history.usage, ...usage] }
  const unbilled = unbilledUsageOf(model, session.catalogue, at)
  const exceeds = model.threshold !== null && unbilled > model.threshold.value
  same("totals of invoices that the threshold cut", totalsOf(invoices), exceeds ? [unbilled] : [])
  await look(model, session)
  await preview(model, session)
}

const totalsOf = (invoices: ReadonlyArray<WireInvoice>) => invoices.map(({ totalAmount }) => totalAmount)

const use = fc
  .array(fc.record({ meter: fc.constantFrom("messages", "tokens", "calls"), quantity: fc.nat(2_000) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((events) =>
    command(`use ${JSON.stringify(events)}`, (model, session) => record(model, session, events)),
  )

const grant = fc.integer({ min: 1, max: 20_000 }).map((amount) =>
  command(`grant a voucher of ${amount}`, async (model, session) => {
    const { voucherId } = await controlOf(session).request<{ readonly voucherId: string }>(
      "POST",
      `/_simulator/organizations/${session.organizationId}/vouchers`,
      { name: "Granted", amount, currency: session.catalogue.currency },
    )
    model.granted.set(voucherId, amount)
  }),
)

/** What an operator does to an invoice; null where it is refused. */
const operate = async (
  session: Session,
  { invoiceId }: WireInvoice,
  act: string,
): Promise<WireInvoice | null> => {
  try {
    const path = `/_simulator/invoices/${invoiceId}/${act}`
    return await controlOf(session).request<WireInvoice>("POST", path, {})
  } catch (fault) {
    if (fault instanceof ControlRefused) return null
    throw fault
  }
}

const settle = fc.nat(9).map((pick) =>
  command(`settle invoice ${pick}`, async (model, session) => {
    const open = model.invoices.filter(
      ({ status, attempts }) =>
        status === "PAYMENT_FAILED" || attempts.some((attempt) => attempt.status === "PENDING"),
    )
    const invoice = pickOf(open, pick)
    if (invoice === undefined) return
    const settled = await operate(session, invoice, "settle")
    same("status of what was settled", settled?.status, "PAID")
    same("amountPaid", settled?.amountPaid, invoice.payableAmount)
    await look(model, session)
  }),
)

const refund = fc.nat(9).map((pick) =>
  command(`refund invoice ${pick}`, async (model, session) => {
    // What a credit returned cannot go back a second time.
    const paid = model.invoices.filter(({ status, amountPaid }) => status === "PAID" && amountPaid > 0)
    const invoice = pickOf(model.credited.size > 0 ? [] : paid, pick)
    if (invoice === undefined) return
    const refunded = await operate(session, invoice, "refund")
    same("status of what was refunded", refunded?.status, "REFUNDED")
    await look(model, session)
  }),
)

const expire = fc.nat(9).map((pick) =>
  command(`fail the payment of invoice ${pick}`, async (model, session) => {
    const invoice = pickOf(model.invoices.filter(isInFlight), pick)
    if (invoice === undefined) return
    const failed = await operate(session, invoice, "fail")
    same("status of what failed", failed?.status, "PAYMENT_FAILED")
    await look(model, session)
  }),
)

const signIn = fc.constant(
  command("sign in by a code", async (_, session) => {
    const { client, catalogue, organizationId } = session
    const { email } = catalogue
    const call = client.auth.requestOtp({ payload: { email, context: "MAGIC_AUTH" } })
    const { otpId } = granted("requesting a code", await ask(session, call), 201)
    const { code } = await controlOf(session).otp({ email, wait: 0 })
    const payload = { otpId, code, organizationId }
    const exchange = () => ask(session, client.auth.signIn({ payload }))
    refused("signing in before the validation", await exchange(), "otp.invalid")
    const validated = client.auth.validateOtp({
      params: { otpId },
      payload: { email, code, context: "MAGIC_AUTH" },
    })
    granted("validating the code", await ask(session, validated), 204)
    const { refreshToken } = granted("signing in", await exchange())
    const used: ErrorCode = "otp.already_used"
    refused("signing in with it again", await exchange(), used)
    await refreshAndSignOut(session, refreshToken)
  }),
)

/** The commands that need the control plane of a simulator. */
export const controlledCommands = [
  addDeclined,
  addDeclined,
  addDeclined,
  advance,
  advance,
  advance,
  use,
  use,
  use,
  use,
  grant,
  grant,
  settle,
  settle,
  refund,
  expire,
  signIn,
]
