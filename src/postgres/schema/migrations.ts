// The schema, as the steps that lead to it. A step that was released never changes: what changes the schema is a further
// step. The program before a step has to work with the schema after it, so that both can run side by side.
import { commitFunction } from "./commitFunction.ts"
import { loadFunction } from "./loadFunction.ts"
import { rateLimits } from "./rateLimits.ts"
import { sweepFunction } from "./sweepFunction.ts"
import { billingTables } from "./tables.ts"
import { webhooks } from "./webhooks.ts"

/** The steps, in their order, in a schema. The number of those taken is the version of a database. */
export const migrations = (schema: string): ReadonlyArray<string> => [
  [billingTables, loadFunction, commitFunction, webhooks, rateLimits, sweepFunction]
    .map((part) => part(schema))
    .join(""),
]
