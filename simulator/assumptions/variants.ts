// The gaps that have several plausible variants: the answers that rest on them, and how each variant changes an answer.
// The contract always has the first variant; the others change its answers once they are encoded. GAP-107

/** The body of an answer, as it was encoded. */
export type Body = Readonly<Record<string, unknown>>

/** The part of an answer that a variant looks at and changes. */
export interface Answer {
  readonly status: number
  readonly body: Body
}

/** A gap with several variants. */
export interface Switch {
  /** The endpoints whose answers may rest on it, as `group.name`; null stands for every call that is refused. */
  readonly endpoints: ReadonlyArray<string> | null
  readonly restsOn: (answer: Answer) => boolean
  /** Changes an answer that rests on it, by the name of the variant; the first variant leaves the answer as it is. */
  readonly variants: Readonly<Record<string, (answer: Answer) => Answer>>
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

/** The gaps that can be switched. Each takes the answer as the gaps before it left it. */
export const switches: ReadonlyMap<string, Switch> = new Map<string, Switch>([
  [
    "GAP-30",
    {
      endpoints: ["subscriptions.check"],
      restsOn: (answer) => isSuccess(answer) || answer.body.code === "subscription.not_found",
      variants: { object: asItIs, list: asList },
    },
  ],
  [
    "GAP-15",
    {
      endpoints: ["auth.signIn", "auth.refresh", "profile.switchOrganization"],
      restsOn: isSuccess,
      variants: { seconds: asItIs, milliseconds: inMilliseconds },
    },
  ],
  [
    "GAP-01",
    {
      endpoints: null,
      restsOn: ({ status }) => status >= 400,
      variants: { with_code: asItIs, without_code: withoutCode },
    },
  ],
])
