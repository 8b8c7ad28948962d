// The crash table of a charge: a process ends at each point of it, and another one takes over. Whatever made the charge,
// nobody is charged twice, nothing is announced twice, and what can be found out is found out. docs/payments.md tells
// the same by the same names.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  BillingStore,
  CurrentPortReporter,
  failPayment,
  type PortFault,
  runDue,
  settleInvoice,
} from "../../src/index.ts"
import { organizationId } from "../support/billing.ts"
import { about, type Cause, causes, pay, type Row, rows, type Scene, table } from "../support/chargeScenes.ts"
import { atPoint, endingAt, type Point } from "../support/processes.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A process does what makes the charge, and ends at a point of it. */
const endAt = async ({ processOf, byProcess }: Scene, point: Point): Promise<void> => {
  const dying = endingAt(point)
  const finished = processOf(dying)
    .run(byProcess)
    .then(() => "finished")
  expect(await Promise.race([dying.ended, finished])).toBe("ended")
}

/** Another process, some time after the charge was due, does what is due. */
const recover = async (scene: Scene, after: number): Promise<void> => {
  scene.setNow(scene.at + after)
  expect((await scene.run(runDue(scene.now()))).failures).toEqual([])
}

const expectDone = (
  scene: Scene,
  cause: Cause,
  outcome: "approved" | "declined",
  wasUnknown = false,
): void => {
  const isApproved = outcome === "approved"
  expect(scene.invoice()?.status).toBe(isApproved ? "PAID" : "PAYMENT_FAILED")
  expect(scene.attempt()?.status).toBe(isApproved ? "APPROVED" : "DECLINED")
  expect(scene.status()).toBe(isApproved ? "ACTIVE" : "PAST_DUE")
  const told = [...causes[cause].before, ...causes[cause][outcome]]
  if (wasUnknown)
    told.splice(told.lastIndexOf(`payment.${isApproved ? "approved" : "failed"}`), 0, "invoice.updated")
  // The round ends with the answer, which came later than the unknown outcome.
  if (wasUnknown && cause === "a dunning round" && !isApproved) told.push("subscription.updated")
  expect(scene.events()).toEqual(told)
  const [first, ...more] = scene.arrived()
  expect(first?.charge).toMatchObject({ attemptId: scene.attempt()?.attemptId, amount: 9990 })
  expect(more).toEqual([])
}

/** A payment of which nothing is stored: only the payer can begin it again. */
const isGone = (cause: Cause, row: Row): boolean => cause === "a payment" && !rows[row].started

const outcomes = ["approved", "declined"] as const
const withOutcomes = table.flatMap(([cause, row]) =>
  outcomes.map((outcome) => [cause, row, outcome] as const),
)

describe("a process that ends", () => {
  it.each(withOutcomes)("in %s, %s, leaves nothing unrepaired: %s", async (cause, row, outcome) => {
    const scene = await about(cause, outcome)
    await endAt(scene, rows[row].point)
    expect(scene.arrived()).toHaveLength(rows[row].arrived ? 1 : 0)
    await recover(scene, 10 * MINUTE)
    if (isGone(cause, row)) {
      expect(scene.events()).toEqual(causes[cause].before)
      expect(scene.arrived()).toEqual([])
      await scene.run(Effect.result(pay(scene.invoiceId)))
    }
    expectDone(scene, cause, outcome, rows[row].started && !rows[row].over)
  })

  it.each(table)("in %s, %s, is repaired when the attempt is stale, by a look-up", async (cause, row) => {
    const scene = await about(cause, "approved")
    await endAt(scene, rows[row].point)
    const statuses: Array<string | undefined> = []
    for (const after of [MINUTE - 1, MINUTE, 6 * MINUTE - 1, 6 * MINUTE]) {
      await recover(scene, after)
      statuses.push(scene.attempt()?.status)
    }
    const { started, over } = rows[row]
    if (started && !over) expect(statuses).toEqual(["STARTED", "UNKNOWN", "UNKNOWN", "APPROVED"])
    else expect(new Set(statuses)).toEqual(new Set([isGone(cause, row) ? undefined : "APPROVED"]))
  })

  it.each(table)("in %s, %s, and another one three days late charge once at most", async (cause, row) => {
    const { started, arrived, over } = rows[row]
    const scene = await about(cause, "approved")
    await endAt(scene, rows[row].point)
    await recover(scene, 3 * DAY)
    if (isGone(cause, row)) return expect(scene.arrived()).toEqual([])
    if (!started || over) return expectDone(scene, cause, "approved")
    // The gateway has forgotten the key by now, so that only an operator can tell.
    for (let day = 4; day <= 20; day++) await recover(scene, day * DAY)
    expect(scene.arrived()).toHaveLength(arrived ? 1 : 0)
    expect(scene.attempt()).toMatchObject({ status: "UNKNOWN", lookups: 7 })
    expect(scene.invoice()?.attempts).toHaveLength(causes[cause].fates.length + 1)
    expect(scene.invoice()?.status).toBe(cause === "a dunning round" ? "PAYMENT_FAILED" : "OPEN")
    const again = await scene.run(Effect.result(pay(scene.invoiceId)))
    expect(Result.isFailure(again) && again.failure._tag).toBe("PaymentInProgress")
  })

  it("and whose gateway forgot leaves the attempt to an operator, who settles or fails it", async () => {
    const forgotten = async () => {
      const scene = await about("a boundary", "approved")
      await endAt(scene, rows["before commit 2"].point)
      await recover(scene, 3 * DAY)
      return { scene, ref: { organizationId, invoiceId: scene.invoiceId } }
    }
    const settled = await forgotten()
    await settled.scene.run(settleInvoice({ ...settled.ref, amount: null, receiptId: "statement-1" }))
    expectDone(settled.scene, "a boundary", "approved", true)
    const failed = await forgotten()
    await failed.scene.run(failPayment({ ...failed.ref, attemptId: null, declineCode: "card_declined" }))
    expect(failed.scene.attempt()?.status).toBe("DECLINED")
    expect(failed.scene.status()).toBe("PAST_DUE")
  })

  it("before the webhook leaves its messages to be sent, the same ones, until they are acknowledged", async () => {
    const scene = await about("a payment", "approved")
    await scene.run(scene.byProcess)
    const sent: Array<string> = []
    const deliver = Effect.gen(function* () {
      const store = yield* BillingStore
      const messages = yield* store.outbox({ kind: "EVENT", limit: 100 })
      sent.push(...messages.map(({ messageId }) => messageId))
      yield* store.acknowledge(messages.map(({ messageId }) => messageId))
    })
    const dying = endingAt({ call: "acknowledge", nth: 1, when: "before" })
    void scene.processOf(dying).run(deliver)
    await dying.ended
    const first = sent.splice(0)
    expect(first).toHaveLength(4)
    await scene.run(deliver)
    expect(sent.splice(0)).toEqual(first)
    await scene.run(deliver)
    expect(sent).toEqual([])
  })
})

/** Waits for what goes on without its client. */
const settled = Effect.forEach(Array.from({ length: 1000 }), () => Effect.yieldNow)

describe("a client who hangs up", () => {
  it.each(withOutcomes)("in %s, %s, changes nothing: %s", async (cause, row, outcome) => {
    const scene = await about(cause, outcome)
    let hangUp = (): void => undefined
    const process = scene.processOf(atPoint(rows[row].point, () => Effect.sync(() => hangUp())))
    const fiber = process.fork(scene.byClient)
    hangUp = () => fiber.interruptUnsafe()
    expect(Exit.hasInterrupts(await Effect.runPromise(Fiber.await(fiber)))).toBe(true)
    await scene.run(settled)
    expectDone(scene, cause, outcome)
  })
})

describe("a store that dies after a charge", () => {
  it("hides from the payer nothing that is stored", async () => {
    const scene = await about("a payment", "approved")
    const faults: Array<PortFault> = []
    const dies = Effect.die(new Error("no more space"))
    const paying = Effect.provideService(pay(scene.invoiceId), CurrentPortReporter, (fault) =>
      Effect.sync(() => faults.push(fault)),
    )
    const broken = scene.processOf(atPoint(rows["before commit 2"].point, () => dies))
    const answer = await broken.run(Effect.exit(paying))
    expect(answer).toMatchObject({ value: { status: "OPEN", attempts: [{ status: "STARTED" }] } })
    const fault = { operation: "BillingStore.commit", kind: "DEFECT", organizationId }
    expect(faults).toMatchObject([{ ...fault, detail: expect.stringContaining("no more space") }])
    await recover(scene, 10 * MINUTE)
    expectDone(scene, "a payment", "approved", true)
  })
})

describe("a process that sleeps", () => {
  // It wakes with a key that the gateway has forgotten, when another process has charged under it long ago.
  it.each(["a payment", "a boundary", "a dunning round"] as const)(
    "in %s does not charge again",
    async (cause) => {
      const scene = await about(cause, "approved")
      const wake = Promise.withResolvers<void>()
      const asleep = Promise.withResolvers<void>()
      const sleep = Effect.suspend(() => {
        asleep.resolve()
        return Effect.promise(() => wake.promise)
      })
      const sleeper = scene.processOf(atPoint(rows["after commit 1"].point, () => sleep)).run(scene.byProcess)
      await asleep.promise
      await recover(scene, 10 * MINUTE)
      expectDone(scene, cause, "approved", true)
      scene.setNow(scene.at + 2 * DAY)
      wake.resolve()
      await sleeper
      expectDone(scene, cause, "approved", true)
    },
  )
})
