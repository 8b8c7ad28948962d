// The files of vectors: the hard cases by their names, then random ones, each with what the naive functions answer. A case
// is a line, so that a change of one shows as one.
import { boletoSubject } from "./boletoCases.ts"
import type { Call, Case, Subject } from "./Case.ts"
import { chanceOf } from "./Case.ts"
import { calendarSubject } from "./calendarCases.ts"
import { couponSubject } from "./couponCases.ts"
import { invoiceSubject } from "./invoiceCases.ts"
import { prorationSubject } from "./prorationCases.ts"
import { ratingSubject } from "./ratingCases.ts"

/** The form and the meaning of the vectors; it rises when a reader of the version before would misread them. */
const VERSION = 1

const subjects = [
  invoiceSubject,
  ratingSubject,
  prorationSubject,
  calendarSubject,
  couponSubject,
  boletoSubject,
]

const caseOf = ({ file, functions }: Subject, name: string, call: Call): Case => {
  const naive = functions[call.function]
  if (naive === undefined) throw new Error(`${file} has no function ${call.function}`)
  return { name, ...call, expected: naive(call.input as never) }
}

const casesOf = (subject: Subject): ReadonlyArray<Case> => {
  const cases = Object.entries(subject.named).map(([name, call]) => caseOf(subject, name, call))
  const seen = new Set(cases.map(({ input }) => JSON.stringify(input)))
  for (let index = 1; cases.length < Object.keys(subject.named).length + subject.randomCases; index++) {
    const call = subject.random(chanceOf(subject.file, index))
    const text = JSON.stringify(call.input)
    if (!seen.has(text)) cases.push(caseOf(subject, `random ${index}`, call))
    seen.add(text)
  }
  return cases
}

const written = (subject: Subject): string => {
  const head = {
    $schema: "./schema.json",
    version: VERSION,
    about: subject.about,
    functions: Object.keys(subject.functions),
  }
  const members = Object.entries(head).map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`)
  const cases = casesOf(subject).map((one) => `    ${JSON.stringify(one)}`)
  return `{\n${members.join("")}  "cases": [\n${cases.join(",\n")}\n  ]\n}\n`
}

/** Every file of vectors by its name, with its text. */
export const vectorFiles = (): ReadonlyMap<string, string> =>
  new Map(subjects.map((subject) => [`${subject.file}.json`, written(subject)]))
