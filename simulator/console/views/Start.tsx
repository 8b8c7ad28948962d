// The beginning: what this is, and a walk through it in five minutes.
import { useDetail } from "../data/account.ts"
import { base } from "../data/api.ts"
import { actorOf } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import type { OrganizationRow, Page } from "../data/shapes.ts"
import { Empty, Refused } from "../parts/parts.tsx"
import { Walk } from "./start/Walk.tsx"

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
        The whole <code>/studio</code> API in memory: sign-in by e-mail code, cards, subscriptions, usage,
        invoices. You move its clock. Take the six steps below, or point your client at{" "}
        <code>{location.origin + base}</code>, which has a <a href="docs">reference</a>.
      </p>
      <Refused refusal={refusal} />
      {data !== null && first === undefined && <Empty>There is no active organization to walk with.</Empty>}
      {detail !== null && actor !== null && <Walk detail={detail} actor={actor} />}
    </>
  )
}
