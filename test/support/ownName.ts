// Lets a process import the package by its name, as an embedding service does, from its source: `node --import`.
import { registerHooks } from "node:module"
import { entries } from "./entries.ts"

const root = new URL("../..", import.meta.url)

registerHooks({
  resolve: (specifier, context, next) => {
    const source = entries.get(specifier)
    return next(source === undefined ? specifier : new URL(source, root).href, context)
  },
})
