// The schema, as the steps that lead to it. A step that was released never changes: what changes the schema is a further
// step. The program before a step has to work with the schema after it, so that both can run side by side.
import { accountFunction, accountWithUsage } from "./accountFunction.ts"
import { dueClaims } from "./claims.ts"
import { commitFunction } from "./commitFunction.ts"
import { commitRows } from "./commitRows.ts"
import { loadFunction } from "./loadFunction.ts"
import { rateLimits } from "./rateLimits.ts"
import { sweepFunction } from "./sweepFunction.ts"
import { billingTables } from "./tables.ts"
import { webhookTables, webhookWrites } from "./webhooks.ts"

/** The steps, in their order, in a schema. The number of those taken is the version of a database. */
export const migrations = (schema: string): ReadonlyArray<string> => [
  [billingTables, webhookTables, accountFunction, commitFunction, sweepFunction]
    .map((part) => part(schema))
    .join(""),
  dueClaims(schema),
  rateLimits(schema),
  // The commit stands in the first step as it is now; a database that has that step already gets it here.
  [accountWithUsage, commitFunction].map((part) => part(schema)).join(""),
  // Quicker ones; the program before goes on with its own.
  [loadFunction, commitRows].map((part) => part(schema)).join(""),
  // Quicker writes of webhooks; the program before goes on with its own.
  webhookWrites(schema),
]
