// One organization: its subscription, what happened to it along time, what it owes and will owe, and how it pays.
import {
  accountTopics,
  useDetail,
  useDue,
  useInvoices,
  useMethods,
  usePlans,
  useSubscriptions,
  useUpcoming,
} from "../data/account.ts"
import { useAct } from "../data/act.ts"
import { control } from "../data/api.ts"
import { actorOf } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import type { LoggedEvent, Page } from "../data/shapes.ts"
import { Chip } from "../parts/Chip.tsx"
import { Id } from "../parts/Id.tsx"
import { ActRefused, Button, Empty, Refused, Section } from "../parts/parts.tsx"
import { useSubject } from "../place.ts"
import { hrefOf } from "../route.ts"
import { Timeline } from "../timeline/Timeline.tsx"
import { Invoices } from "./organization/Invoices.tsx"
import { Methods } from "./organization/Methods.tsx"
import { NewUser } from "./organization/NewUser.tsx"
import { Subscribe } from "./organization/Subscribe.tsx"
import { Subscription } from "./organization/Subscription.tsx"
import { UpcomingInvoice } from "./organization/UpcomingInvoice.tsx"
import { Usage } from "./organization/Usage.tsx"
import { Vouchers } from "./organization/Vouchers.tsx"

/** `#/organizations/ID`. */
export const Organization = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: detail, refusal } = useDetail(organizationId)
  const { data: subscriptions } = useSubscriptions(organizationId)
  const { data: invoices } = useInvoices(organizationId)
  const { data: upcoming } = useUpcoming(organizationId)
  const { data: methods } = useMethods(organizationId)
  const { data: due } = useDue(organizationId)
  const { data: events } = useLoaded<Page<LoggedEvent>>(
    `/events?organizationId=${encodeURIComponent(organizationId)}&limit=100`,
    accountTopics,
  ).value
  const actor = detail === null ? null : actorOf(detail)
  const plans = usePlans()
  useSubject(detail?.name ?? "")

  if (detail === null) {
    return (
      <>
        <h1>Organization</h1>
        <Refused refusal={refusal} />
      </>
    )
  }
  const newest = subscriptions?.data[0] ?? null
  const live = newest !== null && newest.status !== "CANCELLED" ? newest : null
  return (
    <>
      <p class="crumbs">
        <a href={hrefOf(["organizations"])}>Organizations</a>
        {["events", "requests", "webhooks"].map((view) => (
          <>
            {" "}
            · <a href={hrefOf([view], { organizationId })}>its {view}</a>
          </>
        ))}
      </p>
      <div class="title">
        <h1>{detail.name}</h1>
        <Chip status={detail.status} />
        <Activity organizationId={organizationId} isActive={detail.status === "ACTIVE"} />
      </div>
      <p class="muted">
        <Id id={organizationId} /> · {detail.currency} ·{" "}
        {actor === null
          ? "has no user, so that nobody can act in it: make one below"
          : `what is done here is done as ${actor.email}`}
      </p>
      <Refused refusal={refusal} />
      {actor === null && <NewUser organizationId={organizationId} />}
      <Section title="Subscription" aside={newest !== null && <Chip status={newest.status} />}>
        {newest !== null && (
          <Subscription subscription={newest} actor={actor} plans={plans} methods={methods?.data ?? []} />
        )}
        {subscriptions !== null && newest === null && (
          <Empty>
            Not subscribed yet.{actor !== null && " Add a payment method below, then choose a plan."}
          </Empty>
        )}
        {subscriptions !== null && live === null && actor !== null && (
          <Subscribe actor={actor} currency={detail.currency} plans={plans} methods={methods?.data ?? []} />
        )}
      </Section>
      <Section title="Timeline">
        <Timeline
          organizationId={organizationId}
          subscriptions={subscriptions?.data ?? []}
          invoices={invoices?.data ?? []}
          events={events?.data ?? []}
          due={due?.data ?? []}
        />
      </Section>
      <div class="pair">
        <UpcomingInvoice
          upcoming={upcoming}
          actor={actor}
          currency={detail.currency}
          organizationId={detail.organizationId}
        />
        <Usage organizationId={organizationId} isLive={live !== null} currency={detail.currency} />
      </div>
      <div class="pair broad">
        <Invoices organizationId={organizationId} latest={invoices?.data ?? []} />
        <div>
          <Vouchers organizationId={organizationId} currency={detail.currency} />
          <Methods methods={methods?.data ?? null} actor={actor} />
        </div>
      </div>
    </>
  )
}

/** A button that makes an organization INACTIVE, or ACTIVE again. Its billing goes on in both. */
const Activity = ({
  organizationId,
  isActive,
}: {
  readonly organizationId: string
  readonly isActive: boolean
}) => {
  const act = useAct()
  return (
    <>
      <Button
        act={act}
        kind="small"
        work={async () => {
          const status = isActive ? "INACTIVE" : "ACTIVE"
          await control("PATCH", `/organizations/${encodeURIComponent(organizationId)}`, { status })
          return isActive
            ? "Nothing can be called in it any more; its billing goes on."
            : "It can be called again."
        }}
      >
        {isActive ? "Deactivate" : "Activate"}
      </Button>
      <ActRefused act={act} />
    </>
  )
}
