// What a use case finds after due steps: also where somebody else commits while they are charged, so that the account is loaded
// again, it has all that the use case asked for.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { listInvoices, payInvoice, recordUsage } from "../../../src/index.ts"
import { addCard, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { boundary } from "../../support/chargeScenes.ts"
import { atPoint } from "../../support/processes.ts"

const use = recordUsage({
  organizationId,
  events: [{ eventId: "e1", meter: "messages", quantity: 7, occurredAt: startAt }],
})

/** A process whose first charge is overtaken by a commit of another one. */
const overtaken = async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  await billing.run(use)
  return {
    ...billing,
    ...billing.processOf(
      atPoint({ call: "charge", nth: 1, when: "after" }, () =>
        addCard("tok_visa").pipe(Effect.asVoid, Effect.orDie, Effect.provideContext(billing.services)),
      ),
    ),
  }
}

describe("a use case before which a charge is overtaken", () => {
  it("knows the events that were recorded before", async () => {
    const billing = await overtaken()
    billing.setNow(boundary)
    expect(await billing.run(use)).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(billing.charges()).toHaveLength(1)
  })

  it("has the invoice that it is about, settled or not", async () => {
    const billing = await overtaken()
    await billing.moveTo(boundary)
    const { items } = await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 1 }))
    billing.setNow(Date.UTC(2026, 2, 31, 12))
    const pay = payInvoice({
      organizationId,
      invoiceId: items[0]?.invoiceId ?? "",
      paymentMethodId: null,
      expectedPayableAmount: null,
    })
    expect(await billing.run(Effect.flip(pay))).toMatchObject({ _tag: "InvoiceNotPayable", status: "PAID" })
    expect(billing.charges()).toHaveLength(2)
  })
})
