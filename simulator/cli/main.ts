// The command: reads its line and the files that it names, starts a simulator, and ends it on a signal, or with its standard
// input where it is told to. Status 2 is a line or a file that is invalid, 1 a simulator that cannot start or whose state
// cannot be saved, 0 an end in order.
import * as Result from "effect/Result"
import { createSimulator } from "../createSimulator.ts"
import type { ServiceAddress } from "../mcp/Service.ts"
import { StateFileUnusable } from "../world/state/stateFile.ts"
import { type Begins, readCommand } from "./commandLine.ts"
import type { OptionFiles } from "./files/optionFiles.ts"
import { help } from "./help.ts"
import { printable } from "./log.ts"
import type { SimulatorOptions } from "./members.ts"
import { VERSION } from "./version.ts"

const fail = (message: string, status: 1 | 2): never => {
  process.stderr.write(`studio-simulator: ${printable(message)}\n`)
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

/** Serves an agent on a simulator that runs, until standard input closes. */
const serve = async (address: ServiceAddress): Promise<void> => {
  const { serveMcp } = await import("../mcp/serveMcp.ts")
  await serveMcp(address)
}

/** When nobody has the other end of standard input any more: whoever held it is gone, or has closed it. */
const inputClosed = (): Promise<void> =>
  new Promise((resolve) => {
    const { stdin } = process
    for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve())
    // What comes by it is for nobody.
    stdin.resume()
  })

const start = async ({ options, files, open, endsWithStdin }: Begins, forAgent: boolean): Promise<void> => {
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
  const ended = endsWithStdin ? Promise.race([signalled, inputClosed()]) : signalled
  // Whoever read the first lines may be gone; that is no reason to end.
  process.stdout.on("error", () => undefined)
  const { port = forAgent ? 0 : 4010, host = "127.0.0.1" } = options
  // What an agent reads on standard output is its protocol alone.
  const log = forAgent ? "silent" : (options.log ?? "pretty")
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
  if (open) (await import("./openBrowser.ts")).openBrowser(`${simulator.url}/`)
  const { url, fetch } = simulator
  await (forAgent ? Promise.race([ended, serve({ url, fetch, controlToken: options.controlToken })]) : ended)
  await simulator.close().catch((fault) => fail(reasonOf(fault), 1))
  process.exit(0)
}

const command = readCommand(process.argv.slice(2), process.env)
if (Result.isFailure(command)) fail(command.failure.message, 2)
else if (command.success._tag === "Help") process.stdout.write(help)
else if (command.success._tag === "Version") process.stdout.write(`${VERSION}\n`)
else if (command.success._tag === "Init") await init(command.success.file, command.success.force)
else if (command.success._tag === "Start") await start(command.success, false)
else if (command.success.url === undefined) await start(command.success, true)
else {
  const { url, options } = command.success
  await serve({ url, fetch, controlToken: options.controlToken })
  process.exit(0)
}
