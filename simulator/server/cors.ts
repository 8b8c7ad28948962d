// Which pages may call a simulator from a browser: by default those of this machine.
import { type Cors, makeCors } from "../../src/http/index.ts"
import { hostNameOf, isLoopback } from "../control/hosts.ts"

const isOwn = (origin: string): boolean => isLoopback(hostNameOf(/^https?:\/\/(.*)$/.exec(origin)?.[1]) ?? "")

/** Allows one origin, or every one for "*"; without a name, those on loopback. */
export const corsOf = (allowed?: string): Cors =>
  makeCors({
    allows: (origin) => (allowed === undefined ? isOwn(origin) : allowed === "*" || allowed === origin),
    requestHeaders: ["X-Simulator-World"],
    answerHeaders: ["X-Assumption"],
  })
