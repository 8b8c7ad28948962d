// The beginning: what this is, and a walk through it in five minutes, from a code to a refused payment, without leaving the
// page. Every step is a call that a client makes too, and shows what came of it.
import type { ComponentChildren } from "preact"
import {
  payInvoice,
  recordUsage,
  useDetail,
  useInvoices,
  useMethods,
  usePlans,
  useSubscriptions,
  useUpcoming,
} from "../data/account.ts"
import { useAct } from "../data/act.ts"
import { base, control, studioOpenly } from "../data/api.ts"
import { actorOf } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import {
  type Actor,
  nameOfMethod,
  type OrganizationDetail,
  type OrganizationRow,
  type Page,
  type SentCode,
  type Upcoming,
  type WireSubscription,
} from "../data/shapes.ts"
import { advance } from "../data/world.ts"
import { formatMoney } from "../money.ts"
import { Chip } from "../parts/Chip.tsx"
import { ActRefused, Button, Empty, Refused } from "../parts/parts.tsx"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatDay } from "../time.ts"
import { AskCode } from "./Inbox.tsx"
import { AddMethod } from "./organization/Methods.tsx"
import { Subscribe } from "./organization/Subscribe.tsx"

/** `#/`. */
export const Start = () => {
  const { data, refusal } = useLoaded<Page<OrganizationRow>>("/organizations?limit=100", [
    "records",
    "world",
  ]).value
  const first = data?.data.find(({ status }) => status === "ACTIVE")
  const { data: detail } = useDetail(first?.organizationId ?? null)
  const actor = detail === null ? null : actorOf(detail)
  return (
    <>
      <h1>A subscription business on your machine</h1>
      <p class="lead">
        The whole <code>/studio</code> API from memory: sign-in by e-mail code, cards, subscriptions, usage,
        invoices. Its clock is yours. Take the walk, or point your client at{" "}
        <code>{location.origin + base}</code>, which has a <a href="docs">reference</a>.
      </p>
      <Refused refusal={refusal} />
      {data !== null && first === undefined && <Empty>There is no active organization to walk with.</Empty>}
      {detail !== null && actor !== null && <Walk detail={detail} actor={actor} />}
    </>
  )
}

const Walk = ({ detail, actor }: { readonly detail: OrganizationDetail; readonly actor: Actor }) => {
  const { data: codes } = useLoaded<Page<SentCode>>(
    `/otps?email=${encodeURIComponent(actor.email)}&limit=1`,
    ["otps", "world", "clock", "requests"],
  ).value
  const { data: methods } = useMethods(detail.organizationId)
  const { data: subscriptions } = useSubscriptions(detail.organizationId)
  const { data: upcoming } = useUpcoming(detail.organizationId)
  const { data: invoices } = useInvoices(detail.organizationId)
  const plans = usePlans()
  const subscription = subscriptions?.data[0]
  const isLive = subscription !== undefined && subscription.status !== "CANCELLED"
  const periodEnd = isLive ? subscription.currentPeriodEnd : null
  const code = codes?.data[0]
  const attempts = (invoices?.data ?? []).flatMap((invoice) => invoice.attempts)
  const paid = (invoices?.data ?? []).filter(({ status }) => status === "PAID")
  return (
    <>
      <p class="muted">
        The walk is with <a href={hrefOfOrganization(detail.organizationId)}>{detail.name}</a>. What is done
        here is done as {actor.email}, by a token of the control plane.
      </p>
      <ol class="walk">
        <Step title="Ask for a sign-in code" isDone={code !== undefined}>
          <AskCode email={actor.email} />
          {code !== undefined && <SignIn code={code} />}
        </Step>
        <Step title="Add a card" isDone={(methods?.data.length ?? 0) > 0}>
          <AddMethod actor={actor} />
          {methods !== null && methods.data.length > 0 && (
            <p class="came">{methods.data.map(nameOfMethod).join(", ")}</p>
          )}
        </Step>
        <Step title="Subscribe" isDone={isLive}>
          {isLive ? (
            <p class="came">
              <Chip status={subscription.status} /> until the next invoice. The{" "}
              <a href={hrefOfOrganization(detail.organizationId)}>organization</a> has all of it.
            </p>
          ) : methods !== null && methods.data.length === 0 ? (
            <p class="muted">A card comes first.</p>
          ) : (
            <Subscribe actor={actor} currency={detail.currency} plans={plans} methods={methods?.data ?? []} />
          )}
        </Step>
        <Step title="Pay the upcoming invoice" isDone={paid.length > 0}>
          <PayUpcoming upcoming={upcoming} actor={actor} />
          {paid
            .map((invoice) => (
              <p class="came" key={invoice.invoiceId}>
                <Chip status={invoice.status} />{" "}
                <a href={hrefOfOrganization(detail.organizationId, invoice.invoiceId)}>
                  Invoice of {formatMoney(invoice.payableAmount, invoice.currency)}
                </a>
              </p>
            ))
            .slice(0, 3)}
        </Step>
        <Step title="Let the period end" isDone={(invoices?.data.length ?? 0) > 1}>
          <p class="muted">
            The usage is billed when the period ends; a fee that was paid ahead is not billed again.
          </p>
          <ToPeriodEnd
            organizationId={detail.organizationId}
            periodEnd={periodEnd}
            first={() => recordUsage(detail.organizationId, "messages", 250)}
            text="Use 250 messages"
          />
        </Step>
        <Step title="Have a payment refused" isDone={attempts.some(({ status }) => status === "DECLINED")}>
          <p class="muted">The gateway refuses the charge of the next invoice, and dunning begins.</p>
          <ToPeriodEnd
            organizationId={detail.organizationId}
            periodEnd={periodEnd}
            first={() => control("POST", "/faults", { kind: "gateway", outcome: "declined" })}
            text="Refuse the next charge"
          />
          {subscription?.status === "PAST_DUE" && (
            <p class="came">
              <Chip status="PAST_DUE" /> The card is tried again after 1, 3, 7 and 14 days.
            </p>
          )}
        </Step>
      </ol>
    </>
  )
}

const Step = (props: {
  readonly title: string
  readonly isDone: boolean
  readonly children: ComponentChildren
}) => (
  <li class={props.isDone ? "card done" : "card"}>
    <h2>
      {props.title} {props.isDone && <Chip status="done" tone="good" />}
    </h2>
    {props.children}
  </li>
)

const SignIn = ({ code }: { readonly code: SentCode }) => {
  const act = useAct()
  const { otpId, email, code: secret, context, status } = code
  return (
    <>
      <p class="came">
        The <a href={hrefOf(["inbox"])}>inbox</a> has it: <code class="otp">{secret}</code>{" "}
        <Chip status={status} />
      </p>
      {status === "REQUESTED" && context === "MAGIC_AUTH" && (
        <Button
          act={act}
          work={async () => {
            await studioOpenly("POST", `/auth/otp/${otpId}/validate`, { email, code: secret, context })
            await studioOpenly("POST", "/auth/sign-in/magic-auth", { otpId, code: secret })
            return "Signed in: the code is exchanged for tokens."
          }}
        >
          Sign in with it
        </Button>
      )}
      <ActRefused act={act} />
    </>
  )
}

const PayUpcoming = ({ upcoming, actor }: { readonly upcoming: Upcoming | null; readonly actor: Actor }) => {
  const act = useAct()
  const invoice = upcoming?.upcomingInvoice ?? null
  return (
    <>
      {invoice === null ? (
        <p class="muted">There is nothing to pay now.</p>
      ) : (
        <Button act={act} kind="main" work={() => payInvoice(actor, invoice)}>
          Pay {formatMoney(invoice.payableAmount, invoice.currency)}
        </Button>
      )}
      <ActRefused act={act} />
    </>
  )
}

/** Something that is done before the running period ends, and the end of it: read anew, for time may have moved meanwhile. */
const ToPeriodEnd = (props: {
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
