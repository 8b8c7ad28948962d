// What `createSimulator` can be given: the options of the command, and what only a program can say.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { FieldError } from "../../src/api/index.ts"
import type { BillingPolicy } from "../../src/index.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import { nearest } from "./nearest.ts"
import { checkOptions, type Options, type Rules, rules } from "./options.ts"
import { policyOf } from "./policy.ts"

/** The options of a simulator. */
export interface SimulatorOptions extends Options {
  /** Without a socket there is `fetch` only. */
  readonly listen?: boolean | undefined
  /** The seed of every world; `defaultSeed` by default. */
  readonly seed?: Seed | undefined
  /** The numbers of the billing policy, for every world; `defaultPolicy` has those that are left out. */
  readonly policy?: Partial<BillingPolicy> | undefined
}

const memberRules: Rules<SimulatorOptions> = {
  ...rules,
  listen: [(value) => typeof value === "boolean", "true or false"],
  seed: [
    Predicate.isReadonlyObject,
    "an object with organizations, users, plans and coupons, such as { ...defaultSeed, coupons: [] }",
  ],
  policy: [Predicate.isReadonlyObject, 'an object, such as { onExhausted: "CANCEL" }'],
}

/** Checks options, and gives the policy. Rejects with an Error that says what is refused, and what it may be. */
export const checkMembers = async (options: SimulatorOptions): Promise<BillingPolicy> => {
  const given: unknown = options
  if (!Predicate.isReadonlyObject(given))
    throw new Error('The options have to be an object, such as { clock: "manual" }')
  const known = Object.keys(memberRules)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, known)
    const guess = meant === null ? "" : ` (did you mean ${meant}?)`
    throw new Error(`There is no option ${unknown}${guess}; there are ${known.join(", ")}`)
  }
  const checked = checkOptions(options, memberRules, (name) => name)
  if (Result.isFailure(checked)) throw new Error(checked.failure.message)
  const policy = policyOf(options.policy ?? {})
  if (Result.isFailure(policy)) throw new Error(inWords("policy", policy.failure))
  if (options.seed !== undefined) {
    const { faultsOfSeed } = await import("./files/seedFile.ts")
    const faults = faultsOfSeed(options.seed)
    if (faults.length > 0) throw new Error(inWords("seed", faults))
  }
  return policy.success
}

const inWords = (option: string, faults: ReadonlyArray<FieldError>): string =>
  faults.map(({ path, message }) => `${option}.${path}: ${message}`).join("; ")
