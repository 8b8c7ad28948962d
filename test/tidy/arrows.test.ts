// The arrows of import: they only point down, and the simulator stands on the public entry points alone.
import { describe, expect, it } from "vitest"
import { type File, type Import, importsOf, sourcesUnder } from "./source.ts"

/** What the files of a folder may import of ours; `types` are folders of which only types may be imported. */
interface Layer {
  readonly within: string
  readonly from: ReadonlyArray<string>
  readonly types?: ReadonlyArray<string>
  /** The packages that may be imported; any where it is left out. */
  readonly packages?: ReadonlyArray<string>
}

const ENTRIES = [
  "src/index.ts",
  "src/api/index.ts",
  "src/client/index.ts",
  "src/engine/index.ts",
  "src/http/index.ts",
  "src/observability/index.ts",
  "src/postgres/index.ts",
  "src/promises/index.ts",
  "src/http/node/index.ts",
  "src/webhooks/index.ts",
]

/** The first layer that a path lies in is its layer. */
const layers: ReadonlyArray<Layer> = [
  { within: "src/core/", from: ["src/core/"], packages: ["effect/Result", "effect/Schema"] },
  { within: "src/ports/", from: ["src/ports/", "src/core/"] },
  { within: "src/app/", from: ["src/app/", "src/ports/", "src/core/"] },
  { within: "src/api/", from: ["src/api/", "src/core/"], types: ["src/app/", "src/ports/"] },
  { within: "src/client/", from: ["src/client/", "src/api/"] },
  // It stands where a host stands: on what everybody can import.
  { within: "src/http/", from: ["src/http/", "src/api/index.ts", "src/index.ts"] },
  { within: "src/engine/", from: ["src/engine/", "src/app/", "src/ports/"] },
  {
    within: "src/observability/",
    from: [
      "src/observability/",
      "src/engine/index.ts",
      "src/http/index.ts",
      "src/app/telemetry/",
      "src/ports/",
      "src/core/",
    ],
  },
  // Clients of the database are given to it: it imports none.
  {
    within: "src/postgres/",
    from: ["src/postgres/", "src/ports/", "src/core/"],
    packages: ["effect/Deferred", "effect/Effect", "effect/Exit", "effect/Fiber", "effect/Schedule"],
  },
  {
    within: "src/promises/",
    from: ["src/promises/", "src/engine/", "src/api/", "src/app/", "src/ports/", "src/core/"],
    types: ["src/observability/"],
  },
  { within: "src/webhooks/", from: ["src/webhooks/", "src/ports/", "src/core/"] },
  {
    within: "src/testing/oracle/",
    from: ["src/testing/oracle/"],
    types: ["src/core/"],
    packages: [],
  },
  {
    within: "src/testing/",
    from: ["src/testing/", "src/promises/", "src/core/", "src/ports/", "src/app/", "src/api/"],
    packages: [
      "effect/Context",
      "effect/Effect",
      "effect/Equal",
      "effect/Exit",
      "effect/Layer",
      "effect/Option",
      "effect/Result",
      "fast-check",
    ],
  },
  { within: "src/", from: ["src/core/", "src/ports/", "src/app/"], packages: [] },
  // The audit works everything out anew: of what it audits it knows the types.
  { within: "simulator/audit/", from: ["simulator/audit/"], types: ["simulator/", ...ENTRIES], packages: [] },
  // The console runs in a browser: of what it talks to it knows the types.
  {
    within: "simulator/console/",
    from: ["simulator/console/"],
    types: ["simulator/", ...ENTRIES],
    packages: ["preact", "preact/hooks", "@preact/signals"],
  },
  { within: "simulator/", from: ["simulator/", ...ENTRIES] },
  // Examples stand where an embedding service stands: they have the package by its name.
  { within: "docs/examples/", from: ["docs/examples/"] },
  // The vectors are made of naive functions alone, which share nothing with what they judge but the shapes of inputs.
  {
    within: "test/vectors/make/",
    from: ["test/vectors/make/", "src/testing/oracle/", "test/support/random.ts"],
    types: ["src/core/"],
    packages: [],
  },
  { within: "test/", from: ["src/", "simulator/", "test/", "docs/examples/", "tools/site/"] },
]

const isUnder = (path: string, places: ReadonlyArray<string> = []): boolean =>
  places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place))

const isAllowed = (layer: Layer, { specifier, target, typeOnly }: Import): boolean =>
  target === null
    ? layer.packages === undefined || layer.packages.includes(specifier)
    : isUnder(target, layer.from) || (typeOnly && isUnder(target, layer.types))

const upwardImports = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) => {
    const layer = layers.find(({ within }) => file.path.startsWith(within))
    if (layer === undefined) return [`${file.path} lies in no layer`]
    return importsOf(file)
      .filter((one) => !isAllowed(layer, one))
      .map(({ place, specifier, typeOnly }) => `${place} ${typeOnly ? "import type" : "import"} ${specifier}`)
  })

/** What may import Node's own modules: the sender of webhooks, the listener, and the ids that a host gets that brings none. */
const ofNode = ["src/webhooks/", "src/http/node/", "src/promises/ports/ids.ts"]

/** Imports of Node's own modules in what is to run anywhere. */
const nodeImports = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files
    .filter(({ path }) => !isUnder(path, ofNode))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => specifier.startsWith("node:"))
        .map(({ place }) => place),
    )

const barrelImports = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => specifier === "effect")
      .map(({ place }) => place),
  )

describe("imports", () => {
  it("point down only", () => {
    expect(upwardImports(sourcesUnder("src", "simulator", "docs", "test"))).toEqual([])
  })

  it.each([
    ["src/core/money/Money.ts", 'import type { Put } from "../../ports/BillingStore.ts"'],
    ["src/core/money/Money.ts", 'import * as Effect from "effect/Effect"'],
    ["src/core/money/Money.ts", 'export const late = () => import("node:fs")'],
    ["src/ports/IdSource.ts", 'type Pay = import("../app/payInvoice.ts").PayInvoice'],
    ["src/app/payInvoice.ts", 'export { refusalOf } from "../api/rejections.ts"'],
    ["src/api/errors.ts", 'import { payInvoice } from "../app/payInvoice.ts"'],
    ["src/api/errors.ts", 'import { type PayInvoice } from "../app/payInvoice.ts"'],
    ["src/client/errors.ts", 'import type { Invoice } from "../core/invoice/Invoice.ts"'],
    ["src/api/errors.ts", 'import type { StudioClient } from "../client/index.ts"'],
    ["src/api/errors.ts", 'import { endpoints } from "../http/index.ts"'],
    ["src/http/handlers.ts", 'import { payInvoice } from "../app/payInvoice.ts"'],
    ["src/http/handlers.ts", 'import type { StudioClient } from "../client/index.ts"'],
    ["src/http/dispatcher.ts", 'import type { RequestLog } from "../../simulator/requests/RequestLog.ts"'],
    ["src/promises/createBilling.ts", 'import type { StudioClient } from "../client/index.ts"'],
    ["src/webhooks/index.ts", 'import { payInvoice } from "../app/payInvoice.ts"'],
    ["src/index.ts", 'export * from "../simulator/main.ts"'],
    ["src/index.ts", 'export * from "./testing/index.ts"'],
    ["src/app/payInvoice.ts", 'import { hold } from "../testing/Law.ts"'],
    ["src/testing/Law.ts", 'import { layer } from "../../simulator/adapters/memory/MemoryBillingStore.ts"'],
    ["src/testing/Law.ts", 'import { expect } from "vitest"'],
    ["src/testing/oracle/bills.ts", 'import { prorate } from "../../core/time/Proration.ts"'],
    ["simulator/main.ts", 'import { hold } from "../src/testing/index.ts"'],
    ["simulator/main.ts", 'import { add } from "../src/core/money/Money.ts"'],
    ["simulator/main.ts", 'import { makeDispatcher } from "../src/http/dispatcher.ts"'],
    ["simulator/audit/fees.ts", 'import { Accrual } from "../../src/index.ts"'],
    ["simulator/audit/fees.ts", 'import { type Accrual } from "../../src/index.ts"'],
    ["simulator/audit/fees.ts", 'import { matches } from "../faults/Fault.ts"'],
    ["simulator/audit/fees.ts", 'import type { Invoice } from "../../src/core/invoice/Invoice.ts"'],
    ["simulator/audit/fees.ts", 'import * as Result from "effect/Result"'],
    ["simulator/console/main.tsx", 'import { Iso } from "../../src/index.ts"'],
    ["simulator/console/main.tsx", 'import { VERSION } from "../version.ts"'],
    ["simulator/console/main.tsx", 'import * as Effect from "effect/Effect"'],
    ["docs/examples/sqlite/host.ts", 'import { payInvoice } from "../../../src/index.ts"'],
    ["test/vectors/make/naive/rating.ts", 'import { Rating } from "../../../../src/index.ts"'],
    ["test/vectors/make/naive/rating.ts", 'import { rate } from "../../../../src/core/usage/Rating.ts"'],
    ["tools/main.ts", ""],
  ])("that point elsewhere are found: in %s %s", (path, text) => {
    expect(upwardImports([{ path, text }])).toHaveLength(1)
  })

  it("of what lies below are none of that", () => {
    const text =
      'import type { Put } from "../ports/BillingStore.ts"\nimport { add } from "../core/money/Money.ts"'
    expect(upwardImports([{ path: "src/api/errors.ts", text }])).toEqual([])
  })

  it("leave Node to the sender of webhooks, the listener and the default ids", () => {
    expect(nodeImports(sourcesUnder("src"))).toEqual([])
  })

  it("of Node are found elsewhere", () => {
    const text = 'import { request } from "node:http"'
    const files = ["src/app/x.ts", "src/index.ts", "src/webhooks/x.ts"].map((path) => ({ path, text }))
    expect(nodeImports(files)).toEqual(["src/app/x.ts:1", "src/index.ts:1"])
  })

  it("name a module of effect, never the whole of it", () => {
    expect(barrelImports(sourcesUnder("src", "simulator", "docs", "test"))).toEqual([])
  })

  it("of the whole of effect are found", () => {
    const text = 'import * as Result from "effect/Result"\nimport { Effect } from "effect"'
    expect(barrelImports([{ path: "src/app/x.ts", text }])).toEqual(["src/app/x.ts:2"])
  })
})
