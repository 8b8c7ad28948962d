// The gaps that have more than one plausible reading: which answers rest on them, and what each reading makes of an
// answer. The contract has the first reading always; the others are made of its answers once they are encoded. GAP-107

/** The body of an answer, as it was encoded. */
export type Body = Readonly<Record<string, unknown>>

/** What a reading looks at in an answer, and changes. */
export interface Answer {
  readonly status: number
  readonly body: Body
}

/** A gap that can be read in several ways. */
export interface Switch {
  /** Those whose answers may rest on it, as `group.name` of the contract; null means every call that is refused. */
  readonly endpoints: ReadonlyArray<string> | null
  readonly restsOn: (answer: Answer) => boolean
  /** What each reading makes of an answer that rests on it; the first one leaves it as it is. */
  readonly readings: Readonly<Record<string, (answer: Answer) => Answer>>
}

const asItIs = (answer: Answer): Answer => answer

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

const withoutCode = ({ status, body: { code: _, ...body } }: Answer): Answer => ({ status, body })

const inMilliseconds = ({ status, body }: Answer): Answer => ({
  status,
  body: { ...body, expiresIn: Number(body.expiresIn) * 1000 },
})

/** Every list is a page; where there is no subscription the list is empty, and not missing. */
const asList = (answer: Answer): Answer => {
  const data = isSuccess(answer) ? [answer.body] : []
  return {
    status: 200,
    body: { data, meta: { page: 1, limit: 20, totalItems: data.length, totalPages: data.length } },
  }
}

/** The gaps that can be switched. A reading is applied to what the ones before it made of an answer. */
export const switches: ReadonlyMap<string, Switch> = new Map<string, Switch>([
  [
    "GAP-30",
    {
      endpoints: ["subscriptions.check"],
      restsOn: (answer) => isSuccess(answer) || answer.body.code === "subscription.not_found",
      readings: { object: asItIs, list: asList },
    },
  ],
  [
    "GAP-15",
    {
      endpoints: ["auth.signIn", "auth.refresh", "profile.switchOrganization"],
      restsOn: isSuccess,
      readings: { seconds: asItIs, milliseconds: inMilliseconds },
    },
  ],
  [
    "GAP-01",
    {
      endpoints: null,
      restsOn: ({ status }) => status >= 400,
      readings: { with_code: asItIs, without_code: withoutCode },
    },
  ],
])
