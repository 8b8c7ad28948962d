// What every answer has to be, whatever was asked.
import { controlErrorCodes } from "../../simulator/control/contract/errors.ts"
import type { ResponseValue } from "../../src/http/exchange.ts"
import { isNoAnswer } from "../../src/http/noAnswer.ts"
import { CANARY } from "./fuzz.ts"

/** The members that some codes have beside those of all (GAP-01). */
const furtherMembers = [
  "organizations",
  "declineCode",
  "retryable",
  "payableAmount",
  "retryAfterSeconds",
  "findings",
]

const isFieldError = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  Object.keys(error).sort().join() === "message,path" &&
  Object.values(error).every((value) => typeof value === "string" && value.length < 2_000)

/** What is wrong with an answer, by the documented shape; nothing of most. */
export const faultsOfAnswer = (method: string, answer: ResponseValue): ReadonlyArray<string> => {
  const { status, headers, body, pieces, stream } = answer
  if (isNoAnswer(answer)) return ["there is no answer"]
  const faults: Array<string> = []
  const check = (isRight: boolean, fault: string): void => void (isRight || faults.push(fault))
  check(status !== 500, "is a 500")
  check(
    /^[\w.:=+/-]{1,128}$/.test(headers["x-request-id"] ?? ""),
    "has no request id that can stand in a log",
  )
  check(
    Object.values(headers).every((value) => !/[\r\n]/.test(value)),
    "has a header of two lines",
  )
  stream?.leave()
  if (pieces !== undefined || stream !== undefined) return faults
  const text = body === null ? "" : Buffer.from(body).toString()
  if (method === "HEAD" || status === 204) {
    check(body === null, "has a body that it must not have")
    return faults
  }
  check(headers["content-length"] === String(Buffer.byteLength(text)), "has another length")
  check(headers["content-type"] === "application/json", "is no JSON by its type")
  if (status < 400) return faults
  const json = JSON.parse(text)
  // What an audit finds wrong with a state it names by the ids that the state gave it.
  const said = JSON.stringify({ ...json, findings: [] })
  check(!said.includes(CANARY), `repeats a value of the request: ${said.slice(0, 500)}`)
  const { statusCode, code, message, errors, ...further } = json
  check(statusCode === status, "has another status in its body")
  check(controlErrorCodes.includes(code), `has the unknown code ${code}`)
  check(typeof message === "string" && message !== "", "has no message")
  check(
    Array.isArray(errors) && errors.length <= 20 && errors.every(isFieldError),
    "has errors of another shape",
  )
  check(
    Object.keys(further).every((name) => furtherMembers.includes(name)),
    "has unknown members",
  )
  check(code !== "validation_error" || errors.length > 0, "does not say where it is invalid")
  return faults
}
