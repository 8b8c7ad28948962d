// When a use case is a span, and that it does the same either way.
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import { about, useCase } from "../../../src/app/execution/useCase.ts"
import { attribute } from "../../../src/app/telemetry/telemetry.ts"

const tracer = Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })
const traced = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Tracer.Tracer, tracer)
const untraced = <A, E>(effect: Effect.Effect<A, E>) => effect

/** A tracer of a host, and its spans. */
const keeping = () => {
  const spans: Array<Tracer.Span> = []
  const kept = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  return { kept, spans }
}

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

  it.each([
    ["a refusal by its tag", "RETURNED"],
    ["a defect by its kind", "THROWN"],
  ])("tells %s, and no text of it", (_, how) => {
    const { kept, spans } = keeping()
    const failing = useCase("signIn")(() =>
      how === "THROWN"
        ? Effect.die(new TypeError("Ana Souza"))
        : Effect.fail({ _tag: "Refused", name: "Ana Souza" }),
    )
    Effect.runSyncExit(Effect.provideService(failing(), Tracer.Tracer, kept))
    const [span] = spans
    expect(span?.status._tag).toBe("Ended")
    expect(inspect(span, { depth: 9 })).not.toContain("Ana Souza")
    expect(Object.fromEntries(span?.attributes ?? [])).toEqual(
      how === "THROWN" ? { [attribute.errorType]: "TypeError" } : { [attribute.rejection]: "Refused" },
    )
  })

  it("leaves the spans that an adapter makes inside as they are", () => {
    const { kept, spans } = keeping()
    const asked = Effect.withSpan(Effect.fail("no connection"), "database")
    const failing = useCase("viewThing")(() => asked)
    Effect.runSyncExit(Effect.provideService(failing(), Tracer.Tracer, kept))
    const ends = spans.map(({ name, status }) => [
      name,
      status._tag === "Ended" && Exit.isSuccess(status.exit),
    ])
    expect(ends).toEqual([
      ["viewThing", true],
      ["database", false],
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
