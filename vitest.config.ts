import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

// Where `.ci/run` wants the counts of a run.
const report = process.env.VITEST_REPORT

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  // The examples import the package by its name, as an embedding service does; here that is its source.
  resolve: {
    alias: [
      { find: /^studio-billing$/, replacement: source("src/index.ts") },
      { find: /^studio-billing\/simulator$/, replacement: source("simulator/index.ts") },
      { find: /^studio-billing\/(api|testing|webhooks)$/, replacement: source("src/$1/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // One worker less than there are cores is what vitest takes by itself: on two cores that leaves one idle.
    maxWorkers: "100%",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
})
