// What the steps of the walk do.
import { useAct } from "../../data/act.ts"
import { control, studioOpenly } from "../../data/api.ts"
import type { Actor, Page, SentCode, Upcoming, WireSubscription } from "../../data/shapes.ts"
import { advance } from "../../data/world.ts"
import { ActRefused, Button } from "../../parts/parts.tsx"
import { formatDay } from "../../time.ts"
import { PayAhead } from "../organization/PayAhead.tsx"

/** Tells whether somebody can sign in with a code. */
export const isOpen = ({ status, context }: SentCode): boolean =>
  status === "REQUESTED" && context === "MAGIC_AUTH"

/** Signs in with a code. */
export const SignIn = ({ code: { otpId, email, code: secret, context } }: { readonly code: SentCode }) => {
  const act = useAct()
  return (
    <>
      <Button
        act={act}
        kind="main"
        work={async () => {
          await studioOpenly("POST", `/auth/otp/${otpId}/validate`, { email, code: secret, context })
          await studioOpenly("POST", "/auth/sign-in/magic-auth", { otpId, code: secret })
          return "Signed in: the code is exchanged for tokens."
        }}
      >
        Sign in with the code
      </Button>
      <ActRefused act={act} />
    </>
  )
}

/** Pays the upcoming invoice. */
export const PayUpcoming = ({
  upcoming,
  actor,
}: {
  readonly upcoming: Upcoming | null
  readonly actor: Actor
}) => {
  const act = useAct()
  const invoice = upcoming?.upcomingInvoice ?? null
  return (
    <>
      {invoice === null ? (
        <p class="muted">There is nothing to pay now.</p>
      ) : (
        <PayAhead act={act} actor={actor} invoice={invoice} />
      )}
      <ActRefused act={act} />
    </>
  )
}

/** Something that is done before the running period ends, and the end of it: read anew, for time may have moved meanwhile. */
export const ToPeriodEnd = (props: {
  readonly organizationId: string
  readonly periodEnd: string | null
  readonly first: () => Promise<unknown>
  readonly text: string
}) => {
  const { organizationId, periodEnd, first, text } = props
  const act = useAct()
  if (periodEnd === null) return <p class="muted">A subscription comes first.</p>
  const work = async (): Promise<string> => {
    await first()
    const path = `/organizations/${organizationId}/subscriptions?limit=1`
    const { data } = await control<Page<WireSubscription>>("GET", path)
    return advance({ to: data[0]?.currentPeriodEnd ?? periodEnd })
  }
  return (
    <>
      <Button act={act} kind="main" work={work}>
        {text}, and go to {formatDay(periodEnd)}
      </Button>
      <ActRefused act={act} />
    </>
  )
}
