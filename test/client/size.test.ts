// What the Promise client is to a browser: small, and without Effect.
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

it("createStudioClient is under 6 kB compressed and has nothing of Effect in it", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents:
        'export { createStudioClient, StudioApiError, StudioClientError } from "./src/client/index.ts"',
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    metafile: true,
  })
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})
  const foreign = inputs.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 && !path.startsWith("src/client/") ? [path] : [],
  )
  expect(foreign).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? "").byteLength).toBeLessThan(6_000)
})
