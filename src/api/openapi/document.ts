// An OpenAPI document beyond what the library makes of an API: examples of requests, answers and refusals, the headers of
// answers, and what parameters mean; and all of these for the contract. GAP-01, GAP-06, GAP-43
import { type ApiError, apiError, codeOf, type ErrorCode } from "../errors/errors.ts"
import { pagingBounds } from "../records/paging.ts"
import { type Case, type Example, examples } from "./exampleOperations.ts"
import { ids } from "./exampleRecords.ts"
import { headersOf } from "./headers.ts"

/** The members of an operation that are read here. */
export interface OperationDocument {
  readonly operationId: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: ResponseDocument }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly type?: string; readonly format?: string }
}

interface ResponseDocument {
  readonly description: string
  readonly content?: Content
}

interface Content {
  readonly "application/json": { readonly schema: object }
}

const JSON_TYPE = "application/json"

/** The texts of an operation in a document. */
export interface OperationTexts {
  /** Calls of it, with what stands in the path and the query of all of them. */
  readonly example: Example | undefined
  /** The meanings of parameters, by their names. */
  readonly meanings: Readonly<Record<string, string>>
  /** The code of the refusal whose schema has a name. */
  readonly codeOf: (schema: string) => string | undefined
  /** The refusal of a code that only some values make; any other is its row of the table. */
  readonly refusal: (code: string) => Refusal | undefined
  /** The headers of an answer with a status. */
  readonly headersOf: (status: number, operation: OperationDocument) => object
}

/** The meanings of the contract's parameters, by their names. */
const meanings: Readonly<Record<string, string>> = {
  organizationId: "The organization. It has to be the one of the access token.",
  paymentMethodId: "The payment method, by its opaque id.",
  subscriptionId: "The subscription.",
  invoiceId: "The invoice, or the upcoming one by the id of its preview.",
  voucherId: "The voucher.",
  otpId: "The OTP, as its request answered.",
  code: "The code of the coupon, as it is typed.",
  planId: "The plan that is to be subscribed to; with `planIntervalId` or not at all.",
  planIntervalId: "The interval of that plan.",
  status: "Leaves those of this status.",
  page: "Which page, from 1.",
  limit: "How many records a page has at most.",
  "Idempotency-Key":
    "Makes the call safe to repeat: the same key with the same body has the first answer again, for 24 hours.",
}

const EXAMPLE_KEY = "0190a000-0000-7000-8000-00000000c001"

/** An operation of the contract with all that its readers need. */
export const withExamples = (operation: OperationDocument): object => {
  const example = exampleOf(operation.operationId)
  const params = { organizationId: ids.organization, "Idempotency-Key": EXAMPLE_KEY, ...example?.params }
  const shown = example && { ...example, params }
  return describeOperation(operation, {
    example: shown,
    meanings,
    codeOf,
    refusal: refusalExample,
    headersOf,
  })
}

/**
 * An operation with all that its readers need. Names of headers are written as they usually are; a paging parameter is an
 * integer, which its schema, being that of a text, does not say.
 */
export const describeOperation = (operation: OperationDocument, texts: OperationTexts): object => {
  const { requestBody, responses } = operation
  const { example } = texts
  const parameters = operation.parameters.map((parameter) => withMeaning(parameter, texts))
  const described = { ...operation, parameters }
  const refusals = (code: string): Refusal =>
    code === "validation_error"
      ? apiError(code, { errors: [faultOf(described, example)] })
      : (texts.refusal(code) ?? apiError(code as "forbidden"))
  const answers = Object.entries(responses).map(([status, response]) => {
    const cases = Object.entries(example?.cases ?? {}).filter(([, one]) => String(one.status) === status)
    const headers = texts.headersOf(Number(status), described)
    const refused = namesIn(response)
      .flatMap((name) => texts.codeOf(name) ?? [])
      .map(refusals)
    return [status, { ...withAnswers(response, cases, refused), headers }] as const
  })
  return {
    ...described,
    ...(requestBody && { requestBody: withBodies(requestBody, example) }),
    responses: Object.fromEntries(answers),
  }
}

const exampleOf = (operationId: string): Example | undefined => {
  const [group = "", name = ""] = operationId.split(".")
  return (examples as unknown as Record<string, Record<string, Example>>)[group]?.[name]
}

const headerCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())

const withMeaning = (parameter: Parameter, { example, meanings }: OperationTexts) => {
  const name = parameter.in === "header" ? headerCase(parameter.name) : parameter.name
  const shown = { ...example?.params, ...example?.query }[name]
  const description = meanings[name]
  return {
    ...parameter,
    name,
    ...(description !== undefined && { description }),
    schema: pagingBounds[name as keyof typeof pagingBounds] ?? parameter.schema,
    ...(shown !== undefined && { example: shown }),
  }
}

type Named = readonly [name: string, one: Case]

/** Examples of a media type, each under its name. */
const shown = (
  entries: ReadonlyArray<
    readonly [name: string, example: { readonly summary: string; readonly value: unknown }]
  >,
) => (entries.length === 0 ? {} : { examples: Object.fromEntries(entries) })

const withBodies = (body: { readonly content: Content }, example: Example | undefined) => {
  const cases = Object.entries(example?.cases ?? {}).flatMap(([name, { summary, body }]) =>
    body === undefined ? [] : [[name, { summary, value: body }] as const],
  )
  const media = body.content[JSON_TYPE]
  return { ...body, content: { [JSON_TYPE]: { ...media, ...shown(cases) } } }
}

const withAnswers = (
  response: ResponseDocument,
  cases: ReadonlyArray<Named>,
  refusals: ReadonlyArray<Refusal>,
) => {
  const answers = cases.flatMap(([name, { summary, answer }]) =>
    answer === undefined ? [] : [[name, { summary, value: answer }] as const],
  )
  const refused = refusals.map((value) => [value.code, { summary: value.message, value }] as const)
  const sentences = cases.map(([, { summary }]) => summary)
  const media = response.content?.[JSON_TYPE]
  return {
    ...response,
    description: sentences.length > 0 ? sentences.join(" ") : response.description.replaceAll(" | ", " "),
    ...(media && { content: { [JSON_TYPE]: { ...media, ...shown([...answers, ...refused]) } } }),
  }
}

/** The names of the schemas that a part of a document refers to. */
const namesIn = (node: unknown): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const { $ref } = node as { readonly $ref?: string }
  return $ref === undefined ? Object.values(node).flatMap(namesIn) : [$ref.slice($ref.lastIndexOf("/") + 1)]
}

interface Refusal {
  readonly code: string
  readonly message: string
}

/** Refusals of the contract with members of their own. */
const particular: { readonly [Code in ErrorCode]?: () => ApiError } = {
  "payment.declined": () =>
    apiError("payment.declined", { declineCode: "insufficient_funds", retryable: true }),
  "invoice.changed": () => apiError("invoice.changed", { payableAmount: 7891, amountDue: 7891 }),
  "otp.locked": () => apiError("otp.locked", { retryAfterSeconds: 43200 }),
  rate_limited: () => apiError("rate_limited", { retryAfterSeconds: 12 }),
  ORGANIZATION_SELECTION_REQUIRED: () =>
    apiError("ORGANIZATION_SELECTION_REQUIRED", {
      organizations: [
        { organizationId: ids.organization, name: "Exemplo Ltda" },
        { organizationId: ids.otherOrganization, name: "Example Inc" },
      ],
    }),
}

const refusalExample: OperationTexts["refusal"] = (code) => particular[code as ErrorCode]?.()

/** A fault that the operation can find in its input. */
const faultOf = ({ parameters, requestBody }: OperationDocument, example: Example | undefined) => {
  const [first] = Object.values(example?.cases ?? {})
  const wanting = example?.wanting ?? Object.keys(first?.body ?? {})[0]
  if (requestBody !== undefined && wanting !== undefined && isNeeded(requestBody)) {
    return { message: "Required", path: wanting }
  }
  if (requestBody !== undefined) return { message: "Expected a valid JSON body", path: "" }
  if (parameters.some(({ name }) => name === "limit")) {
    return { message: "Expected an integer from 1 to 100", path: "limit" }
  }
  const id = parameters.find(({ name, schema }) => schema.format === "uuid" && name !== "organizationId")
  return id === undefined
    ? { message: "Expected an HTTP request", path: "" }
    : { message: "Expected a UUID", path: id.name }
}

const isNeeded = (body: object): boolean => (body as { readonly required?: boolean }).required === true
