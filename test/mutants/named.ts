// Tells which mutants name a test that a whole run did not take, by its report: such a one is caught by nothing.
//
//   node test/mutants/named.ts report.json
import { readFileSync } from "node:fs"
import { mutants } from "./mutants.ts"

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

const [, , path = ""] = process.argv
const { testResults }: Report = JSON.parse(readFileSync(path, "utf8"))

const ran = ({ file, name }: (typeof mutants)[number]["test"]): boolean =>
  testResults
    .filter((result) => result.name.endsWith(`/${file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .some(({ fullName, status }) => fullName.includes(name) && (status === "passed" || status === "failed"))

const dead = mutants.filter(({ test }) => !ran(test))
for (const { name, test } of dead) console.log(`${name}: ${test.file} has no test “${test.name}” that ran`)
console.log(`${mutants.length - dead.length} mutants name a test, ${dead.length} do not`)
if (dead.length > 0) process.exitCode = 1
