// The command: reads its line and the files that it names, starts a simulator, and ends it on a signal. Status 2 is a line
// or a file that is invalid, 1 a simulator that cannot start or whose state cannot be saved, 0 an end in order.
import * as Result from "effect/Result"
import { createSimulator, type SimulatorOptions } from "../createSimulator.ts"
import { StateFileUnusable } from "../world/state/stateFile.ts"
import type { OptionFiles } from "./files/optionFiles.ts"
import { help } from "./help.ts"
import { type Options, readCommand } from "./options.ts"
import { VERSION } from "./version.ts"

const fail = (message: string, status: 1 | 2): never => {
  process.stderr.write(`studio-simulator: ${message}\n`)
  process.exit(status)
}

/** Reads the files. The code that reads them is loaded only where a file is named. */
const readFiles = async (files: OptionFiles): Promise<Pick<SimulatorOptions, "seed" | "policy">> => {
  if (files.seed === undefined && files.policy === undefined) return {}
  const { readOptionFiles } = await import("./files/optionFiles.ts")
  return readOptionFiles(files).catch((fault) => fail(fault.message, 2))
}

const init = async (file: string, force: boolean): Promise<void> => {
  const { writeExample } = await import("./init.ts")
  process.stdout.write(await writeExample(file, force).catch((fault) => fail(fault.message, 1)))
}

const start = async (options: Options, files: OptionFiles): Promise<void> => {
  // Listened for before anybody can know that there is something to stop.
  const signalled = new Promise<void>((resolve) => {
    let count = 0
    const onSignal = (): void => {
      count += 1
      if (count === 1) resolve()
      else if (options.state === undefined || count > 2) fail("ended before it had finished", 1)
      else process.stderr.write(`studio-simulator: saving ${options.state}; once more ends without it\n`)
    }
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal)
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
  const begins = await readFiles(files)
  const simulator = await createSimulator({ ...options, ...begins, port, host, log }).catch((fault) =>
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
else if (command.success._tag === "Init") await init(command.success.file, command.success.force)
else await start(command.success.options, command.success.files)
