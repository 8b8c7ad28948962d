// What a move of the clock did, as a whole and in a few lines, and what the audit found after it.

import type { Advanced } from "../data/shapes.ts"
import { verdict } from "../data/world.ts"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatInstant } from "../time.ts"
import { Scroll } from "./parts.tsx"

/** All that a move of the clock did. */
export const WhatItDid = ({ done }: { readonly done: Advanced }) => (
  <>
    <p class="muted">
      {formatInstant(done.from)} to {formatInstant(done.to)}
    </p>
    {done.timeline.length === 0 ? (
      <p class="empty">Nothing fell due on the way.</p>
    ) : (
      <Scroll label="What happened">
        <Happened done={done} max={LINES_MAX} />
      </Scroll>
    )}
    <Failures done={done} />
  </>
)

/** The organizations that the clock could not bring up to date: there should be none. */
export const Failures = ({ done: { failures } }: { readonly done: Advanced }) =>
  failures === undefined ? null : (
    <div class="refused" role="alert">
      <p>These organizations could not be brought up to date:</p>
      <ul>
        {failures.map(({ organizationId, rejection }) => (
          <li key={organizationId}>
            <a href={hrefOfOrganization(organizationId)}>{organizationId}</a> {rejection}
          </li>
        ))}
      </ul>
    </div>
  )

/** The most lines that are shown at once. */
const LINES_MAX = 200

/** The first things that happened, each as a link to it, and how many others there were. */
export const Happened = ({
  done: { timeline, omitted = 0 },
  max,
}: {
  readonly done: Advanced
  readonly max: number
}) => (
  <>
    <ol class="happened">
      {timeline.slice(0, max).map(({ at, organizationId, objectId, summary, type }, index) => (
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
    {timeline.length + omitted > max && (
      <p class="muted">
        And {timeline.length + omitted - max} more:{" "}
        <a href={hrefOf(max < LINES_MAX ? ["time"] : ["events"])}>all of it</a>
      </p>
    )}
  </>
)

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
