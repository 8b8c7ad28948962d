// The views of the console: which there are, in the order of the navigation, and which one a path names.
import type { ComponentType } from "preact"
import { Assumptions } from "./Assumptions.tsx"
import { Events } from "./Events.tsx"
import { Faults } from "./Faults.tsx"
import { Inbox } from "./Inbox.tsx"
import { Missing } from "./Missing.tsx"
import { Organizations } from "./Organizations.tsx"
import { Requests } from "./Requests.tsx"
import { Start } from "./Start.tsx"
import { Time } from "./Time.tsx"
import { Webhooks } from "./Webhooks.tsx"

/** A view with what its path says. */
export interface View {
  /** The first part of its path. */
  readonly name: string
  readonly title: string
  readonly View: ComponentType<{ readonly path: ReadonlyArray<string> }>
}

/** Every view, in order. */
export const views: ReadonlyArray<View> = [
  { name: "", title: "Start", View: Start },
  { name: "organizations", title: "Organizations", View: Organizations },
  { name: "inbox", title: "Inbox", View: Inbox },
  { name: "events", title: "Events", View: Events },
  { name: "webhooks", title: "Webhooks", View: Webhooks },
  { name: "requests", title: "Requests", View: Requests },
  { name: "faults", title: "Faults", View: Faults },
  { name: "assumptions", title: "Assumptions", View: Assumptions },
  { name: "time", title: "Time", View: Time },
]

const missing: View = { name: "?", title: "Not found", View: Missing }

/** The view of a path; one that says so where there is none of its name. */
export const viewOf = (path: ReadonlyArray<string>): View =>
  views.find(({ name }) => name === (path[0] ?? "")) ?? missing
