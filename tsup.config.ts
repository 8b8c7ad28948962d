import { defineConfig } from "tsup"
import { buildConsole } from "./simulator/consoleAssets.ts"

export default defineConfig(({ outDir = "dist" }) => ({
  entry: {
    index: "src/index.ts",
    "api/index": "src/api/index.ts",
    "client/index": "src/client/index.ts",
    "webhooks/index": "src/webhooks/index.ts",
    "testing/index": "src/testing/index.ts",
    "simulator/index": "simulator/index.ts",
    "simulator/main": "simulator/main.ts",
    "vitest/index": "simulator/vitest.ts",
  },
  // It makes the console from its sources, which the package does not have.
  external: ["esbuild"],
  format: "esm",
  target: "node22",
  platform: "node",
  dts: true,
  splitting: true,
  clean: true,
  onSuccess: () =>
    buildConsole(new URL("simulator/console/", import.meta.url), `${outDir}/simulator/console`),
}))
