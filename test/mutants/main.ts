// `npm run test:planted`: puts one fault after the other into a copy of the repository and sees that the types and the
// formatting say nothing, and that the named test fails, by an assertion. In the copy without a fault it has to pass.
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Mutant, mutants } from "./mutants.ts"

const PARTS = [
  "src",
  "simulator",
  "test",
  "docs",
  "package.json",
  "tsconfig.json",
  "biome.json",
  "vitest.config.ts",
  "tools",
  "README.md",
]

const copy = mkdtempSync(join(tmpdir(), "mutant-"))

interface Ran {
  readonly status: number
  readonly output: string
}

const run = (command: string, ...args: ReadonlyArray<string>): Ran => {
  try {
    // The tools run on the Node that the scripts bring along.
    const env = {
      ...process.env,
      THOROUGH: "1",
      PATH: `${join(copy, "node_modules", ".bin")}:${process.env.PATH}`,
    }
    return {
      status: 0,
      output: execFileSync(command, args, { cwd: copy, env, encoding: "utf8", stdio: "pipe" }),
    }
  } catch (fault) {
    const { status, stdout, stderr } = fault as { status: number; stdout: string; stderr: string }
    return { status: status ?? 1, output: `${stdout}${stderr}` }
  }
}

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

/** The results of a test, which may be one of several of that name. */
const test = ({ file, name }: Mutant["test"]): Report["testResults"][number]["assertionResults"] => {
  const report = join(copy, "report.json")
  rmSync(report, { force: true })
  // vitest matches the names of groups and tests with " > " between them, and reports them with a space.
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", " (?:> )?")
  const { output } = run("vitest", "run", file, "-t", pattern, "--reporter=json", `--outputFile=${report}`)
  try {
    const [result] = (JSON.parse(readFileSync(report, "utf8")) as Report).testResults
    const ran = result?.assertionResults.filter(({ status }) => status === "passed" || status === "failed")
    if (ran !== undefined && ran.length > 0) return ran
  } catch {
    // The report was not written: the output says why.
  }
  throw new Error(`${file} has no test “${name}” that ran\n${output}`)
}

const isAssertion = (message: string): boolean =>
  /AssertionError|Property failed|: expected .+, got /.test(message)

/** What is wrong with a mutant, or null where it is caught as it has to be. */
const faultOf = ({ file, edits, test: named }: Mutant): string | null => {
  const path = join(copy, file)
  const before = readFileSync(path, "utf8")
  let mutated = before
  for (const [text, replacement] of edits) {
    if (mutated.split(text).length !== 2) return `the text to be replaced is not there once: ${text}`
    mutated = mutated.replace(text, () => replacement)
  }
  try {
    writeFileSync(path, mutated)
    run("biome", "format", "--write", file)
    // What the change does not reach was checked for the fault before it.
    const types = run(
      "tsc",
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      join(copy, "types.tsbuildinfo"),
    )
    if (types.status !== 0) return `the types notice it:\n${types.output}`
    const lint = run("biome", "ci", "--error-on-warnings", file)
    if (lint.status !== 0) return `the lint notices it:\n${lint.output}`
    const failed = test(named).find(({ status }) => status === "failed")
    if (failed === undefined) return `“${named.name}” passes`
    const message = failed.failureMessages.join("\n")
    return isAssertion(message) ? null : `it fails, and not by an assertion:\n${message}`
  } finally {
    writeFileSync(path, before)
  }
}

/** What is wrong with the test of a mutant although nothing is changed, or null. */
const controlOf = (mutant: Mutant): string | null => {
  const failed = test(mutant.test).find(({ status }) => status === "failed")
  if (failed === undefined) return null
  return `“${failed.fullName}” fails without a fault:\n${failed.failureMessages.join("\n")}`
}

/** What is wrong with a mutant or its test, or null. A test that does not run does not end the others. */
const judge = (mutant: Mutant): string | null => {
  try {
    return controlOf(mutant) ?? faultOf(mutant)
  } catch (fault) {
    return String(fault)
  }
}

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = mutants.filter(({ name }) => positionals.every((text) => name.includes(text)))
let missed = 0
try {
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"))
  for (const mutant of chosen) {
    const fault = judge(mutant)
    if (fault !== null) missed += 1
    process.stdout.write(
      `${fault === null ? "caught" : "MISSED"}  ${mutant.name}\n${fault === null ? "" : `${fault}\n`}`,
    )
  }
  process.stdout.write(`${chosen.length - missed} caught, ${missed} missed\n`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = missed === 0 && chosen.length > 0 ? 0 : 1
