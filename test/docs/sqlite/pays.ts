// A process that pays one invoice, to be run, and ended in the middle: the path of a database, an acquirer, an instant and
// a payment, as JSON.
import { pay } from "../../../docs/examples/sqlite/host.ts"
import { startProcess } from "./process.ts"

const { path, acquirer, now, payment } = JSON.parse(process.argv[2] ?? "")
await startProcess(path, acquirer, now).run(pay(payment))
