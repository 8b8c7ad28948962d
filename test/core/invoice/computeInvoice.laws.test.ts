import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { computeInvoice } from "../../../src/core/invoice/computeInvoice.ts"
import { Arbitraries, invoiceLaws } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"

describe("computeInvoice keeps the law (1, 2 and 13)", () => {
  it.each(invoiceLaws(computeInvoice))("$name", ({ check }) => check({ numRuns: runs(2000) }))

  it("of many invoices: few of the random ones are rejected", () => {
    const inputs = fc.sample(Arbitraries.invoiceInputs(), { numRuns: 1_000, seed: 42 })
    const computed = inputs.filter((input) => Result.isSuccess(computeInvoice(input)))
    expect(computed.length).toBeGreaterThan(500)
  })
})
