import { copyFile } from "node:fs/promises"
import { build } from "esbuild"
import { defineConfig } from "tsup"
import { buildConsole } from "./simulator/consoleAssets.ts"

const shared = {
  format: "esm",
  target: "node22",
  platform: "node",
} as const

/** It makes the console from its sources, which the package does not have. */
const makesTheConsole = ["esbuild"]

/**
 * The command as one file with what it uses of effect: to find and read the hundreds of files that effect is made of takes
 * longer than all that a start does.
 */
const buildCommand = async (outfile: string): Promise<void> => {
  await build({
    ...shared,
    external: [...makesTheConsole, "jose", "standardwebhooks"],
    entryPoints: ["simulator/main.ts"],
    bundle: true,
    outfile,
  })
  await copyFile("node_modules/effect/LICENSE", `${outfile}.LICENSE-effect`)
}

export default defineConfig(({ outDir = "dist" }) => ({
  ...shared,
  entry: {
    index: "src/index.ts",
    "api/index": "src/api/index.ts",
    "client/index": "src/client/index.ts",
    "webhooks/index": "src/webhooks/index.ts",
    "testing/index": "src/testing/index.ts",
    "simulator/index": "simulator/index.ts",
    "vitest/index": "simulator/vitest.ts",
  },
  external: makesTheConsole,
  dts: true,
  splitting: true,
  clean: true,
  onSuccess: async () => {
    await buildCommand(`${outDir}/simulator/main.js`)
    await buildConsole(new URL("simulator/console/", import.meta.url), `${outDir}/simulator/console`)
  },
}))
