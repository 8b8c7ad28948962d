// What a gateway may say, by name.
import { approved, declined, unknown } from "../../../support/account.ts"

export const answers = { approved, declined, unknown }
