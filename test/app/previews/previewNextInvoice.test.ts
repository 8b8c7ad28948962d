// The next invoice as it will be, beside what paying it now would cost. The cycle ends on 28 February.
import { expect, it } from "vitest"
import {
  grantVoucher,
  listInvoices,
  previewNextInvoice,
  previewUpcomingInvoice,
  viewInvoice,
} from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

const DAY = 86_400_000

it("is the one that the end of the period issues, without a voucher that ends before", async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  const voucher = { organizationId, currency: "BRL", amount: 1000, voucherId: null }
  const times = { effectiveAt: startAt, expiresAt: startAt + 2 * DAY }
  await billing.run(grantVoucher({ ...voucher, name: "soon over", ...times }))
  const later = { effectiveAt: startAt + 5 * DAY, expiresAt: null }
  await billing.run(grantVoucher({ ...voucher, amount: 300, name: "later", ...later }))
  const now = await billing.run(previewUpcomingInvoice(organizationId))
  const next = await billing.run(previewNextInvoice(organizationId))
  expect([now.invoiceId, now.payableAmount]).toEqual([next.invoiceId, 8990])
  expect(next.payableAmount).toBe(9690)
  await billing.moveTo(next.dueAt)
  const issued = await billing.run(viewInvoice({ organizationId, invoiceId: next.invoiceId }))
  expect(issued).toMatchObject(next)
  const list = { organizationId, page: 1, limit: 10, status: null }
  expect((await billing.run(listInvoices(list))).totalItems).toBe(1)
})
