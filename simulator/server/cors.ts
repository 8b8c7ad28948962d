// Which pages may call a simulator from a browser: by default those of this machine.
import { type Cors, makeCors } from "../../src/http/index.ts"

const LOOPBACK =
  /^https?:\/\/(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/** Allows one origin, or every one for "*"; without a name, those on loopback. */
export const corsOf = (allowed?: string): Cors =>
  makeCors({
    allows: (origin) =>
      allowed === undefined ? LOOPBACK.test(origin) : allowed === "*" || allowed === origin,
    requestHeaders: ["X-Simulator-World"],
    answerHeaders: ["X-Assumption"],
  })
