// What the rules say of errors: for every operation of the core, and for the use cases around it, the facts with which
// it can be refused and what the wire makes of each.
import * as Result from "effect/Result"
import { type ApiError, type Rejection, refusalOf, rejectionTags } from "../../../src/api/index.ts"
import { refusals } from "../../core/billing/rejections/refusals.ts"
import { rejections } from "../../core/billing/rejections/table.ts"

/** An answer of the wire, or null for a fact that it has no answer to yet. */
export interface Fact {
  readonly tag: string
  readonly answers: ReadonlyArray<ApiError>
}

/** An operation of the core with its facts, in the order of the core's table. */
export interface Operation {
  readonly name: string
  readonly facts: ReadonlyArray<Fact>
}

type Refuse = () => Result.Result<unknown, { readonly _tag: string }>

const answersOf = (operation: keyof typeof rejections, tag: string): ReadonlyArray<ApiError> => {
  const row: Readonly<Record<string, Refuse>> = refusals[operation]
  const refused = row[tag]?.()
  if (refused === undefined || Result.isSuccess(refused)) throw new Error(`${operation} is not refused`)
  return isAnswered(tag) ? [refusalOf(refused.failure as Rejection)] : []
}

const isAnswered = (tag: string): boolean => rejectionTags.some((known) => known === tag)

/** The operations of the core, each refused as its tests refuse it. */
export const operations: ReadonlyArray<Operation> = (
  Object.keys(rejections) as ReadonlyArray<keyof typeof rejections>
).map((name) => ({
  name,
  facts: rejections[name].map((tag) => ({ tag, answers: answersOf(name, tag) })),
}))

/** The member of a record that is at fault: any of them. */
export const ANY_MEMBER = "<member>"

/** What facts can have beside their tag, as far as their answers depend on it. */
const members = {
  retryAt: null,
  organizations: [],
  declineCode: "card_declined",
  retryable: true,
  payableAmount: 0,
  index: 0,
  member: ANY_MEMBER,
  type: "CARD",
  kind: "organization",
}
const kinds = ["user", "plan", "coupon", "voucher"].map((kind) => ({ ...members, kind }))
const variants: ReadonlyArray<object> = [members, { ...members, type: "BOLETO" }, ...kinds]

const inOperations = new Set(operations.flatMap(({ facts }) => facts.map(({ tag }) => tag)))

/** The facts with which only use cases refuse: access, sign-in, cards, keys, records, the store. */
export const furtherFacts: ReadonlyArray<Fact> = rejectionTags
  .filter((tag) => !inOperations.has(tag))
  .map((tag) => {
    const answers = variants.map((given) => refusalOf({ ...given, _tag: tag } as unknown as Rejection))
    return { tag, answers: Array.from(new Map(answers.map((answer) => [answer.code, answer])).values()) }
  })
