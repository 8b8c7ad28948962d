#!/usr/bin/env node
// `npx studio-billing`: says what the package is and how to start the simulator, and starts nothing. It loads nothing that
// an older Node cannot read.
import { fileURLToPath } from "node:url"
import { VERSION } from "./version.ts"

const documents = fileURLToPath(new URL("../../docs/", import.meta.url))

const about = `studio-billing ${VERSION}: billing rules as TypeScript, and a simulator of the whole /studio billing API

  npx -p studio-billing studio-simulator --open    starts the simulator and opens its console
  npx -p studio-billing studio-simulator init      writes a file of records to begin with
  npx -p studio-billing studio-simulator --help    lists all options

  import ... from "studio-billing"                 the rules; /client, /promises, /vitest and others beside them

Documents, by what you want to do: ${documents}README.md
`

const [argument, ...others] = process.argv.slice(2)
if (argument === undefined || (/^(?:-h|--help)$/.test(argument) && others.length === 0)) {
  process.stdout.write(about)
} else if (argument === "--version" && others.length === 0) {
  process.stdout.write(`${VERSION}\n`)
} else {
  process.stderr.write(
    `studio-billing: takes no '${argument}'; the simulator is another command: npx -p studio-billing studio-simulator --help\n`,
  )
  process.exit(2)
}
