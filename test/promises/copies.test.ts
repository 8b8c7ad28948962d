// A program may have several copies of the package: the bundles of Next.js have one each, and a folder of packages may have two.
import { expect, it } from "vitest"
import { BillingRejected } from "../../src/promises/BillingRejected.ts"

const copy = "../../src/promises/BillingRejected.ts?copy"

it("a refusal of one copy is known by the class of another", async () => {
  const other: typeof import("../../src/promises/BillingRejected.ts") = await import(copy)
  expect(other.BillingRejected).not.toBe(BillingRejected)
  const body = { statusCode: 404, code: "invoice.not_found", message: "There is none.", errors: [] }
  const refusal = new other.BillingRejected("invoices.pay", { _tag: "InvoiceNotFound" }, body)
  expect(refusal).toBeInstanceOf(BillingRejected)
})

it("nothing else is one", () => {
  class Mine extends BillingRejected {}
  const body = { statusCode: 404, code: "invoice.not_found", message: "There is none.", errors: [] }
  const refusal = new BillingRejected("invoices.pay", { _tag: "InvoiceNotFound" } as never, body)
  expect(refusal).not.toBeInstanceOf(Mine)
  for (const other of [new Error("refused"), { name: "BillingRejected" }, null, "refused"]) {
    expect(other).not.toBeInstanceOf(BillingRejected)
  }
})
