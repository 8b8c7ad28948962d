// When a use case is a span, and that it does the same either way.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import { attribute } from "../../../src/app/execution/telemetry.ts"
import { about, useCase } from "../../../src/app/execution/useCase.ts"

const tracer = Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })
const traced = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Tracer.Tracer, tracer)
const untraced = <A, E>(effect: Effect.Effect<A, E>) => effect

const spanOf = useCase("viewThing")((_: string) => Effect.option(Effect.currentSpan), about)
const sumOf = useCase("sum")(function* (a: number, b: number) {
  return (yield* Effect.succeed(a)) + b
})
const broken = useCase("broken")(() => {
  throw new Error("It is broken")
})

describe("a use case", () => {
  it("is a span with the id of its organization where the host traces", () => {
    const span = Option.getOrThrow(Effect.runSync(traced(spanOf("org-1"))))
    expect([span.name, Object.fromEntries(span.attributes)]).toEqual([
      "viewThing",
      { [attribute.organizationId]: "org-1" },
    ])
  })

  it("is no span where nobody traces", () => {
    expect(Effect.runSync(spanOf("org-1"))).toEqual(Option.none())
  })

  it.each([
    ["traced", traced],
    ["not traced", untraced],
  ])("does what its body says, %s", (_, run) => {
    expect(Effect.runSync(run(sumOf(1, 2)))).toBe(3)
    expect(Exit.hasDies(Effect.runSyncExit(run(broken())))).toBe(true)
  })
})
