// The files of --seed and --policy together. A member of the policy in both files is taken from --policy. GAP-120
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { FieldError } from "../../../src/api/index.ts"
import type { BillingPolicy } from "../../../src/index.ts"
import type { Seed } from "../../adapters/seed/Seed.ts"
import { policyOf } from "../policy.ts"
import { type OptionFile, readOptionFile } from "./optionFile.ts"
import { seedOf } from "./seedFile.ts"

/** The files that a command names. */
export interface OptionFiles {
  readonly seed?: string | undefined
  readonly policy?: string | undefined
}

/** Reads the files. Rejects with `OptionFileUnusable` where one is invalid, or both together are. */
export const readOptionFiles = async (
  files: OptionFiles,
): Promise<{ readonly seed?: Seed; readonly policy?: BillingPolicy }> => {
  const [seedFile, policyFile] = [await seedFileOf(files.seed), await policyFileOf(files.policy)]
  const inSeed = seedFile?.seed.policy ?? {}
  const inPolicy = policyFile?.members ?? {}
  const policy = policyOf({ ...inSeed, ...inPolicy })
  if (Result.isFailure(policy)) {
    const isInPolicy = ({ path }: FieldError): boolean => Object.hasOwn(inPolicy, path.split(".", 1)[0] ?? "")
    const wrong = policy.failure.filter(isInPolicy)
    if (policyFile !== null && wrong.length > 0) throw policyFile.file.unusable(wrong)
    throw seedFile?.file.unusable(
      policy.failure.map(({ path, message }) => ({ path: `policy.${path}`, message })),
    )
  }
  return { ...(seedFile !== null && { seed: seedFile.seed.seed }), policy: policy.success }
}

const seedFileOf = async (path: string | undefined) => {
  if (path === undefined) return null
  const missing = `studio-simulator init ${path} writes one to begin with`
  const file = await readOptionFile(path, { what: "seed file", missing })
  const seed = seedOf(file.value)
  if (Result.isFailure(seed)) throw file.unusable(seed.failure)
  return { file, seed: seed.success }
}

const policyFileOf = async (path: string | undefined) => {
  if (path === undefined) return null
  const missing = 'write one, such as { "onExhausted": "CANCEL" }'
  const file = await readOptionFile(path, { what: "policy file", missing })
  return { file, members: membersOf(file) }
}

const membersOf = (file: OptionFile): Readonly<Record<string, unknown>> => {
  const { value } = file
  if (Predicate.isReadonlyObject(value)) return { ...value }
  throw file.unusable([{ path: "", message: "Expected an object" }])
}
