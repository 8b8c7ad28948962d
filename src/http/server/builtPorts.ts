// The ports of a server: a layer that is built when they are first asked for, and let go of in the end.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** Ports that are built once; after a build that failed, such as while the database is away, the next call builds them anew. */
export const builtPorts = <R>(layer: Layer.Layer<R, unknown>) => {
  let runtime = ManagedRuntime.make(layer)
  let built: Context.Context<R> | null = null
  let building: Promise<Exit.Exit<Context.Context<R>, unknown>> | null = null
  let isClosed = false
  const build = async () => {
    const exit = await Effect.runPromiseExit(runtime.contextEffect)
    if (isClosed) return exit
    if (Exit.isSuccess(exit)) built = exit.value
    else {
      // What it had built by then goes before anything is built again.
      await Effect.runPromiseExit(runtime.disposeEffect)
      if (!isClosed) runtime = ManagedRuntime.make(layer)
    }
    building = null
    return exit
  }
  return {
    /** The ports of a call. After `close` it dies. */
    context: Effect.suspend(() => {
      if (isClosed) return Effect.die(new Error("The server is closed"))
      if (built !== null) return Effect.succeed(built)
      return Effect.flatten(
        Effect.promise(() => {
          building ??= build()
          return building
        }),
      )
    }),
    close: async (): Promise<void> => {
      isClosed = true
      built = null
      await runtime.dispose()
    },
  }
}
