// A thread that opens a database file in the moment in which the others are ready to open it too.
import { parentPort, workerData } from "node:worker_threads"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"

const { path, count, ready } = workerData as {
  readonly path: string
  readonly count: number
  readonly ready: SharedArrayBuffer
}

const opened = (): string | null => {
  try {
    openDatabase(path).close()
    return null
  } catch (fault) {
    return String(fault)
  }
}

const waiting = new Int32Array(ready)
Atomics.add(waiting, 0, 1)
// Awake, so that all of them go on at once.
for (let now = Atomics.load(waiting, 0); now < count; ) now = Atomics.load(waiting, 0)
parentPort?.postMessage(opened())
