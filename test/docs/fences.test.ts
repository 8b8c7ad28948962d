// Every fenced block of the documents is run by a test, or says why it is not.
import { describe, expect, it } from "vitest"
import { filesUnder, read } from "../tidy/source.ts"
import { fencesOf } from "./fences.ts"

/** Which test runs which blocks of which page: `info` is all that stands behind the fence. */
const runs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": { "sh walk": "readme", "ts test": "readme" },
  "docs/client.md": { "ts run": "client" },
  "docs/embedding.md": { "ts run": "embedding", "sql run": "embedding" },
  ...Object.fromEntries(
    [
      "time",
      "control-plane",
      "watching",
      "worlds-and-state",
      "faults",
      "audit",
      "assumptions",
      "calling",
    ].map((name) => [`docs/simulator/${name}.md`, { sh: "simulator" }]),
  ),
  "docs/simulator/running.md": { "sh start": "simulator", sh: "simulator" },
  "docs/simulator/in-tests.md": { ts: "simulator", "ts test": "simulator" },
  "docs/import.md": { "ts run": "import/import", "sh run": "import/import" },
  "docs/operations.md": {
    "sh programs": "postgres/service",
    "sh backup": "postgres/backup",
    "sql again": "postgres/policy",
    "ts incident": "incidents",
    ...Object.fromEntries(
      ["unknown", "attempt", "declined", "deliveries", "ahead", "blocking"].map((name) => [
        `sql incident ${name}`,
        "incidents",
      ]),
    ),
  },
  "docs/testing.md": { "ts run": "testing" },
  "docs/personal-data.md": {
    "ts give": "personalData",
    "ts forget": "personalData",
    "sql person": "personalData",
    "sql end": "personalData",
  },
  "docs/promises.md": { "ts run": "promises" },
  "docs/server.md": { "ts run": "promises" },
  "docs/customers.md": { "ts run": "customers" },
  "docs/queries.md": Object.fromEntries([
    ...[
      "past due",
      "receivables by age",
      "credit",
      "expiring cards",
      "expiring vouchers",
      "recurring revenue",
    ].map((name) => [`sql query ${name}`, "queries"]),
    ...["money by month", "journal", "still due", "payments"].map((name) => [`sql query ${name}`, "books"]),
  ]),
  "docs/webhooks.md": { "ts run": "webhooks", "sql receiver": "webhooks", "sql event": "webhooks" },
  "vectors/README.md": { "ts run": "vectors", "sh python": "vectors" },
}

/** The pages with the test that compiles what is only compiled there. */
const compiles: Readonly<Record<string, string>> = {
  "docs/embedding.md": "embedding",
  "docs/gateways.md": "gateways",
  "docs/observability.md": "observability",
  "docs/payments.md": "payments",
  "docs/postgres.md": "postgres",
  "docs/promises.md": "promises",
  "docs/server.md": "promises",
  "docs/testing.md": "testing",
  "docs/webhooks.md": "webhooks",
}

/** What is no program: output, data, drawings. */
const shown = /^(?:text.*|json|mermaid|)$/

/** A file of a recipe, which `npm run test:recipes` runs; test/recipes/recipes.test.ts holds that each is of one. */
const ofRecipe = /^\w+ recipe [\w-]+\/\S+$/

/** A file of a project of Next.js, which `npm run test:next` builds. */
const ofNext = /^ts next \S+$/

/** What a reader of a tutorial does, in the order of the page; test/tutorials plays it. */
const ofTutorial = /^(?:\w+ file \S+|sh (?:install|run|fails))$/

const pages = [
  read("README.md"),
  read("vectors/README.md"),
  ...filesUnder("docs").filter(({ path }) => path.endsWith(".md")),
]

/** The blocks of a page that nobody runs and that do not say why. */
const unrun = (path: string, text: string): ReadonlyArray<string> =>
  fencesOf(text)
    .map(({ info }) => info)
    .filter((info) => !(shown.test(info) || runs[path]?.[info] !== undefined))
    .filter((info) => !(path === "docs/recipes.md" && ofRecipe.test(info)))
    .filter((info) => !(path === "docs/promises.md" && ofNext.test(info)))
    .filter((info) => !(path.startsWith("docs/tutorials/") && ofTutorial.test(info)))
    .filter(
      (info) =>
        !(/^sh not run: \S.{5,}/.test(info) || (/^ts compiled: \S.{5,}/.test(info) && path in compiles)),
    )

describe("the documents", () => {
  it("have no program that is not run and does not say why", () => {
    expect(pages.flatMap(({ path, text }) => unrun(path, text).map((info) => `${path}: ${info}`))).toEqual([])
  })

  it("have so many programs, and so few that are not run", () => {
    const infos = pages
      .flatMap(({ text }) => fencesOf(text).map(({ info }) => info))
      .filter((info) => !shown.test(info))
    expect(infos.filter((info) => / not run: /.test(info))).toHaveLength(10)
    expect(infos.filter((info) => / compiled: /.test(info))).toHaveLength(15)
    expect(infos.length).toBeGreaterThan(50)
  })

  it.each(
    Object.entries(runs).flatMap(([path, by]) =>
      Object.entries(by).map(([info, test]) => [path, info, test]),
    ),
  )("%s has blocks of %j, and test/docs/%s.test.ts names them", (path = "", info = "", test = "") => {
    expect(fencesOf(read(path).text).some((fence) => fence.info === info)).toBe(true)
    const [lang = "", ...rest] = info.split(" ")
    expect(read(`test/docs/${test}.test.ts`).text).toMatch(
      new RegExp(`\\b${[lang, ...rest].join("\\W+")}\\b`),
    )
  })

  it.each([
    ["docs/new.md", "```ts\nf()\n```\n"],
    ["docs/new.md", "```sh\nrm -rf /\n```\n"],
    ["docs/new.md", "```sh not run: no\nnpm ci\n```\n"],
    ["docs/new.md", "```ts compiled: the store is yours\nf()\n```\n"],
    ["docs/testing.md", "```ts\nf()\n```\n"],
    ["docs/embedding.md", "```sh\nnpm ci\n```\n"],
    ["docs/tutorials/new.md", "```ts\nf()\n```\n"],
  ])("would not have in %s: %j", (path, text) => {
    expect(unrun(path, text)).toHaveLength(1)
  })
})
