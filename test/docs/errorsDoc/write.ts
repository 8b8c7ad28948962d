// The page of errors, written from the contract and the core.
import {
  type ControlErrorCode,
  controlErrorCodes,
  controlErrorRows,
} from "../../../simulator/control/contract/errors.ts"
import { type ErrorCode, errorCodes } from "../../../src/api/index.ts"
import { controlCalls } from "../simulatorDoc/controlCalls.ts"
import { type DeclaredEndpoint, endpoints, kinds, ownCodesOf, tableOf } from "./contract.ts"
import { ANY_MEMBER, type Fact, furtherFacts, operations } from "./facts.ts"

/** Where codes occur that no endpoint, no call of the control plane and no operation answers. */
const elsewhere: Readonly<Partial<Record<ControlErrorCode, string>>> = {
  "route.not_found": "an unknown path",
  method_not_allowed: "a known path, with another method",
  "world.limit_reached": "any path, in a world that would be one too many",
}

const code = (text: string): string => `\`${text}\``

const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const withStatus = (name: ErrorCode): string => `${tableOf(name).statusCode} ${code(name)}`

const list = (codes: ReadonlyArray<ErrorCode>): string => codes.map(withStatus).join(", ")

const endpointRow = (endpoint: DeclaredEndpoint): ReadonlyArray<string> => {
  const { at, id, permission } = endpoint
  const [, , body, key] = kinds
  const takes = [body?.has(endpoint) ? "body" : "", key?.has(endpoint) ? "key" : ""].filter(Boolean)
  return [
    code(at),
    code(id),
    permission === null ? "" : code(permission),
    takes.join(", "),
    list(ownCodesOf(endpoint)),
  ]
}

/** The calls of the control plane that declare a code, beside what all of them do. */
const callsWith = (name: ControlErrorCode): ReadonlyArray<string> =>
  controlCalls.filter(({ ownCodes }) => ownCodes.includes(name)).map(({ at }) => code(at))

/** The facts that a code answers, where no endpoint declares it: the operation is there, its path is not. */
const factsOf = (name: ControlErrorCode): ReadonlyArray<string> => {
  const isOf = ({ answers }: Fact): boolean => answers.some((answer) => answer.code === name)
  const names = operations.filter(({ facts }) => facts.some(isOf)).map((operation) => operation.name)
  const further = furtherFacts.filter(isOf).map(({ tag }) => code(tag))
  const found = [...names, ...further].join(", ")
  return found === "" ? [] : [`${found}: no endpoint yet`]
}

/** Where a code occurs; empty where that is not known. */
export const placesOf = (name: ControlErrorCode): ReadonlyArray<string> => {
  const isIn = (codes: ReadonlyArray<string>): boolean => codes.includes(name)
  const shared = kinds.filter(({ codes }) => isIn(codes)).map((kind) => kind.name)
  const own = endpoints.filter((endpoint) => isIn(ownCodesOf(endpoint))).map(({ id }) => code(id))
  const other = elsewhere[name]
  const calls = shared.length > 0 ? [] : callsWith(name)
  const found = [...shared, ...own, ...calls, ...(other === undefined ? [] : [other])]
  return found.length > 0 ? found : factsOf(name)
}

const answered = ({ answers }: Fact): string =>
  answers.length === 0
    ? "no answer yet"
    : answers.map(({ code: name, errors }) => `${withStatus(name)}${placeOf(errors)}`).join(", ")

/** Where the first fault of an answer lies; one without a text is of a member that no record has. */
const placeOf = (faults: ReadonlyArray<{ readonly path: string } | undefined>): string => {
  if (faults.length === 0) return ""
  const path = faults[0]?.path ?? ANY_MEMBER
  return path === ANY_MEMBER ? " at the member at fault" : ` at ${code(path.replace(/\.\d+\./, ".<i>."))}`
}

/** The codes that only the control plane has. */
export const ownControlCodes = controlErrorCodes.filter((name) => name in controlErrorRows)

const codeTable = (codes: ReadonlyArray<ControlErrorCode>): string =>
  table(
    ["Code", "Status", "Means", "Answered by"],
    codes.map((name) => {
      const { statusCode, message } = tableOf(name)
      return [code(name), String(statusCode), message, placesOf(name).join(", ")]
    }),
  )

/** The page as it should be. */
export const written = (): string => `# Errors

What is refused, with which status and code, and by whom. This page is written from the contract (\`src/api\`) and the
rules (\`test/core/billing/rejections/table.ts\`); \`test/docs/errors.test.ts\` compares it with them, and writes it anew when it
is run so: \`UPDATE_DOCS=1 npx vitest run test/docs/errors.test.ts\`.

A refusal has the body \`{ statusCode, code, message, errors: [{ message, path }] }\`, some codes with members of their
own (GAP-01 of [gaps.md](gaps.md)). \`code\` is for programs and stays, \`message\` is for people and may change.

## Codes

${codeTable(errorCodes)}

## Codes of the control plane

What only a simulator answers, under \`/_simulator\` ([control-plane.md](simulator/control-plane.md)).

${codeTable(ownControlCodes)}

## Endpoints

${kinds.map(({ name, codes }) => `* ${name[0]?.toUpperCase()}${name.slice(1)} answers ${list(codes)}.`).join("\n")}

What an endpoint answers beside these:

${table(["Endpoint", "Operation", "Permission", "Takes", "Codes of its own"], endpoints.map(endpointRow))}

## Operations

How the rules of the core refuse an operation, and what the API answers then. 500 is for input that is valid but too
large to be computed. Where several members can be at fault, one of them stands for all.

${table(
  ["Operation", "Fact", "Answer"],
  operations.flatMap(({ name, facts }) => facts.map((fact) => [name, code(fact.tag), answered(fact)])),
)}

## Further facts

How use cases refuse beside the rules: access, sign-in, cards, keys, the store.

${table(
  ["Fact", "Answer"],
  furtherFacts.map((fact) => [code(fact.tag), answered(fact)]),
)}
`
