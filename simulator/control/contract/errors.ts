// The refusals of the control plane: its own codes, and those of the contract that its use cases answer with.

import * as Schema from "effect/Schema"
import {
  type ErrorOf,
  type ErrorTable,
  errorRow,
  errorRows,
  errorTable,
  type FieldError,
} from "../../../src/api/index.ts"

/** A finding of an audit: the broken rule, the objects, and the requests that did it, where they are known. */
export const Finding = Schema.Struct({
  rule: Schema.String,
  organizationId: Schema.NullOr(Schema.String),
  objectIds: Schema.Array(Schema.String),
  requestIds: Schema.Array(Schema.String),
  message: Schema.String,
}).annotate({ identifier: "Finding" })
export type Finding = typeof Finding.Type

/** The refusals that only a simulator has, by their codes. */
export const controlErrorRows = {
  "snapshot.not_found": errorRow(404, "The world has no snapshot of this name."),
  "world.not_found": errorRow(404, "No world of this name has begun."),
  "fault.not_found": errorRow(404, "The fault does not exist."),
  "assumption.not_found": errorRow(404, "The gap register has no such gap."),

  "organization.user_required": errorRow(
    409,
    "No user belongs to the organization; POST /_simulator/users makes one who does.",
  ),
  "world.default_stays": errorRow(
    409,
    "The default world ends with the simulator; POST /_simulator/reset puts it back to its seed.",
  ),
  "fault.max_of_100_faults_reached": errorRow(409, "There are a hundred faults already that are not over."),
  "snapshot.max_of_100_snapshots_reached": errorRow(409, "The world has a hundred snapshots already."),
  "state.file_required": errorRow(409, "The simulator was started without a file to save its state to."),

  "state.inconsistent": errorRow(422, "The state breaks rules; findings says which.", {
    findings: Schema.Array(Finding),
  }),

  "world.limit_reached": errorRow(429, "There are as many worlds as there may be."),
  "stream.max_of_20_streams_reached": errorRow(429, "Twenty streams of the world are open already."),

  "state.not_saved": errorRow(500, "The state could not be saved; the file is as it was."),
} as const

type ContractRows = typeof errorRows
type OwnRows = typeof controlErrorRows

/** Every refusal of a call, by its code. */
export interface ControlErrorRows extends ContractRows, OwnRows {}

const table = errorTable<ControlErrorRows>({ ...errorRows, ...controlErrorRows })

/** A code that a call of the control plane can be refused with. */
export type ControlErrorCode = keyof ControlErrorRows

/** Every code that a call can be refused with, those of the contract first. */
export const controlErrorCodes: ReadonlyArray<ControlErrorCode> = table.codes

/** A refusal of the control plane: the body that is sent, told apart by `code`. */
export type ControlError = ErrorOf<ControlErrorRows>

/** The refusal of a code, as `apiError` makes those of the contract. */
export const controlError: ErrorTable<ControlErrorRows>["error"] = table.error

/** The code whose schema has a name in the OpenAPI document. */
export const codeOf: ErrorTable<ControlErrorRows>["codeOf"] = table.codeOf

/** A refusal as the contract declares it. */
export interface DeclaredError {
  readonly statusCode: number
  readonly code: ControlErrorCode
  readonly message: string
  readonly errors: ReadonlyArray<FieldError>
}

/** Declares the codes that a call answers. Of their bodies its type has what all of them have, so that it stays short. */
export const failsWith: (
  ...codes: ReadonlyArray<ControlErrorCode>
) => ReadonlyArray<Schema.Codec<DeclaredError>> = table.failsWith

/** The refusal of one member of the input. */
export const invalidAt = (path: string, message: string) =>
  controlError("validation_error", { errors: [{ message, path }] })
