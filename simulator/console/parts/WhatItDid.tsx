// The result of the last move of the clock with its audit, shown on every view.

import type { Advanced } from "../data/shapes.ts"
import { advanced, verdict } from "../data/world.ts"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatInstant } from "../time.ts"
import { Scroll } from "./parts.tsx"

/** The answer of the last advance, until it is put away. */
export const WhatItDid = () => {
  const done = advanced.value
  if (done === null) return null
  return (
    <section class="card did" aria-label="What the clock did">
      <header>
        <h2>
          {formatInstant(done.from)} to {formatInstant(done.to)}
        </h2>
        <button
          type="button"
          class="small"
          onClick={() => {
            advanced.value = null
          }}
        >
          Put away
        </button>
      </header>
      <Happened done={done} />
      {done.failures !== undefined && (
        <div class="refused" role="alert">
          <p>These organizations could not be brought up to date:</p>
          <ul>
            {done.failures.map(({ organizationId, rejection }) => (
              <li key={organizationId}>
                <a href={hrefOfOrganization(organizationId)}>{organizationId}</a> {rejection}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Findings />
    </section>
  )
}

/** The most lines that are shown at once. */
const LINES_MAX = 200

const Happened = ({ done: { timeline } }: { readonly done: Advanced }) => {
  if (timeline.length === 0) return <p class="empty">Nothing fell due on the way.</p>
  return (
    <Scroll label="What happened">
      <ol class="happened">
        {timeline.slice(0, LINES_MAX).map(({ at, organizationId, objectId, summary, type }, index) => (
          <li key={`${index} ${objectId}`}>
            <time dateTime={at}>{formatInstant(at)}</time>
            <a
              href={
                type.startsWith("invoice.") || /^payment\.(approved|failed)$/.test(type)
                  ? hrefOfOrganization(organizationId, objectId)
                  : hrefOfOrganization(organizationId)
              }
            >
              {summary}
            </a>
          </li>
        ))}
      </ol>
      {timeline.length > LINES_MAX && (
        <p class="muted">
          And {timeline.length - LINES_MAX} more, which <a href={hrefOf(["events"])}>Events</a> has.
        </p>
      )}
    </Scroll>
  )
}

/** The findings of the audit, or that there are none. */
export const Findings = () => {
  const known = verdict.value
  if (known === null) return null
  if (known.ok) return <p class="muted">The audit computed everything again and found nothing.</p>
  return (
    <div class="refused" role="alert">
      <p>The audit found {known.findings.length === 1 ? "this" : `${known.findings.length} things`}:</p>
      <ul>
        {known.findings.slice(0, LINES_MAX).map(({ rule, message, organizationId, objectIds }, index) => (
          <li key={`${index} ${rule}`}>
            <code>{rule}</code>{" "}
            {organizationId === null ? message : <a href={hrefOfOrganization(organizationId)}>{message}</a>}{" "}
            <span class="muted">{objectIds.join(", ")}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
