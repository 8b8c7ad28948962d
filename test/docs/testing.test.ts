// The page of the test kit as a host uses it: its examples are compiled, those that run are run, and its tables are
// compared with the code.
import { describe, expect, it } from "vitest"
import { Accrual, BillingCycle, Coupon, computeInvoice, Proration, Rating, Voucher } from "../../src/index.ts"
import * as testing from "../../src/testing/index.ts"
import { scriptedHost } from "../testing/contracts/scriptedGateway.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { printedBy } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"

const page = read("docs/testing.md").text
const examples = Array.from(
  page.matchAll(/^```ts( run)?(?: compiled: .*)?\n([\s\S]*?)^```$/gm),
  ([, run, text = ""]) => ({
    runs: run !== undefined,
    text,
  }),
)
const rowsUnder = (heading: string, index = 0) => Array.from(tablesUnder(page, heading)[index]?.rows ?? [])
const codes = (cell: string) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name)

describe("the examples", () => {
  it("compile", () => {
    expect(examples).toHaveLength(6)
    expect(compileFaults(examples.map(({ text }) => text))).toEqual([])
  })

  const running = examples.filter(({ runs }) => runs).map(({ text }, index) => ({ index, text }))
  it.each(running)("print what they say: the one numbered $index", async ({ text }) => {
    const said = /(?:^\/\/ .*\n)+$/m.exec(text)?.[0] ?? "nothing"
    expect(await printedBy(text)).toBe(said.replaceAll(/^\/\/ /gm, ""))
  })
})

describe("the tables", () => {
  it("count the laws", () => {
    const lists = {
      invoiceLaws: testing.invoiceLaws(computeInvoice),
      calendarLaws: testing.calendarLaws(BillingCycle),
      accrualLaws: testing.accrualLaws({ ...Accrual, ...Proration, ...Rating }),
      discountLaws: testing.discountLaws({ coupon: Coupon, voucher: Voucher }),
      deciderLaws: testing.deciderLaws({
        decider: { decide: () => expect.unreachable(), evolve: (state: null) => state },
        start: null,
        commands: testing.Arbitraries.currencies().map((_tag) => ({ _tag })),
      }),
    }
    const counted = Object.entries(lists).map(([name, { length }]) => [`\`${name}\``, String(length)])
    expect(rowsUnder("A law").map(([name, cells]) => [name, cells.at(-1)])).toEqual(counted)
    const exported = Object.keys(testing).filter((name) => name.endsWith("Laws") && name !== "chooseLaws")
    expect(exported.sort()).toEqual(Object.keys(lists).sort())
  })

  it("have every function of random values", () => {
    const named = rowsUnder("Random values").flatMap(([cell]) => codes(cell))
    expect([...named, "METERS"].sort()).toEqual(Object.keys(testing.Arbitraries).sort())
  })

  it("count the cases of the contracts", () => {
    const host = scriptedHost()
    const receive = () => expect.unreachable()
    const contracts = {
      billingStoreContract: testing.billingStoreContract(() => expect.unreachable()),
      paymentGatewayContract: testing.paymentGatewayContract(host),
      webhookSenderContract: testing.webhookSenderContract({ makeLayer: receive, receive }),
      webhookStoreContract: testing.webhookStoreContract(receive),
      rateLimitStoreContract: testing.rateLimitStoreContract(receive),
      idSourceContract: testing.idSourceContract(receive),
      secretsContract: testing.secretsContract(receive),
      tokenIssuerContract: testing.tokenIssuerContract(receive),
      otpSenderContract: testing.otpSenderContract({ makeLayer: receive, arrived: receive }),
      eventPresenterContract: testing.eventPresenterContract(receive),
    }
    const counted = Object.entries(contracts).map(([name, { length }]) => [`\`${name}\``, String(length)])
    expect(rowsUnder("Contracts of ports").map(([name, cells]) => [name, cells.at(-1)])).toEqual(counted)
    const exported = Object.keys(testing).filter((name) => name.endsWith("Contract"))
    expect(exported.sort()).toEqual(Object.keys(contracts).sort())
  })

  it("name what a host gives", () => {
    const given = (index: number) => rowsUnder("Contracts of ports", index).flatMap(([cell]) => codes(cell))
    expect(given(1).sort()).toEqual(Object.keys(scriptedHost()).sort())
    const ofSender: ReadonlyArray<keyof testing.SenderHost> = [
      "makeLayer",
      "receive",
      "refusedUrl",
      "patienceMillis",
    ]
    expect(given(2)).toEqual(ofSender)
  })
})
