import { defineConfig } from "vitest/config"

// What mutation testing runs against the rules: their tests and those of the use cases, with few runs a law, so that
// thousands of mutants take minutes and not days.
export default defineConfig({
  test: {
    include: ["test/core/**/*.test.ts", "test/app/*.test.ts"],
    env: { FC_RUNS: "10" },
    testTimeout: 20_000,
  },
})
