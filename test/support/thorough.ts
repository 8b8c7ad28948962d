/**
 * Whether a run takes every test, as `.ci/run` does by THOROUGH=1. Without it those are skipped that take long and look
 * once more, by other means, at what a quicker test looks at; and properties run a quarter as often.
 */
export const thorough = process.env.THOROUGH === "1"

/** The files of tests that are only taken by such a run, each more than five seconds long. */
export const slowFiles = [
  "test/browser/account.test.ts",
  "test/browser/actions.test.ts",
  "test/browser/catalogue.test.ts",
  "test/browser/console.test.ts",
  "test/browser/filters.test.ts",
  "test/browser/frame.test.ts",
  "test/browser/reference.test.ts",
  "test/browser/search.test.ts",
  "test/browser/terms.test.ts",
  "test/browser/timeline.test.ts",
  "test/browser/views.test.ts",
  "test/conformance/main.test.ts",
  "test/conformance/postgres.test.ts",
  "test/docs/client.test.ts",
  "test/docs/embedding.test.ts",
  "test/docs/import/import.test.ts",
  "test/docs/postgres/service.test.ts",
  "test/docs/promises.test.ts",
  "test/docs/server.test.ts",
  "test/docs/simulator.test.ts",
  "test/docs/testing.test.ts",
  "test/docs/webhooks.test.ts",
  "test/hostile/fuzz.test.ts",
  "test/hostile/secrets.test.ts",
  "test/hostile/sockets.test.ts",
  "test/package/stranger.test.ts",
  "test/postgres/clients.test.ts",
  "test/postgres/engines.test.ts",
  "test/postgres/hotOrganization.test.ts",
  "test/postgres/kills.test.ts",
  "test/scale/engine/engine.test.ts",
  "test/scale/scale.test.ts",
  "test/simulate/simulate.test.ts",
  "test/simulator/mcp/stdio.test.ts",
  "test/simulator/server/reference/page.test.ts",
  "test/testing/mutants/mutants.test.ts",
]
