import { defineConfig } from "vitest/config"

// Where `.ci/run` wants the counts of a run.
const report = process.env.VITEST_REPORT

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // One worker less than there are cores is what vitest takes by itself: on two cores that leaves one idle.
    maxWorkers: "100%",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
})
