// The contract of `IdSource`: ids that meet nowhere, and derived ones that everybody derives in the same way.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { IdSource } from "../../ports/IdSource.ts"
import { hold, type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MANY = 200

const manyOf = (source: IdSource["Service"]) =>
  Effect.all(
    Array.from({ length: MANY }, () => source.next),
    { concurrency: "unbounded" },
  )

const keys = ["a", "A", "a ", " a", "", "a:b", "a/b", "ab", "é", "e\u0301", "0", "x".repeat(1_000)]

const cases: ReadonlyArray<PortCase<IdSource["Service"]>> = [
  {
    name: "a new id is a UUID",
    rule: "It has lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12.",
    tell: Effect.fnUntraced(function* (source) {
      const id = yield* source.next
      hold(`next is ${id}`, UUID.test(id))
    }),
  },
  {
    name: "a derived id is a UUID",
    rule: "That holds for every key, the empty and a long one too.",
    tell: (source) =>
      Effect.sync(() => {
        for (const key of keys) hold(`${key} gives ${source.derive(key)}`, UUID.test(source.derive(key)))
      }),
  },
  {
    name: "no new id comes twice",
    rule: "Ids that are asked for at the same moment differ as well.",
    tell: Effect.fnUntraced(function* (source) {
      same("different ids", new Set(yield* manyOf(source)).size, MANY)
    }),
  },
  {
    name: "two processes give no id twice",
    rule: "A source that is made anew gives none of the ids that another one gave.",
    tell: Effect.fnUntraced(function* (source, elsewhere) {
      const here = new Set(yield* manyOf(source))
      const there = yield* elsewhere(manyOf)
      same("ids of both", there.filter((id) => here.has(id)).length, 0)
    }),
  },
  {
    name: "a key always gives the same id",
    rule: "Neither ids that were given meanwhile nor the order of the keys matter.",
    tell: Effect.fnUntraced(function* (source) {
      const before = keys.map(source.derive)
      yield* source.next
      same("again", keys.toReversed().map(source.derive).toReversed(), before)
    }),
  },
  {
    name: "a key gives the same id in every process",
    rule: "A process that goes on where another one stopped derives the ids that were stored.",
    tell: Effect.fnUntraced(function* (source, elsewhere) {
      const there = yield* elsewhere((other) => Effect.sync(() => keys.map(other.derive)))
      same("elsewhere", there, keys.map(source.derive))
    }),
  },
  {
    name: "another key gives another id",
    rule: "Keys differ in their letters, their case, their blanks and their order.",
    tell: (source) =>
      Effect.sync(() => same("different ids", new Set(keys.map(source.derive)).size, keys.length)),
  },
]

/**
 * The contract of a source of ids. `makeLayer` is called once a case, and once more for the cases of two processes: give
 * it no seed.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { IdSource } from "studio-billing"
 * import { idSourceContract } from "studio-billing/testing"
 *
 * declare const makeIds: () => IdSource["Service"]
 * idSourceContract(() => Layer.sync(IdSource, makeIds)).length // 7
 * ```
 */
export const idSourceContract: (makeLayer: () => Layer.Layer<IdSource, unknown>) => ReadonlyArray<Law> =
  contractOf(IdSource, cases)
