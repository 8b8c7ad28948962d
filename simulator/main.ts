// The command: reads its line, starts a simulator, and ends it on a signal. Status 2 is a line that cannot be meant,
// 1 a simulator that cannot start or whose state cannot be saved, 0 an end in order.
import * as Result from "effect/Result"
import { createSimulator } from "./index.ts"
import { help, type Options, readCommand } from "./options.ts"
import { StateFileUnusable } from "./state/stateFile.ts"
import { VERSION } from "./version.ts"

const fail = (message: string, status: 1 | 2): never => {
  process.stderr.write(`studio-simulator: ${message}\n`)
  process.exit(status)
}

const start = async (options: Options): Promise<void> => {
  // Listened for before anybody can know that there is something to stop.
  const signalled = new Promise((resolve) => {
    process.once("SIGINT", resolve)
    process.once("SIGTERM", resolve)
  })
  // Whoever read the first lines may be gone; that is no reason to end.
  process.stdout.on("error", () => undefined)
  const { port = 4010, host = "127.0.0.1", log = "pretty" } = options
  const reasonOf = (fault: Error & { readonly code?: string }): string => {
    if (fault instanceof StateFileUnusable) return fault.message
    return fault.code === "EADDRINUSE"
      ? `port ${port} of ${host} is taken; --port 0 finds a free one`
      : `cannot listen on port ${port} of ${host}: ${fault.message}`
  }
  const simulator = await createSimulator({ ...options, port, host, log }).catch((fault) =>
    fail(reasonOf(fault), 1),
  )
  await signalled
  await simulator.close().catch((fault) => fail(reasonOf(fault), 1))
  process.exit(0)
}

const command = readCommand(process.argv.slice(2), process.env)
if (Result.isFailure(command)) fail(command.failure.message, 2)
else if (command.success._tag === "Help") process.stdout.write(help)
else if (command.success._tag === "Version") process.stdout.write(`${VERSION}\n`)
else await start(command.success.options)
