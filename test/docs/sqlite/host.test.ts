// The host of the example, on a file: it signs up, subscribes and pays; a process of it is killed between the commit of an
// attempt and its charge, and another one repairs what it left.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { readAcquirerEvent } from "../../../docs/examples/sqlite/AcquirerGateway.ts"
import { hear, pay, signUp, subscribe, tick } from "../../../docs/examples/sqlite/host.ts"
import {
  BillingStore,
  definePlan,
  listVouchers,
  payInvoice,
  previewUpcomingInvoice,
} from "../../../src/index.ts"
import { startAcquirer } from "./acquirer.ts"
import { startProcess } from "./process.ts"

const MINUTE = 60_000
const startAt = Date.UTC(2026, 0, 31, 12)
const folder = mkdtempSync(join(tmpdir(), "sqlite-"))
const acquirer = await startAcquirer()
afterAll(async () => {
  await acquirer.close()
  rmSync(folder, { recursive: true })
})

const plan = {
  planId: null,
  name: "Starter",
  description: "",
  status: "ACTIVE",
  intervals: [{ id: null, interval: "MONTHLY", amount: 9990, currency: "BRL" }],
  prices: [],
} as const

let files = 0

/** A company that subscribed with a card, in a database of its own, and the payment of its upcoming invoice. */
const subscribed = async (cardToken = "tok_good") => {
  const path = join(folder, `${++files}.sqlite`)
  const process = startProcess(path, acquirer.acquirer, startAt)
  const found = await process.run(
    Effect.gen(function* () {
      const { planId, intervals } = yield* definePlan(plan)
      const { organization, user } = yield* signUp({ name: "One", email: "Ana@Example.com" })
      const { organizationId } = organization
      const planIntervalId = intervals[0]?.id ?? ""
      const subscription = yield* subscribe({ organizationId, cardToken, planId, planIntervalId })
      const { invoiceId } = yield* previewUpcomingInvoice(organizationId)
      return { organizationId, userId: user.userId, subscription, invoiceId }
    }),
  )
  const { organizationId, userId, invoiceId } = found
  const command = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: 9990 }
  const invoice = () =>
    process.run(Effect.flatMap(BillingStore, (store) => store.invoice(organizationId, invoiceId)))
  return {
    ...found,
    path,
    process,
    invoice,
    payment: { userId, key: "first", command },
    /** What is due at an instant is done. */
    tickAt: async (after: number) => {
      process.setNow(startAt + after)
      expect((await process.run(tick(process.database))).failures).toEqual([])
    },
    status: async () =>
      (await process.run(Effect.flatMap(BillingStore, (store) => store.account(organizationId))))?.value
        .subscription?.status,
  }
}

afterEach(() => {
  acquirer.forget()
  acquirer.setHappens({})
})

describe("the host of the example", () => {
  it("signs up, subscribes and pays, under the id of the attempt", async () => {
    const { process, payment, subscription, invoiceId, organizationId } = await subscribed()
    expect(subscription.status).toBe("ACTIVE")
    const { answer, replayed } = await process.run(pay(payment))
    expect([answer.invoiceId, answer.status, answer.amountPaid, replayed]).toEqual([
      invoiceId,
      "PAID",
      9990,
      false,
    ])
    const { attemptId = "" } = answer.attempts[0] ?? {}
    expect(acquirer.charges()).toEqual([
      {
        key: attemptId,
        amount: 9990,
        reference: `${organizationId}/${invoiceId}/${attemptId}`,
        state: "approved",
        reason: null,
      },
    ])
    process.close()
  })

  it("answers a key again as it did first, also from another process", async () => {
    const { path, process, payment } = await subscribed()
    const first = await process.run(pay(payment))
    process.close()
    const other = startProcess(path, acquirer.acquirer, startAt + MINUTE)
    const again = await other.run(pay(payment))
    expect(again).toEqual({ answer: first.answer, replayed: true })
    expect(acquirer.charges()).toHaveLength(1)
    other.close()
  })

  it("charges once when two processes pay at the same moment, many times each", async () => {
    const { path, process, payment, invoice } = await subscribed()
    const other = startProcess(path, acquirer.acquirer, startAt)
    const paying = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? process : other).run(Effect.result(payInvoice(payment.command))),
    )
    const told = (await Promise.all(paying)).map((paid) =>
      Result.isSuccess(paid) ? paid.success.status : paid.failure._tag,
    )
    expect(told.filter((one) => one === "PAID")).toHaveLength(1)
    const refusals = ["InvoiceNotPayable", "PaymentInProgress"]
    expect(told.filter((one) => one !== "PAID" && !refusals.includes(one))).toEqual([])
    expect(acquirer.charges()).toHaveLength(1)
    expect((await invoice())?.attempts).toHaveLength(1)
    process.close()
    other.close()
  })

  it("bills a month that is over with the next tick, and tries a refused card again days later", async () => {
    const { process, tickAt, status } = await subscribed("tok_poor")
    await tickAt(Date.UTC(2026, 1, 28, 12) - startAt - 1)
    expect([await status(), acquirer.charges().length]).toEqual(["ACTIVE", 0])
    await tickAt(Date.UTC(2026, 1, 28, 12) - startAt)
    expect([await status(), acquirer.charges().length]).toEqual(["PAST_DUE", 1])
    await tickAt(Date.UTC(2026, 2, 1, 12) - startAt)
    expect(acquirer.charges().map(({ amount }) => amount)).toEqual([9990, 9990])
    process.close()
  })
})

const moments = [
  ["before", 0],
  ["after", 1],
] as const

/** Pays in a process of its own, which is killed right before or right after the acquirer charges. */
const killedWhilePaying = async (moment: "before" | "after") => {
  const scene = await subscribed()
  const { path, payment } = scene
  const line = JSON.stringify({ path, acquirer: acquirer.acquirer, now: startAt, payment })
  const child: ChildProcess = spawn(process.execPath, [
    "--import",
    new URL("../../support/ownName.ts", import.meta.url).href,
    fileURLToPath(new URL("pays.ts", import.meta.url)),
    line,
  ])
  const exited = once(child, "exit")
  acquirer.setHappens({
    [moment]: async () => {
      child.kill("SIGKILL")
      await exited
      return "lost"
    },
  })
  expect((await exited)[1]).toBe("SIGKILL")
  acquirer.setHappens({})
  return scene
}

describe("a process that is killed", () => {
  it.each(moments)(
    "%s the charge leaves an attempt that the ticks of another repair",
    async (moment, arrived) => {
      const { process, payment, invoice, tickAt } = await killedWhilePaying(moment)
      const attempt = async () => (await invoice())?.attempts.map(({ status }) => status)
      expect([await attempt(), acquirer.charges().length]).toEqual([["STARTED"], arrived])
      // Nobody can charge it a second time meanwhile.
      const refused = await process.run(Effect.result(payInvoice(payment.command)))
      expect(Result.isFailure(refused) && refused.failure._tag).toBe("PaymentInProgress")
      await tickAt(MINUTE)
      expect(await attempt()).toEqual(["UNKNOWN"])
      await tickAt(6 * MINUTE)
      expect([await attempt(), (await invoice())?.status]).toEqual([["APPROVED"], "PAID"])
      const { attemptId } = (await invoice())?.attempts[0] ?? {}
      expect(acquirer.charges().map(({ key }) => key)).toEqual([attemptId])
      process.close()
    },
  )

  it("after the charge is repaired at once when the acquirer tells, and its money counts once", async () => {
    const { process, invoice, tickAt, organizationId } = await killedWhilePaying("after")
    const told = acquirer
      .charges()
      .map((charge) => readAcquirerEvent(acquirer.acquirer, acquirer.webhookOf(charge)))
    for (const event of [...told, ...told]) {
      if (event !== null) expect((await process.run(hear(event))).status).toBe("PAID")
    }
    await tickAt(6 * MINUTE)
    expect(acquirer.charges()).toHaveLength(1)
    expect((await invoice())?.receipts.map(({ amount }) => amount)).toEqual([9990])
    const vouchers = listVouchers({ organizationId, page: 1, limit: 10, status: null })
    expect((await process.run(vouchers)).items).toEqual([])
    process.close()
  })
})
