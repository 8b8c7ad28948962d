// All commands: those that need only /studio, and those for which a simulator's control plane is needed.
import * as fc from "fast-check"
import type { Command } from "./commands/command.ts"
import { controlledCommands } from "./commands/controlled.ts"
import { invoiceCommands } from "./commands/invoices.ts"
import { lifeCommands } from "./commands/life.ts"
import { methodCommands } from "./commands/methods.ts"
import { otherCommands } from "./commands/rest.ts"
import { subscriptionCommands } from "./commands/subscriptions.ts"

const studioCommands: ReadonlyArray<fc.Arbitrary<Command>> = [
  ...methodCommands,
  ...subscriptionCommands,
  ...lifeCommands,
  ...invoiceCommands,
  ...otherCommands,
]

/** Sequences of commands, of about this length at most. */
export const commandSequences = (options: {
  readonly maxCommands: number
  readonly isControlled: boolean
  /** Which commands of the sequences were sent, where a failure is found again. */
  readonly replayPath?: string | undefined
}) =>
  fc.commands([...studioCommands, ...(options.isControlled ? controlledCommands : [])], {
    maxCommands: options.maxCommands,
    size: "max",
    ...(options.replayPath !== undefined && { replayPath: options.replayPath }),
  })
