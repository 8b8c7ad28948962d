// The files of src/client/contract, as they are written from the contract.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { errorRows } from "../../../src/api/index.ts"
import { sourcesUnder } from "../../tidy/source.ts"
import {
  answersOf,
  type ContractOperation,
  contractOperations,
  groups,
  groupText,
  recordSchemas,
  refusals,
  schemaOf,
} from "./operations.ts"
import { capitalized, docOf, type JsonSchema, membersOf, typeOf } from "./types.ts"

const HOW = "// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts\n"

/** Types that a text uses, as an import of them. */
const importOf = (text: string, names: ReadonlyArray<string>, from: string): string => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return used.length === 0 ? "" : `import type { ${used.join(", ")} } from "${from}"\n`
}

const records = Object.keys(recordSchemas).filter((name) => name !== "Event")

/** What the sources say of each record. */
const recordTexts = (): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const { text } of sourcesUnder("src/api")) {
    for (const [, doc = "", rest = ""] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+ =([\s\S]*?)\n(?=\n|export )/g,
    )) {
      const name = /identifier: "(\w+)"/.exec(rest)?.[1]
      if (name !== undefined) texts.set(name, doc.replaceAll(/\s*\n \*\s*/g, " ").trim())
    }
  }
  return texts
}

/** A record that has the members of one before it, but for one of another type, is told by that. */
const nearly = (name: string): readonly [base: string, member: string] | null => {
  const own = Object.entries(recordSchemas[name]?.properties ?? {})
  for (const base of records) {
    const others = recordSchemas[base]?.properties ?? {}
    const differing = own.filter(([member, type]) => JSON.stringify(type) !== JSON.stringify(others[member]))
    const [[member] = [""]] = differing
    const isSame = differing.length === 1 && Object.keys(others).length === own.length && member in others
    if (isSame && base.length < name.length) return [base, member]
  }
  return null
}

const recordType = (name: string): string => {
  const schema = recordSchemas[name] as JsonSchema
  if (schema.properties === undefined) return `export type ${name} = ${typeOf(schema)}`
  const like = nearly(name)
  if (like === null) return `export interface ${name} { ${membersOf(schema)} }`
  const [base, member] = like
  const others = Object.keys(schema.properties).filter((one) => one !== member)
  return `export interface ${name} extends Omit<${base}, "${member}"> { ${membersOf(schema, others)} }`
}

const writeRecords = (): string => {
  const texts = recordTexts()
  const types = records.map(
    (name) => `${docOf(texts.get(name) ?? `${name} of the contract.`)}\n${recordType(name)}`,
  )
  const page = `/** A page of a list. */\nexport interface Page<A> { readonly data: ReadonlyArray<A>; readonly meta: PageMeta }`
  return `// What the service answers, by name.\n${HOW}\n${[...types, page].join("\n\n")}\n`
}

const refusalOf = (code: string): string => {
  const { statusCode, message } = errorRows[code as keyof typeof errorRows]
  const schema = refusals.get(code)
  const members = schema === undefined ? "" : membersOf(schema, ["statusCode", "code", "message", "errors"])
  return `${docOf(message)}\nreadonly ${JSON.stringify(code)}: { readonly statusCode: ${statusCode}; ${members} }`
}

const writeRefusals = (): string => {
  const declared = new Set(contractOperations.flatMap(({ codes }) => codes))
  const always = ["route.not_found", "method_not_allowed"]
  const codes = Object.keys(errorRows).filter((code) => declared.has(code) || always.includes(code))
  return `// What the service refuses with: every code that a call can meet, its status and its own members.
${HOW}import type { FieldError } from "./records.ts"
export type { FieldError } from "./records.ts"

/** The codes, each with its status and the members that only it has. */
export interface Refusals { ${codes.map(refusalOf).join("\n")} }

/** A code of a refusal. */
export type ErrorCode = keyof Refusals

/** The body of a refusal of some codes, told apart by \`code\`. */
export type RefusalOf<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Refusals[Code] & { readonly code: Code; readonly message: string; readonly errors: ReadonlyArray<FieldError> }
  : never
`
}

const common = (which: (operation: ContractOperation) => boolean): ReadonlyArray<string> => {
  const [first, ...others] = contractOperations.filter(which)
  return (first?.codes ?? []).filter((code) => others.every(({ codes }) => codes.includes(code)))
}

/** Codes that many operations have, from the most to the fewest operations. */
const codeSets = (): ReadonlyArray<readonly [name: string, text: string, codes: ReadonlyArray<string>]> => {
  const sets = [
    ["AnyCode", "Codes of every operation.", common(() => true)],
    [
      "BodyCode",
      "Codes of what takes a body.",
      common(({ documented }) => documented.requestBody !== undefined),
    ],
    [
      "TokenCode",
      "Codes of what wants an access token.",
      common(({ documented }) => documented.security?.length === 1),
    ],
    [
      "PermissionCode",
      "Codes of what wants a permission.",
      common(({ documented }) => documented["x-required-permission"] !== undefined),
    ],
    ["KeyCode", "Codes of what takes an `Idempotency-Key`.", common(({ isKeyed }) => isKeyed)],
  ] as const
  const seen = new Set<string>()
  return sets.map(([name, text, codes]) => {
    const own = codes.filter((code) => !seen.has(code))
    for (const code of own) seen.add(code)
    return [name, text, own]
  })
}

const union = (codes: ReadonlyArray<string>): string => codes.map((code) => JSON.stringify(code)).join(" | ")

const writeErrors = (): string => {
  const sets = codeSets()
  const aliases = sets.map(([name, text, codes]) => `${docOf(text)}\ntype ${name} = ${union(codes)}`)
  const errors = contractOperations.map(({ id, typeName, codes }) => {
    const used = sets.filter(([, , set]) => set.every((code) => codes.includes(code)))
    const rest = codes.filter((code) => used.every(([, , set]) => !set.includes(code)))
    const all = [...used.map(([name]) => name), ...(rest.length > 0 ? [union(rest)] : [])].join(" | ")
    return `${docOf(`What \`${id}\` is refused with, told apart by \`code\`.`)}\nexport type ${typeName}Error = StudioApiErrorOf<${all}>`
  })
  return `// What each operation is refused with.
${HOW}import type { StudioApiErrorOf } from "../errors.ts"

${[...aliases, ...errors].join("\n\n")}
`
}

const parametersOf = ({ documented }: ContractOperation, place: string): ReadonlyArray<string> =>
  (documented.parameters ?? [])
    .filter((one) => one.in === place)
    .map(({ name, required, schema }) => `readonly ${name}${required ? "" : "?"}: ${typeOf(schema)}`)

const partOf = (name: string, members: ReadonlyArray<string>): ReadonlyArray<string> => {
  const optional = members.every((member) => member.includes("?:")) ? "?" : ""
  return members.length === 0 ? [] : [`readonly ${name}${optional}: { ${members.join("; ")} }`]
}

const requestOf = (operation: ContractOperation): string => {
  const { id, typeName, isKeyed, documented } = operation
  const payload = schemaOf(documented.requestBody)
  const members = [
    ...partOf("params", parametersOf(operation, "path")),
    ...partOf("query", parametersOf(operation, "query")),
    ...(payload === undefined
      ? []
      : [`readonly payload${documented.requestBody?.required ? "" : "?"}: ${typeOf(payload)}`]),
  ].join("; ")
  const doc = docOf(`What \`${id}\` takes.`)
  return isKeyed
    ? `${doc}\nexport type ${typeName}Request = KeyedCall & { ${members} }`
    : `${doc}\nexport interface ${typeName}Request extends CallOptions { ${members} }`
}

const writeRequests = (): string => {
  const types = contractOperations.map(requestOf).join("\n\n")
  return `// What each operation takes.
${HOW}${importOf(types, ["CallOptions", "KeyedCall"], "../options.ts")}${importOf(types, records, "./records.ts")}
${types}
`
}

const answerType = ({ documented, isPaged }: ContractOperation): string => {
  const answers = answersOf(documented)
  if (isPaged) return `Page<${recordOf(answers)}>`
  return answers.length === 0 ? "void" : answers.map(typeOf).join(" | ")
}

const recordOf = ([page]: ReadonlyArray<JsonSchema>): string => typeOf(page?.properties?.data?.items ?? {})

const methodsOf = (operation: ContractOperation): ReadonlyArray<string> => {
  const { name, typeName, documented, isPaged } = operation
  const request = requestOf(operation)
  const isOptional = !/\{ readonly \w+: |; readonly (?:params|query|payload): /.test(request)
  const taken = `request${isOptional ? "?" : ""}: ${typeName}Request`
  const doc = docOf(`${documented.summary}. ${documented.description}`)
  const call = `${doc}\nreadonly ${name}: (${taken}) => StudioAnswer<${answerType(operation)}, ${typeName}Error>`
  if (!isPaged) return [call]
  const all = docOf(`The records of all pages of \`${name}\`, each page asked for when it is needed.`)
  const record = recordOf(answersOf(documented))
  return [call, `${all}\nreadonly ${name.replace("list", "listAll")}: (${taken}) => AsyncIterable<${record}>`]
}

const writeGroups = (): string => {
  const clients = groups.map((group) => {
    const methods = contractOperations.filter((one) => one.group === group).flatMap(methodsOf)
    return `${docOf(groupText(group))}\nexport interface ${capitalized(group)}Client { ${methods.join("\n")} }`
  })
  const text = clients.join("\n\n")
  const names = (suffix: string) => contractOperations.map(({ typeName }) => `${typeName}${suffix}`)
  return `// The operations of each group as functions, typed.
${HOW}import type { StudioAnswer } from "../StudioAnswer.ts"
${importOf(text, names("Error"), "./errors.ts")}${importOf(text, [...records, "Page"], "./records.ts")}${importOf(text, names("Request"), "./requests.ts")}
${text}
`
}

const writeClient = (): string => {
  const members = groups.map(
    (group) => `${docOf(groupText(group))}\nreadonly ${group}: ${capitalized(group)}Client`,
  )
  const names = groups.map((group) => `${capitalized(group)}Client`)
  return `// The operations of the contract as functions, by group.
${HOW}import type { ${names.join(", ")} } from "./groups.ts"

/** The operations of the contract as functions, by group. */
export interface StudioClient { ${members.join("\n")} }
`
}

const rowOf = ({ name, method, path, documented, isKeyed, isPaged }: ContractOperation): string => {
  const permission = documented["x-required-permission"]
  const members = [
    `method: "${method}", path: "${path}"`,
    ...(documented.security?.length === 1 ? ["isSecured: true"] : []),
    ...(permission === undefined ? [] : [`permission: "${permission}"`]),
    ...(isKeyed ? ["isKeyed: true"] : []),
    ...(isPaged ? ["isPaged: true"] : []),
    ...(answersOf(documented).length === 0 ? ["isEmpty: true"] : []),
  ]
  return `${name}: { ${members.join(", ")} }`
}

const writeOperations = (): string => {
  const rows = groups.map((group) => {
    const own = contractOperations.filter((one) => one.group === group)
    return `${group}: { ${own.map(rowOf).join(", ")} }`
  })
  return `// How each operation is called.
${HOW}
/** What a call of an operation has to know of it. */
export interface StudioOperation {
  readonly method: string
  /** \`:name\` segments are parameters. */
  readonly path: string
  /** It wants an access token. */
  readonly isSecured?: boolean
  /** The permission that it wants. */
  readonly permission?: string
  /** It takes an \`Idempotency-Key\`. */
  readonly isKeyed?: boolean
  /** It answers a page of a list. */
  readonly isPaged?: boolean
  /** It answers without a body. */
  readonly isEmpty?: boolean
}

/** Every operation, by group and name. */
export const operations: Readonly<Record<string, Readonly<Record<string, StudioOperation>>>> = { ${rows.join(",\n")} }
`
}

const biome = fileURLToPath(new URL("../../../node_modules/@biomejs/biome/bin/biome", import.meta.url))

const formatted = (text: string): string =>
  execFileSync(process.execPath, [biome, "check", "--write", "--stdin-file-path=src/client/contract/x.ts"], {
    input: text,
    encoding: "utf8",
  })

const folder = new URL("../../../src/client/contract/", import.meta.url)

/** The address of a file of the contract. */
export const placeOf = (name: string): URL => new URL(name, folder)

/** What stands in a file now. */
export const standing = (name: string): string => readFileSync(placeOf(name), "utf8")

/** The files by name, and what each should hold. */
export const contractFiles: Readonly<Record<string, () => string>> = {
  "records.ts": () => formatted(writeRecords()),
  "refusals.ts": () => formatted(writeRefusals()),
  "errors.ts": () => formatted(writeErrors()),
  "requests.ts": () => formatted(writeRequests()),
  "groups.ts": () => formatted(writeGroups()),
  "StudioClient.ts": () => formatted(writeClient()),
  "operations.ts": () => formatted(writeOperations()),
}
