// A conformance run: sequences of commands against a server, compared with the model, and what was seen by them.
import * as fc from "fast-check"
import { beginSubscribed } from "./commands/subscriptions.ts"
import { commandSequences } from "./commands.ts"
import { observe, tidy } from "./observe.ts"
import { type Gap, gapReadings, makeRecorder, type Tally } from "./recorder.ts"
import { CannotRun, openSession, openSimulator, type Target } from "./targets.ts"

/** How a server is tried. */
export interface Options extends Target {
  readonly fetch: typeof fetch
  /** Whether it is a simulator whose control plane may be used. */
  readonly isControlled: boolean
  readonly controlToken?: string | undefined
  readonly runs: number
  readonly seed: number
  /** Where a failure was found: fast-check's path and, behind an @, which commands were sent. */
  readonly path?: string | undefined
  readonly commandsMax: number
  /** Whether other readings of gaps than the contract's are accepted, and tried where they can be chosen. */
  readonly readings: boolean
  /** Whether a failure is made smaller. */
  readonly shrinks?: boolean
  readonly onRun?: (run: number) => void
  /** Told once who is tried, before anything is changed. */
  readonly onBegin?: (organizationId: string) => void
}

/** What became of it. */
export interface Report {
  readonly passed: boolean
  readonly runs: number
  readonly calls: number
  readonly answers: Tally
  readonly readings: Tally
  readonly failure: {
    readonly message: string
    readonly path: string
    readonly commands: string
    readonly transcript: ReadonlyArray<string>
  } | null
}

/** The readings of each round: the contract's, and then each other one by itself. */
const roundsOf = ({ isControlled, readings }: Options): ReadonlyArray<Readonly<Record<string, string>>> => {
  if (!isControlled || !readings) return [{}]
  const others = (Object.keys(gapReadings) as ReadonlyArray<Gap>).flatMap((gap) =>
    gapReadings[gap].slice(1).map((reading) => ({ [gap]: reading })),
  )
  return [{}, ...others]
}

/** Tries a server. Rejects with `CannotRun` where it cannot be tried. */
export const runConformance = async (options: Options): Promise<Report> => {
  const { isControlled, runs, seed, commandsMax, shrinks = true } = options
  const [path, replayPath] = options.path?.split("@") ?? []
  const recorder = makeRecorder(options.fetch, options.readings)
  const simulator = isControlled ? await openSimulator(recorder, options.fetch, options) : null
  const session = simulator?.session ?? (await openSession(recorder, options))
  if (simulator === null) {
    const { methods, subscriptions } = await observe(session)
    if (subscriptions.some(({ status }) => status !== "CANCELLED")) {
      throw new CannotRun(`the organization ${session.organizationId} has a live subscription already`)
    }
    if (methods.some(({ type, test }) => type === "CARD" && !test)) {
      throw new CannotRun(`the organization ${session.organizationId} has a card that charges real money`)
    }
  }
  options.onBegin?.(session.organizationId)
  let failed: ReadonlyArray<string> = []
  let count = 0
  for (const readings of roundsOf(options)) {
    const once = fc.asyncProperty(
      fc.boolean(),
      commandSequences({ maxCommands: commandsMax, isControlled, replayPath }),
      async (isSubscribed, commands) => {
        count += 1
        options.onRun?.(count)
        recorder.begin()
        await simulator?.begin(readings)
        const found = await observe(session)
        try {
          if (isSubscribed) await beginSubscribed(found.model, session)
          await fc.asyncModelRun(() => ({ model: found.model, real: session }), commands)
        } catch (fault) {
          failed = [...recorder.transcript()]
          throw fault
        } finally {
          // A world is thrown away as a whole.
          if (simulator === null) await tidy(session, found).catch(() => undefined)
        }
      },
    )
    const result = await fc.check(once, {
      numRuns: runs,
      seed,
      endOnFailure: !shrinks,
      ...(path !== undefined && { path }),
    })
    if (!result.failed) continue
    const { errorInstance, counterexample, counterexamplePath } = result
    const [isSubscribed = false, sequence = ""] = counterexample ?? []
    const shown = `${isSubscribed ? "begin subscribed," : ""}${String(sequence)}`
    const failure = {
      message: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      path: `${counterexamplePath}@${/replayPath="([^"]*)"/.exec(shown)?.[1] ?? ""}`,
      commands: shown.replace(/ *\/\*replayPath=.*$/, ""),
      transcript: failed,
    }
    return { passed: false, runs: count, calls: callsIn(recorder.answers), ...recorder, failure }
  }
  return { passed: true, runs: count, calls: callsIn(recorder.answers), ...recorder, failure: null }
}

const callsIn = (answers: Tally): number =>
  Array.from(answers.values()).reduce(
    (total, statuses) => total + Array.from(statuses.values()).reduce((sum, times) => sum + times, 0),
    0,
  )
