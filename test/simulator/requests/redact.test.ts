import { describe, expect, it } from "vitest"
import { DEPTH_MAX, REDACTED, redact, SECRET_MEMBERS } from "../../../simulator/requests/redact.ts"

const request = (path: string, json: unknown) => redact({ path, status: null, json })
const answer = (path: string, status: number, json: unknown) => redact({ path, status, json })
const validate = "/studio/auth/otp/otp-1/validate"
const subscriptions = "/studio/organizations/org-1/subscriptions"

describe("what is redacted", () => {
  it.each(SECRET_MEMBERS)("is %s, wherever it is and whatever is in it", (name) => {
    const value = { a: [{ [name]: "x" }], [name]: { deep: ["x"] } }
    expect(request("/studio/anything", value)).toEqual({ a: [{ [name]: REDACTED }], [name]: REDACTED })
    expect(answer("/studio/anything", 200, value)).toEqual({ a: [{ [name]: REDACTED }], [name]: REDACTED })
  })

  it.each(["access_token", "AccessToken", "ACCESS-TOKEN", "refresh token"])("is a misspelt %s", (name) => {
    expect(request("/studio/anything", { [name]: "x" })).toEqual({ [name]: REDACTED })
  })

  it.each([
    ["a code that is presented", request(validate, { code: "1" }), REDACTED],
    ["a code at sign-in", request("/studio/auth/sign-in/magic-auth", { code: "1" }), REDACTED],
    ["a code of the inbox", answer("/_simulator/otps", 200, { code: "1" }), REDACTED],
    ["a code of an imported state", request("/_simulator/state", { otpId: "otp-1", code: "1" }), REDACTED],
    ["no code of an error", answer(validate, 400, { statusCode: 400, code: "otp.invalid" }), "otp.invalid"],
    ["no code of a coupon", request(subscriptions, { code: "WELCOME10" }), "WELCOME10"],
  ])("is %s", (_, redacted, code) => {
    expect(redacted).toMatchObject({ code })
  })

  it.each(["eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "Bearer eyJhbGciOiJub25lIn0.e30.", "tok_visa", "whsec_AAAA"])(
    "is %s by its look, in whatever member a client puts it",
    (secret) => {
      expect(request("/studio/anything", { card: secret, list: [secret] })).toEqual({
        card: REDACTED,
        list: [REDACTED],
      })
    },
  )

  it("is nothing else", () => {
    const body = { email: "a@example.com", cards: [{ last4: "4242" }, null, 1, true], note: "cardToken" }
    expect(request("/studio/auth/otp", body)).toEqual(body)
    expect(request("/studio/auth/otp", null)).toBeNull()
  })

  it("is what lies too deep to be looked at", () => {
    const nest = (depth: number): unknown => (depth === 0 ? "x" : [nest(depth - 1)])
    expect(request("/", nest(DEPTH_MAX))).toEqual(nest(DEPTH_MAX))
    expect(JSON.stringify(request("/", nest(5_000)))).not.toContain("x")
  })
})
