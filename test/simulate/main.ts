// The command `npm run simulate`: plays seeds, shows how far it is, and says of every finding by which history it is
// shown. Status 0 means nothing was found, 1 something, 2 a line that cannot be meant.
import { Worker } from "node:worker_threads"
import * as Result from "effect/Result"
import { findFailure, type Wish } from "./findFailure.ts"
import { help, type Options, readOptions } from "./options.ts"
import { openStore } from "./stores.ts"

/** What is known of a seed that was played. */
interface Played {
  readonly number: number
  readonly steps: number
  readonly report: string | null
}

const PROGRESS_MILLIS = 2_000

const makeProgress = ({ seeds }: Options) => {
  const startedAt = performance.now()
  let shownAt = startedAt
  let [played, steps, findings] = [0, 0, 0]
  return {
    add: (result: Played): void => {
      played += 1
      steps += result.steps
      if (result.report !== null) {
        findings += 1
        process.stdout.write(`${result.report}\n\n`)
      }
      const now = performance.now()
      if (now < shownAt + PROGRESS_MILLIS && played < seeds) return
      shownAt = now
      const seconds = (now - startedAt) / 1000
      process.stderr.write(
        `${played} of ${seeds} seeds, ${seconds.toFixed(0)} s, ${Math.round(steps / seconds)} steps a second\n`,
      )
    },
    findings: () => findings,
  }
}

const wishesOf = function* ({ from, seeds, ...rest }: Options): Generator<Wish> {
  for (let number = from; number < from + seeds; number++) yield { ...rest, number }
}

const playHere = async (options: Options, add: (played: Played) => void): Promise<void> => {
  const { store, close } = await openStore(options.store)
  for (const wish of wishesOf(options)) {
    const { outcome, report } = findFailure(wish, { store })
    add({ number: wish.number, steps: outcome.steps, report })
  }
  await close()
}

const playBeside = (options: Options, add: (played: Played) => void): Promise<unknown> => {
  const wishes = wishesOf(options)
  const worker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL("./worker.ts", import.meta.url), { workerData: options.store })
      const next = (): void => {
        const wish = wishes.next()
        if (wish.done) thread.postMessage(null)
        else thread.postMessage(wish.value)
      }
      thread.on("error", reject)
      thread.on("exit", () => resolve())
      thread.on("message", (played: Played) => {
        add(played)
        next()
      })
      next()
    })
  return Promise.all(Array.from({ length: Math.min(options.jobs, options.seeds) }, worker))
}

const read = readOptions(process.argv.slice(2))
if (Result.isFailure(read)) {
  process.stderr.write(`simulate: ${read.failure}\n`)
  process.exitCode = 2
} else if (read.success === null) {
  process.stdout.write(help)
} else {
  const options = read.success
  const progress = makeProgress(options)
  if (options.jobs === 1) await playHere(options, progress.add)
  else await playBeside(options, progress.add)
  process.stdout.write(
    `${options.seeds} seeds, ${options.steps} steps each, ${progress.findings()} findings\n`,
  )
  process.exitCode = progress.findings() === 0 ? 0 : 1
}
