// The threshold, coupons, vouchers, the profile, and what of sign-in needs no inbox.
import * as fc from "fast-check"
import type { ErrorCode } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { isLive } from "../model.ts"
import { ask, decided, granted, refused, type Session } from "../session.ts"
import { all, command, paramsOf, pickOf } from "./command.ts"

const viewThreshold = fc.constant(
  command("view the threshold", async (model, session) => {
    const answer = await ask(session, session.client.thresholds.get({ params: paramsOf(session) }))
    const reasons: ReadonlyArray<ErrorCode> = model.threshold === null ? ["billing_threshold.not_found"] : []
    const seen = decided("viewing the threshold", answer, reasons)
    if (seen !== null) same("the threshold", JSON.stringify(seen), JSON.stringify(model.threshold))
  }),
)

const setThreshold = fc
  .record({ value: fc.integer({ min: 1, max: 500_000 }), foreign: fc.nat(9) })
  .map((wish) =>
    command(`set the threshold ${JSON.stringify(wish)}`, async (model, session) => {
      const { currency } = session.catalogue
      const foreign = currency === "USD" ? "BRL" : "USD"
      const isForeign = wish.foreign === 0 && isLive(model)
      const payload = { value: wish.value, currency: isForeign ? foreign : currency }
      const answer = await ask(session, session.client.thresholds.set({ params: paramsOf(session), payload }))
      const seen = decided("setting the threshold", answer, isForeign ? ["validation_error"] : [])
      if (seen === null) return
      same("the threshold", JSON.stringify(seen), JSON.stringify(payload))
      model.threshold = payload
    }),
  )

const removeThreshold = fc.constant(
  command("remove the threshold", async (model, session) => {
    const answer = await ask(session, session.client.thresholds.remove({ params: paramsOf(session) }))
    const reasons: ReadonlyArray<ErrorCode> = model.threshold === null ? ["billing_threshold.not_found"] : []
    decided("removing the threshold", answer, reasons, 204)
    model.threshold = null
  }),
)

const checkCoupon = fc.nat(9).map((pick) =>
  command(`check coupon ${pick}`, async (model, session) => {
    const unknown = session.fresh("NO")
    const code = pickOf([...session.catalogue.coupons.map((coupon) => coupon.code), unknown], pick) ?? unknown
    const call = session.client.coupons.checkAvailability({ params: { code }, query: {} })
    const { coupon, meta } = granted("availability", await ask(session, call))
    same("code of the coupon", coupon?.code ?? null, code === unknown ? null : code)
    same("available and a reason why not", meta.available, meta.reason === null)
    if (code === unknown) same("reason", meta.reason, "not_found")
    if (model.usedCodes.has(code)) same("reason", meta.reason, "already_used")
  }),
)

const listCoupons = fc.constant(
  command("list the used coupons", async (model, session) => {
    const call = session.client.coupons.list({ params: paramsOf(session), query: all })
    const { data } = granted("coupons", await ask(session, call))
    const codes = data.map(({ code }) => code)
    for (const code of model.usedCodes) hold(`${code} is in the list`, codes.includes(code))
  }),
)

const RAISING = ["GRANT", "RELEASE"]

const vouchers = fc.nat(9).map((pick) =>
  command(`look at voucher ${pick}`, async (model, session) => {
    const { client } = session
    const params = paramsOf(session)
    const { data } = granted("vouchers", await ask(session, client.vouchers.list({ params, query: all })))
    for (const [id, amount] of model.granted) {
      same(`the granted voucher ${id}`, data.find(({ voucherId }) => voucherId === id)?.amount, amount)
    }
    const voucher = pickOf([...data, null], pick) ?? null
    const one = { ...params, voucherId: voucher?.voucherId ?? session.nobody }
    const reasons: ReadonlyArray<ErrorCode> = voucher === null ? ["voucher.not_found"] : []
    const seen = decided(
      "viewing a voucher",
      await ask(session, client.vouchers.get({ params: one })),
      reasons,
    )
    const call = client.vouchers.listUsages({ params: one, query: all })
    const usages = decided("the voucher's ledger", await ask(session, call), reasons)
    if (seen === null || usages === null) return
    const sumOf = (isRaising: boolean): number =>
      usages.data
        .filter(({ type }) => type !== "EXPIRE" && RAISING.includes(type) === isRaising)
        .reduce((total, { amount }) => total + amount, 0)
    same("the ledger of the voucher", sumOf(false) - (sumOf(true) - seen.amount), seen.amountRedeemed)
  }),
)

const profile = fc.constant(
  command("view the profile", async (_, session) => {
    const { organizations } = granted("the profile", await ask(session, session.client.profile.get()))
    const ids = organizations.map(({ organizationId }) => organizationId)
    hold("the organization is in the profile", ids.includes(session.organizationId))
  }),
)

/** Refreshes tokens and signs out: what was used up is refused from then on. */
export const refreshAndSignOut = async (session: Session, refreshToken: string): Promise<void> => {
  const { client } = session
  const refresh = (token: string) => ask(session, client.auth.refresh({ payload: { refreshToken: token } }))
  const next = granted("refreshing", await refresh(refreshToken))
  hold("a refresh token is used once", next.refreshToken !== refreshToken)
  const call = client.auth.signOut({ payload: { refreshToken: next.refreshToken } })
  granted("signing out", await ask(session, call), 204)
  refused("refreshing after the sign-out", await refresh(next.refreshToken), "token.invalid", "token.reused")
}

const switchOrganization = fc.boolean().map((elsewhere) =>
  command(`switch to ${elsewhere ? "an unknown" : "the same"} organization`, async (_, session) => {
    const organizationId = elsewhere ? session.nobody : session.organizationId
    const call = session.client.profile.switchOrganization({ payload: { organizationId } })
    const reasons: ReadonlyArray<ErrorCode> = elsewhere ? ["organization.not_found"] : []
    const answer = await ask(session, call)
    // A token of no session cannot switch, as one of a control plane.
    if ("code" in answer && answer.status === 401) return
    const tokens = decided("switching", answer, reasons)
    if (tokens !== null) await refreshAndSignOut(session, tokens.refreshToken)
  }),
)

const wrongCode = fc.constant(
  command("sign in with a code that nobody sent", async (_, session) => {
    const { client } = session
    const email = `${session.fresh("nobody")}@example.com`
    const requested = client.auth.requestOtp({ payload: { email, context: "MAGIC_AUTH" } })
    const { otpId } = granted("requesting a code", await ask(session, requested), 201)
    const validated = client.auth.validateOtp({
      params: { otpId },
      payload: { email: `other.${email}`, code: "000000", context: "MAGIC_AUTH" },
    })
    refused("validating a wrong code", await ask(session, validated), "otp.invalid")
    const signedIn = client.auth.signIn({ payload: { otpId, code: "000000" } })
    refused("signing in without a validated code", await ask(session, signedIn), "otp.invalid")
  }),
)

/** The other commands that need only /studio. */
export const otherCommands = [
  viewThreshold,
  setThreshold,
  removeThreshold,
  checkCoupon,
  listCoupons,
  vouchers,
  profile,
  switchOrganization,
  wrongCode,
]
