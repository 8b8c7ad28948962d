// The views of the console: which there are, in the order of the navigation, and which one a path names.
import type { ComponentType } from "preact"
import { Assumptions } from "./Assumptions.tsx"
import { Events } from "./Events.tsx"
import { Faults } from "./Faults.tsx"
import { Inbox } from "./Inbox.tsx"
import { Missing } from "./Missing.tsx"
import { Organizations } from "./Organizations.tsx"
import { Plans } from "./Plans.tsx"
import { Requests } from "./Requests.tsx"
import { Start } from "./Start.tsx"
import { Time } from "./Time.tsx"
import { viewTitles } from "./viewTitles.ts"
import { Webhooks } from "./Webhooks.tsx"

/** A view with what its path says. */
export interface View {
  /** The first part of its path. */
  readonly name: string
  readonly title: string
  readonly View: ComponentType<{ readonly path: ReadonlyArray<string> }>
}

const componentOf: { readonly [K in (typeof viewTitles)[number][0]]: View["View"] } = {
  "": Start,
  organizations: Organizations,
  plans: Plans,
  inbox: Inbox,
  events: Events,
  webhooks: Webhooks,
  requests: Requests,
  faults: Faults,
  assumptions: Assumptions,
  time: Time,
}

/** Every view, in order. */
export const views: ReadonlyArray<View> = viewTitles.map(([name, title]) => ({
  name,
  title,
  View: componentOf[name],
}))

const missing: View = { name: "?", title: "Not found", View: Missing }

/** The view of a path; one that says so where there is none of its name. */
export const viewOf = (path: ReadonlyArray<string>): View =>
  views.find(({ name }) => name === (path[0] ?? "")) ?? missing
