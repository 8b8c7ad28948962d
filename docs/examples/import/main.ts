// Moves the customers of a CSV into a database of SQLite: `node docs/examples/import/main.ts FILE.csv [--run]`. What its
// options are stands in command.ts.
import { command } from "./command.ts"

process.exitCode = await command(process.argv.slice(2), console.log)
