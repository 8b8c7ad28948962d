// Lets a process import the package by its name, as an embedding service does, from its source: `node --import`.
import { registerHooks } from "node:module"

const root = new URL("../..", import.meta.url)
const sources = new Map([
  ["studio-billing", "src/index.ts"],
  ["studio-billing/api", "src/api/index.ts"],
  ["studio-billing/simulator", "simulator/index.ts"],
  ["studio-billing/testing", "src/testing/index.ts"],
  ["studio-billing/webhooks", "src/webhooks/index.ts"],
])

registerHooks({
  resolve: (specifier, context, next) => {
    const source = sources.get(specifier)
    return next(source === undefined ? specifier : new URL(source, root).href, context)
  },
})
