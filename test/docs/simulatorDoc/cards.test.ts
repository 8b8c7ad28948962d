// The table of the test cards on the simulator's page: each card is charged, and does what the table says.
import { describe, expect, it } from "vitest"
import { testCards } from "../../../simulator/adapters/gateway/TestCards.ts"
import { inProcess, seeded, subscribe } from "../../support/simulator.ts"
import { code, page, tableUnder } from "./page.ts"

describe("the test cards", () => {
  const { rows } = tableUnder("Test cards")

  it("are those of the gateway", () => {
    expect([...rows.keys()]).toEqual([...testCards.keys()].map(code))
  })

  it.each([...testCards])("%s does what the table says", async (token, { brand, last4 }) => {
    const client = await inProcess()
    const accessToken = await client.token()
    await subscribe(client, accessToken, { cardToken: token })
    const base = `/studio/organizations/${seeded.organizationId}`
    const get = async (path: string) => (await client.call("GET", base + path, { token: accessToken })).json
    const { invoiceId } = await get("/subscriptions/upcoming-invoice")
    const pay = async (): Promise<string> => {
      const { status, json } = await client.call("POST", `${base}/invoices/${invoiceId}/pay`, {
        token: accessToken,
      })
      if (status !== 402) return `${status} ${code(json.status ?? json.code)}`
      return `402 ${code(json.declineCode)}, ${json.retryable ? "" : "not "}retryable`
    }
    const first = await pay()
    const { status, pastDueReason } = await get("/subscriptions")
    const second = await pay()
    const isTold = second !== first && !second.includes("invoice.not_payable")
    expect(rows.get(code(token))).toEqual([
      brand,
      last4,
      isTold ? `${first}; then ${second}` : first,
      pastDueReason === null ? status : `${status}, ${pastDueReason}`,
    ])
  })

  it("are valid until the page says", () => {
    const until = ({ expMonth, expYear }: { expMonth: number; expYear: number }) =>
      `${String(expMonth).padStart(2, "0")}/${expYear}`
    const others = [...testCards].filter(([token]) => token !== "tok_expired_card")
    const [usual = ""] = new Set(others.map(([, card]) => until(card)))
    const expired = [...testCards].flatMap(([token, card]) =>
      until(card) === usual ? [] : [token, until(card)],
    )
    expect(page).toContain(`valid until ${usual}, but for \`${expired[0]}\`: ${expired[1]}.`)
    expect(expired).toHaveLength(2)
  })
})
