import { defineConfig } from "tsup"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "api/index": "src/api/index.ts",
    "webhooks/index": "src/webhooks/index.ts",
    "testing/index": "src/testing/index.ts",
    "simulator/index": "simulator/index.ts",
    "simulator/main": "simulator/main.ts",
    "vitest/index": "simulator/vitest.ts",
  },
  format: "esm",
  target: "node22",
  platform: "node",
  dts: true,
  splitting: true,
  clean: true,
})
