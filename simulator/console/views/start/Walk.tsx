// The walk: every step is a call that a client makes too, and shows what came of it.
import {
  recordUsage,
  useInvoices,
  useMethods,
  usePlans,
  useSubscriptions,
  useUpcoming,
} from "../../data/account.ts"
import { control } from "../../data/api.ts"
import { useLoaded } from "../../data/loaded.ts"
import {
  type Actor,
  nameOfMethod,
  type OperatorInvoice,
  type OrganizationDetail,
  type Page,
  type Plan,
  type SentCode,
  type Upcoming,
  type WirePaymentMethod,
  type WireSubscription,
} from "../../data/shapes.ts"
import { Chip } from "../../parts/Chip.tsx"
import { hrefOf, hrefOfOrganization } from "../../route.ts"
import { AskCode } from "../Inbox.tsx"
import { AddMethod } from "../organization/Methods.tsx"
import { Subscribe } from "../organization/Subscribe.tsx"
import { Came, Code, stateInWords } from "./results.tsx"
import { type StepOf, Steps } from "./Steps.tsx"
import { isOpen, PayUpcoming, SignIn, ToPeriodEnd } from "./stepActions.tsx"

/** The walk with an organization, as one of its users. */
export const Walk = (props: { readonly detail: OrganizationDetail; readonly actor: Actor }) => {
  const { detail, actor } = props
  const { organizationId } = detail
  const { data: codes } = useLoaded<Page<SentCode>>(
    `/otps?email=${encodeURIComponent(actor.email)}&limit=1`,
    ["otps", "world", "clock", "requests"],
  ).value
  const { data: methods } = useMethods(organizationId)
  const { data: subscriptions } = useSubscriptions(organizationId)
  const { data: upcoming } = useUpcoming(organizationId)
  const { data: invoices } = useInvoices(organizationId)
  const plans = usePlans()
  // Which step is next is not known before.
  if (codes === null || methods === null || subscriptions === null || invoices === null) return null
  const subscription = subscriptions.data.find(({ status }) => status !== "CANCELLED") ?? null
  const walked: Walked = {
    ...props,
    plans,
    upcoming,
    subscription,
    code: codes.data[0] ?? null,
    methods: methods.data,
    invoices: invoices.data,
  }
  return (
    <>
      <p class="muted">
        The walk is with <a href={hrefOfOrganization(organizationId)}>{detail.name}</a>, and you act as{" "}
        {actor.email}.
      </p>
      <Steps
        steps={[
          signInStep(walked),
          cardStep(walked),
          subscribeStep(walked),
          payStep(walked),
          ...timeSteps(walked),
        ]}
        end={
          <p>
            That is the walk. <a href={hrefOfOrganization(organizationId)}>{detail.name}</a> has its timeline;{" "}
            <a href={hrefOf(["plans"])}>plans</a> can be made, and{" "}
            <a href={hrefOf(["faults"])}>more can go wrong</a>. A reset begins again: it is under{" "}
            <a href={hrefOf(["time"])}>time</a>.
          </p>
        }
      />
    </>
  )
}

interface Walked {
  readonly detail: OrganizationDetail
  readonly actor: Actor
  readonly plans: ReadonlyArray<Plan>
  readonly code: SentCode | null
  readonly methods: ReadonlyArray<WirePaymentMethod>
  readonly subscription: WireSubscription | null
  readonly upcoming: Upcoming | null
  readonly invoices: ReadonlyArray<OperatorInvoice>
}

const signInStep = ({ code, methods, actor }: Walked): StepOf => ({
  title: "Ask for a sign-in code",
  isDone: code?.status === "EXCHANGED" || methods.length > 0,
  came: code !== null && <Code code={code} />,
  todo: (
    <>
      <AskCode email={actor.email} kind={code !== null && isOpen(code) ? "plain" : "main"} />
      {code !== null && isOpen(code) && <SignIn code={code} />}
    </>
  ),
})

const cardStep = ({ methods, actor }: Walked): StepOf => ({
  title: "Add a card",
  isDone: methods.length > 0,
  came: methods.length > 0 && methods.map(nameOfMethod).join(", "),
  todo: <AddMethod actor={actor} />,
})

const subscribeStep = (walked: Walked): StepOf => ({
  title: "Subscribe",
  isDone: walked.subscription !== null,
  came: walked.subscription !== null && (
    <>
      <Chip status={walked.subscription.status} /> {stateInWords(walked.subscription)} The{" "}
      <a href={hrefOfOrganization(walked.detail.organizationId)}>organization</a> has all of it.
    </>
  ),
  todo: <ToSubscribe {...walked} />,
})

const ToSubscribe = ({ subscription, detail, methods, actor, plans }: Walked) => {
  if (subscription !== null) {
    return (
      <p class="muted">One subscription at a time: the page of the organization changes or cancels it.</p>
    )
  }
  if (methods.length === 0) return <p class="muted">A card comes first.</p>
  return <Subscribe actor={actor} currency={detail.currency} plans={plans} methods={methods} />
}

const payStep = ({ upcoming, actor, invoices }: Walked): StepOf => {
  const paid = invoices.filter(({ status }) => status === "PAID")
  return {
    title: "Pay the upcoming invoice",
    isDone: paid.length > 0,
    came: paid.length > 0 && <Came invoices={paid} />,
    todo: <PayUpcoming upcoming={upcoming} actor={actor} />,
  }
}

const timeSteps = ({ detail: { organizationId }, subscription, invoices }: Walked): ReadonlyArray<StepOf> => {
  const ended = invoices.filter(({ issuedAt, periodEnd }) => (issuedAt ?? "") >= periodEnd)
  const declined = invoices.filter((one) => one.attempts.some(({ status }) => status === "DECLINED"))
  const periodEnd = subscription?.currentPeriodEnd ?? null
  return [
    {
      title: "Let the period end",
      isDone: ended.length > 0,
      came: ended.length > 0 && <Came invoices={ended} />,
      todo: (
        <>
          <p class="muted">
            The usage is billed when the period ends; a fee that was paid ahead is not billed again.
          </p>
          <ToPeriodEnd
            organizationId={organizationId}
            periodEnd={periodEnd}
            first={() => recordUsage(organizationId, "messages", 250)}
            text="Use 250 messages"
          />
        </>
      ),
    },
    {
      title: "Have a payment refused",
      isDone: declined.length > 0,
      came: declined.length > 0 && (
        <>
          <Came invoices={declined} />
          {subscription?.status === "PAST_DUE" && (
            <>
              <Chip status="PAST_DUE" /> The card is tried again after 1, 3, 7 and 14 days.
            </>
          )}
        </>
      ),
      todo: (
        <>
          <p class="muted">The gateway refuses the charge of the next invoice, and dunning begins.</p>
          <ToPeriodEnd
            organizationId={organizationId}
            periodEnd={periodEnd}
            first={() => control("POST", "/faults", { kind: "gateway", outcome: "declined" })}
            text="Refuse the next charge"
          />
        </>
      ),
    },
  ]
}
