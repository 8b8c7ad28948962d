// Running until SIGTERM: what is under way is ended in order, and the connections last.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { log, logFault } from "./log.ts"
import { pool } from "./ports.ts"

/** Runs a process. Its status is 0 where it was stopped, and 1 where it ended by itself. */
export const untilStopped = (work: Effect.Effect<unknown, unknown>): void => {
  const running = Effect.runFork(work)
  process.once("SIGTERM", () => void Effect.runPromise(Fiber.interrupt(running)))
  running.addObserver((exit) => {
    const wasStopped = exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)
    if (!wasStopped && exit._tag === "Failure") logFault({ process: "failed" }, exit.cause)
    process.exitCode = wasStopped ? 0 : 1
    void pool.end().then(() => log({ stopped: wasStopped }))
  })
}
