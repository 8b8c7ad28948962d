// The server as a layer: it listens while the layer lasts, and what it stands on goes last.
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { expect, it, vi } from "vitest"
import { STOP_MILLIS_MAX, StudioListener, studioServerLayer } from "../../../src/http/node/index.ts"
import { BillingStore } from "../../../src/index.ts"
import { makeBilling } from "../../support/billing.ts"
import { authenticate } from "../fakes.ts"

const options = {
  port: 0,
  authenticate,
  onDefect: ({ cause }: { readonly cause: unknown }) => expect.unreachable(String(cause)),
}
const headers = { authorization: "Bearer ana" }

/** Builds the layer over ports that write down when they go. */
const started = async (
  store: Partial<BillingStore["Service"]> = {},
  over: { readonly port?: number } = {},
) => {
  const order: Array<string> = []
  const billing = makeBilling()
  await billing.seeded()
  const { services } = billing
  const ports = Layer.effectContext(
    Effect.acquireRelease(
      Effect.succeed(
        Context.add(services, BillingStore, { ...Context.get(services, BillingStore), ...store }),
      ),
      () => Effect.sync(() => order.push("the ports are gone")),
    ),
  )
  const scope = Scope.makeUnsafe()
  const layer = studioServerLayer({ ...options, ...over }).pipe(Layer.provide(ports))
  const exit = await Effect.runPromise(Effect.exit(Layer.buildWithScope(layer, scope)))
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  return { exit, order, close }
}

const listenerOf = ({ exit }: Awaited<ReturnType<typeof started>>) => {
  if (Exit.isFailure(exit)) throw exit.cause
  return Context.get(exit.value, StudioListener)
}

it("answers while it lasts, and not after", async () => {
  const server = await started()
  const { url } = listenerOf(server)
  expect((await fetch(`${url}/studio/plans`, { headers })).status).toBe(200)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  await server.close()
  await expect(fetch(`${url}/studio/plans`, { headers })).rejects.toThrow()
  expect(server.order).toEqual(["the ports are gone"])
})

it.each([
  ["at once", 0],
  ["as late as a gateway may answer", 5 * STOP_MILLIS_MAX],
])("finishes what is in flight before the ports go: %s", async (_, millis) => {
  const asked = Deferred.makeUnsafe<void>()
  const answers = Deferred.makeUnsafe<void>()
  const server = await started({
    plans: () =>
      Deferred.succeed(asked, undefined).pipe(
        Effect.andThen(Deferred.await(answers)),
        Effect.as({ items: [], totalItems: 0 }),
      ),
  })
  const call = fetch(`${listenerOf(server).url}/studio/plans`, { headers }).then(({ status }) =>
    server.order.push(`answered ${status}`),
  )
  await Effect.runPromise(Deferred.await(asked))
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const closed = server.close()
  await vi.advanceTimersByTimeAsync(millis)
  vi.useRealTimers()
  await Effect.runPromise(Deferred.succeed(answers, undefined))
  await Promise.all([call, closed])
  expect(server.order).toEqual(["answered 200", "the ports are gone"])
})

it("fails where it cannot listen, and lets go of the ports", async () => {
  const server = await started()
  const other = await started({}, { port: listenerOf(server).port })
  expect(String(Exit.isFailure(other.exit) && other.exit.cause)).toContain("EADDRINUSE")
  await other.close()
  expect(other.order).toEqual(["the ports are gone"])
  await server.close()
})
