// What may be answered, by the contract: which statuses an endpoint has, and which codes at which status.
import { type ErrorCode, errorCodes, studioDocument } from "../../src/api/index.ts"
import { endpoints, tableOf } from "../docs/errorsDoc/contract.ts"

const statusOf = new Map<string, number>(errorCodes.map((code) => [code, tableOf(code).statusCode]))
const codesAt = new Map(endpoints.map(({ at, codes }) => [at, codes]))
const successesAt = new Map(
  Object.entries(studioDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [
      `${method.toUpperCase()} ${path}`,
      new Set(Object.keys((described as { readonly responses: object }).responses).map(Number)),
    ]),
  ),
)

/** What is wrong with an answer: one that nobody documented, or a fault of the service; null where nothing is. */
export const faultOfAnswer = (answer: {
  readonly at: string
  readonly status: number
  readonly text: string
}): string | null => {
  const { at, status, text } = answer
  if (status >= 500 && status !== 503) return `${status} is the service's own fault`
  if (status < 400) {
    const known = successesAt.get(at)
    return known === undefined || known.has(status) ? null : `${status} is not documented`
  }
  const { statusCode, code, message, errors } = JSON.parse(text)
  if (statusCode !== status || typeof message !== "string" || !Array.isArray(errors)) {
    return `The body of ${status} is no error: ${text}`
  }
  if (statusOf.get(code) !== status) return `${code} is no code of ${status}`
  const codes = codesAt.get(at)
  return codes === undefined || codes.has(code as ErrorCode) ? null : `${code} is not documented`
}
