// The headers of answers, as the OpenAPI document has them: which there are, and which answers carry them. GAP-06,
// GAP-43, GAP-108

const text = { type: "string" } as const
const seconds = { type: "integer", minimum: 0 } as const

/** The headers, by the names under which answers refer to them. */
export const headers = {
  RequestId: {
    description: "The request, by an id of the service's own. Name it when you report a fault.",
    required: true,
    schema: { ...text, format: "uuid" },
    example: "7f6ef1d3-4a8e-4b5c-9d0a-3b5f0c9a1e42",
  },
  RateLimitPolicy: {
    description: "Where calls are counted: how many (`q`) in how many seconds (`w`), and of whom.",
    schema: text,
    example: '"caller";q=60;w=60',
  },
  RateLimit: {
    description:
      "Where calls are counted: how many are left (`r`), and in how many seconds there is one more (`t`).",
    schema: text,
    example: '"caller";r=59;t=1',
  },
  RetryAfter: {
    description: "In how many seconds the same call may succeed; absent where time alone does not help.",
    schema: seconds,
    example: 12,
  },
  IdempotentReplayed: {
    description: "There, and `true`, where the answer is that of an earlier call with the same key.",
    schema: { ...text, enum: ["true"] },
    example: "true",
  },
  Assumption: {
    description:
      "Only the simulator sends it: the gaps of the specification on which the answer rests (docs/gaps.md).",
    schema: text,
    example: "GAP-15",
  },
  WwwAuthenticate: {
    description: "How to authenticate: with a bearer token.",
    required: true,
    schema: text,
    example: "Bearer",
  },
} as const

const references: Readonly<Record<string, keyof typeof headers>> = {
  "X-Request-Id": "RequestId",
  "RateLimit-Policy": "RateLimitPolicy",
  RateLimit: "RateLimit",
  "Retry-After": "RetryAfter",
  "Idempotent-Replayed": "IdempotentReplayed",
  "X-Assumption": "Assumption",
  "WWW-Authenticate": "WwwAuthenticate",
}

/** The parts of an operation that decide the headers of its answers. */
interface Answering {
  readonly operationId: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{ readonly name: string }>
  readonly requestBody?: object
}

/** The operations whose successes rest on a gap that the simulator can show in another way. GAP-107 */
const assumed: ReadonlySet<string> = new Set([
  "auth.signIn",
  "auth.refresh",
  "profile.switchOrganization",
  "subscriptions.check",
])

const hasEmail = (body: object | undefined): boolean =>
  JSON.stringify(body ?? {}).includes('"format":"email"')

/** Tells whether an answer has the rest of the limit: for a known caller, and for a body with an address. */
const isCounted = (status: number, { security, requestBody }: Answering): boolean =>
  security.length > 0
    ? ![401, 403, 500].includes(status)
    : hasEmail(requestBody) && ![413, 415, 500].includes(status)

/** Tells whether an answer is kept under a key: successes, refused payments and conflicts are. */
const isKept = (status: number): boolean => status < 300 || status === 402 || status === 409

/** The headers of an operation's answer with a status. */
export const headersOf = (
  status: number,
  operation: Answering,
): Readonly<Record<string, { readonly $ref: string }>> => {
  const isKeyed = operation.parameters.some(({ name }) => name === "Idempotency-Key")
  const carried: Readonly<Record<string, boolean>> = {
    "X-Request-Id": true,
    "RateLimit-Policy": isCounted(status, operation),
    RateLimit: isCounted(status, operation),
    "Retry-After": status === 429 || status === 503,
    "Idempotent-Replayed": isKeyed && isKept(status),
    "X-Assumption": status >= 400 || assumed.has(operation.operationId),
    "WWW-Authenticate": status === 401,
  }
  return Object.fromEntries(
    Object.entries(references).flatMap(([name, reference]) =>
      carried[name] ? [[name, { $ref: `#/components/headers/${reference}` }]] : [],
    ),
  )
}
