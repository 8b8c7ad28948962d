// Saving a simulator to its file: one save at a time, each of all worlds as they are when it begins.
import * as Effect from "effect/Effect"
import type { SigningKeys } from "../../../src/http/index.ts"
import { type ControlError, controlError } from "../../control/contract/errors.ts"
import type { KeptWorld, StateFile, StateFileUnusable } from "./stateFile.ts"

/** A way to save. */
export interface Keeping {
  /** Rejects with `StateFileUnusable`. */
  readonly save: () => Promise<void>
  /** The same, for a call of the control plane. */
  readonly request: Effect.Effect<void, ControlError>
}

/** Saves to a file; null where there is none. */
export const keepingIn = (
  file: StateFile | null,
  simulator: () => {
    readonly keys: SigningKeys
    readonly worlds: ReadonlyMap<
      string,
      { readonly hashKey: Uint8Array; readonly present: () => KeptWorld["moment"] }
    >
  },
): Keeping | null => {
  if (file === null) return null
  let latest: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const { keys, worlds } = simulator()
    const signingKey = await keys.exportPrivate()
    const present = Array.from(
      worlds,
      ([name, { hashKey, present }]) => [name, { hashKey, moment: present() }] as const,
    )
    await file.save({ signingKey, worlds: new Map(present) })
  }
  const save = (): Promise<void> => {
    // A save that failed is no reason not to try again.
    latest = latest.catch(() => undefined).then(write)
    return latest
  }
  return {
    save,
    request: Effect.mapError(
      Effect.tryPromise({ try: save, catch: (fault) => fault as StateFileUnusable }),
      ({ message }) =>
        controlError("state.not_saved", { message: `${capital(message)}. The file is as it was.` }),
    ),
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
