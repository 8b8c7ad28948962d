// Documents of earlier versions, made into documents of this one.
import * as Result from "effect/Result"
import type { FieldError } from "../../../../src/api/index.ts"
import { withBillingWords } from "./withBillingWords.ts"
import { withCodeAttempts } from "./withCodeAttempts.ts"
import { withLedgersApart } from "./withLedgersApart.ts"

/** Makes of a document of one version one of the next. It may trust nothing in the document but its version. */
export type Migration = (document: { readonly [member: string]: unknown }) => object

/** The migrations from version 1 on, in their order. */
export const migrations: ReadonlyArray<Migration> = [withLedgersApart, withBillingWords, withCodeAttempts]

/**
 * A document of the version that these migrations end in. One without a version is left to the schema; one of a version
 * that is not known yet, or never was, is refused.
 */
export const migrate = (
  document: unknown,
  steps: ReadonlyArray<Migration>,
): Result.Result<unknown, FieldError> => {
  if (typeof document !== "object" || document === null) return Result.succeed(document)
  const { schemaVersion: version } = document as { readonly schemaVersion?: unknown }
  if (typeof version !== "number") return Result.succeed(document)
  const latest = steps.length + 1
  if (!Number.isInteger(version) || version < 1 || version > latest) {
    const expected = latest === 1 ? "1" : `one from 1 to ${latest}`
    return Result.fail({ message: `Expected a version that is known: ${expected}`, path: "schemaVersion" })
  }
  let migrated: object = document
  for (const [index, step] of steps.entries()) {
    if (index + 1 >= version) migrated = { ...step({ ...migrated }), schemaVersion: index + 2 }
  }
  return Result.succeed(migrated)
}
