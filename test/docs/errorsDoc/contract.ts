// What the contract says of errors: which codes each endpoint declares, and which of them it shares with all others of
// its kind.
import { type ControlErrorCode, controlError } from "../../../simulator/control/contract/errors.ts"
import { bodyRefusals, type ErrorCode, keyRefusals, studioDocument } from "../../../src/api/index.ts"
import { documentedCodes } from "../../support/documentedCodes.ts"

/** An endpoint with every code that its contract declares. */
export interface DeclaredEndpoint {
  readonly at: string
  readonly id: string
  readonly permission: string | null
  readonly codes: ReadonlySet<ErrorCode>
}

interface Operation {
  readonly operationId: string
  readonly "x-required-permission"?: string
  readonly responses: object
}

const document = studioDocument()
const codesIn = documentedCodes<ErrorCode>(document)

/** Every endpoint, in the order of the contract. */
export const endpoints: ReadonlyArray<DeclaredEndpoint> = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const operation = described as unknown as Operation
      return {
        at: `${method.toUpperCase()} ${path}`,
        id: operation.operationId,
        permission: operation["x-required-permission"] ?? null,
        codes: new Set(codesIn(operation.responses)),
      }
    }),
)

const isSubset = (codes: ReadonlyArray<ErrorCode>, of: ReadonlySet<ErrorCode>): boolean =>
  codes.every((code) => of.has(code))

const sharedBy = (members: ReadonlyArray<DeclaredEndpoint>): ReadonlyArray<ErrorCode> =>
  Array.from(members[0]?.codes ?? []).filter((code) => members.every(({ codes }) => codes.has(code)))

const secured = endpoints.filter(({ permission }) => permission !== null)
const everywhere = sharedBy(endpoints)

/** A kind of endpoint: the codes that all of it answer, and whether an endpoint is of it. */
export interface Kind {
  readonly name: string
  readonly codes: ReadonlyArray<ErrorCode>
  readonly has: (endpoint: DeclaredEndpoint) => boolean
}

/** The kinds, from the one that all are of. */
export const kinds: ReadonlyArray<Kind> = [
  { name: "every endpoint", codes: everywhere, has: () => true },
  {
    name: "every endpoint with a permission",
    codes: sharedBy(secured).filter((code) => !everywhere.includes(code)),
    has: ({ permission }) => permission !== null,
  },
  {
    name: "every endpoint with a body",
    codes: bodyRefusals,
    has: ({ codes }) => isSubset(bodyRefusals, codes),
  },
  {
    name: "every POST that moves money",
    codes: keyRefusals,
    has: ({ codes }) => isSubset(keyRefusals, codes),
  },
]

/** The codes of an endpoint that none of its kinds has. */
export const ownCodesOf = (endpoint: DeclaredEndpoint): ReadonlyArray<ErrorCode> => {
  const shared = new Set(kinds.flatMap(({ has, codes }) => (has(endpoint) ? codes : [])))
  return Array.from(endpoint.codes).filter((code) => !shared.has(code))
}

/** The status and the sentence of a code; members of its own do not matter for either. */
export const tableOf = (code: ControlErrorCode): { readonly statusCode: number; readonly message: string } =>
  controlError(code as "forbidden")
