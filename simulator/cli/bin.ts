#!/usr/bin/env node
// The command as it is installed, and as it is started from a checkout. It looks at the Node that it runs on before it
// loads what an older one may not even be able to read, has what Node compiles kept for the next start, and the collector
// work as suits a simulator.
import module from "node:module"
import { beginYoung } from "./collector.ts"
import { nodeRefusal } from "./nodeVersion.ts"

const refusal = nodeRefusal(process.versions.node)
if (refusal === null) {
  module.enableCompileCache()
  beginYoung()
  await import("./main.ts")
} else {
  process.stderr.write(`studio-simulator: ${refusal}\n`)
  process.exit(1)
}
