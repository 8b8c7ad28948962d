// Before each test file: properties begin with the seed that the run printed.
import * as fc from "fast-check"

/** The seed of this run. */
export const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
