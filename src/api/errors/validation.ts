// What a schema says against a request, as the `errors` of a `validation_error`: where, and what was expected there.
// Values of the request never come back, since they may be secrets; names of members do, shortened. GAP-01
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import type { FieldError } from "./errors.ts"

/** The most faults of one request that are listed. */
export const FIELD_ERRORS_MAX = 20

/** The longest part of a member's name that is repeated. */
const NAME_LENGTH_MAX = 100

/**
 * The faults that a schema found: the dotted path of each with what was expected there, at most `FIELD_ERRORS_MAX`.
 * `part` is the part of a request that it looked at, if it is one: of a `query` a text that is none is a parameter that
 * is repeated.
 *
 * @example
 * fieldErrors(issue) // [{ message: "Expected a two-letter country code", path: "billingDetails.address.country" }]
 */
export const fieldErrors = (issue: SchemaIssue.Issue, part?: string): ReadonlyArray<FieldError> => {
  const found: Array<FieldError> = []
  for (const fault of faults(issue, { path: [], expected: undefined, part })) {
    if (found.push(fault) === FIELD_ERRORS_MAX) break
  }
  return found
}

type Path = ReadonlyArray<PropertyKey>

/** Where an issue is. `expected` is what a check around it says; it is more telling than the issue itself. */
interface Place {
  readonly path: Path
  readonly expected: string | undefined
  readonly part: string | undefined
}

function* faults(issue: SchemaIssue.Issue, place: Place): Generator<FieldError, void> {
  const { path, expected, part } = place
  switch (issue._tag) {
    case "Filter":
      return yield* faults(issue.issue, {
        ...place,
        expected: expected ?? sayingOf(issue.filter.annotations),
      })
    case "Encoding":
      return yield* faults(issue.issue, place)
    case "Pointer":
      return yield* faults(issue.issue, { ...place, path: [...path, ...issue.path] })
    case "Composite":
    case "AnyOf": {
      for (const inner of issue.issues) yield* faults(inner, place)
      if (issue._tag === "Composite" || issue.issues.length > 0) return
      const tag = tagOf(issue.ast)
      return yield fieldError(
        tag === undefined ? path : [...path, tag],
        expected ?? `Expected ${choices(issue.ast, tag)}`,
      )
    }
    default:
      return yield fieldError(path, expected ?? (isRepeated(issue, part) ? REPEATED : messageOf(issue)))
  }
}

const REPEATED = "Expected once, and it is there several times"

/** A query has texts, and lists of those whose parameter is repeated. */
const isRepeated = (issue: SchemaIssue.Leaf, part: string | undefined): boolean =>
  part === "query" && issue._tag === "InvalidType" && issue.ast._tag === "String"

const fieldError = (path: Path, message: string): FieldError => ({
  message,
  path: path.map((name) => String(name).slice(0, NAME_LENGTH_MAX)).join("."),
})

const messageOf = (issue: SchemaIssue.Leaf): string => {
  switch (issue._tag) {
    case "MissingKey":
      return "Required"
    case "UnexpectedKey":
      return "Unknown member"
    case "InvalidType":
      return `Expected ${kindOf(issue.ast)}`
    case "InvalidValue":
      return sayingOf(issue.annotations) ?? SchemaIssue.defaultLeafHook(issue)
    default:
      return SchemaIssue.defaultLeafHook(issue)
  }
}

const sayingOf = (annotations: { readonly [name: string]: unknown } = {}): string | undefined => {
  const { message, expected } = annotations
  if (typeof message === "string") return message
  return typeof expected === "string" ? `Expected ${expected}` : undefined
}

const kinds: { readonly [tag: string]: string } = {
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Objects: "an object",
  Arrays: "an array",
  Null: "null",
}

const kindOf = (ast: SchemaAST.AST): string => {
  if (ast._tag === "Literal") return JSON.stringify(ast.literal)
  return ast._tag === "Union" ? choices(ast, undefined) : (kinds[ast._tag] ?? "another value")
}

const memberOf = (ast: SchemaAST.AST, name: PropertyKey): SchemaAST.AST | undefined =>
  ast._tag === "Objects"
    ? ast.propertySignatures.find((signature) => signature.name === name)?.type
    : undefined

/** The required member whose literal tells the records of a union apart, such as `type`; that is where the fault is. */
const tagOf = ({ types: [first] }: SchemaAST.Union): PropertyKey | undefined =>
  first?._tag === "Objects"
    ? first.propertySignatures.find(({ type }) => type._tag === "Literal" && !SchemaAST.isOptional(type))
        ?.name
    : undefined

const choices = ({ types }: SchemaAST.Union, tag: PropertyKey | undefined): string => {
  const named = types
    .filter(({ _tag }) => _tag !== "Void")
    .map((type) => kindOf((tag !== undefined && memberOf(type, tag)) || type))
  return Array.from(new Set(named)).join(" or ")
}
