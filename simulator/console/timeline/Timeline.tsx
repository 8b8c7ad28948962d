// The timeline of an organization: a picture with its key, and the same as a table for whoever does not see it. What is
// ahead in either moves the clock there.
import { useSignal } from "@preact/signals"
import { useAct } from "../data/act.ts"
import type { DueSteps, LoggedEvent, OperatorInvoice, WireSubscription } from "../data/shapes.ts"
import { advance, worldNow } from "../data/world.ts"
import { Question } from "../parts/Confirm.tsx"
import { ActRefused, Button, Empty, Field, Table } from "../parts/parts.tsx"
import { hrefOfOrganization } from "../route.ts"
import { formatInstant } from "../time.ts"
import { historyOf, type MarkKind, tellHistory } from "./history.ts"
import { layoutTimeline } from "./layoutTimeline.ts"
import { MarkShape } from "./MarkShape.tsx"
import { Picture } from "./Picture.tsx"

const WIDTH_MIN = 640

const keys: ReadonlyArray<readonly [MarkKind, string]> = [
  ["invoice", "invoice"],
  ["cut", "threshold cut"],
  ["approved", "approved"],
  ["declined", "refused"],
  ["unknown", "outcome open"],
  ["ahead", "ahead"],
]

/** The timeline of an organization. */
export const Timeline = (props: {
  readonly organizationId: string
  readonly subscriptions: ReadonlyArray<WireSubscription>
  readonly invoices: ReadonlyArray<OperatorInvoice>
  readonly events: ReadonlyArray<LoggedEvent>
  readonly due: DueSteps["data"]
}) => {
  const { organizationId } = props
  const act = useAct()
  /** Where the clock is to be moved to, until that is answered. */
  const asked = useSignal<number | null>(null)
  const cyclesMax = useSignal(6)
  const width = useSignal(WIDTH_MIN)
  const now = worldNow()
  if (now === null || props.subscriptions.length === 0) {
    return <Empty>It begins with the first subscription.</Empty>
  }
  // By the minute: a picture that moves with each second helps nobody.
  const nowAt = Math.ceil(now / 60_000) * 60_000
  const history = historyOf({ ...props, nowAt: now })
  const layout = layoutTimeline(history, {
    nowAt,
    cyclesMax: cyclesMax.value,
    widthMin: Math.max(WIDTH_MIN, width.value),
  })
  const told = tellHistory(history).filter(({ at, isAhead }) => isAhead || at >= layout.fromAt)
  const moveTo = (at: number) => () => advance({ to: new Date(Math.max(at, worldNow() ?? at)).toISOString() })
  return (
    <>
      <div class="legend">
        {keys.map(([kind, text]) => (
          <span key={kind}>
            <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
              <MarkShape kind={kind} />
            </svg>
            {text}
          </span>
        ))}
        <span>
          <i class="money revenue" /> paid
        </span>
        <span>
          <i class="money usage" /> usage billed
        </span>
        <Field label="Cycles">
          <select
            onChange={(event) => {
              cyclesMax.value = Number(event.currentTarget.value)
            }}
          >
            <option value="6">last 6</option>
            <option value="13">last 13</option>
            <option value="48">last 48</option>
          </select>
        </Field>
      </div>
      <Picture
        layout={layout}
        organizationId={organizationId}
        onWidth={(room) => {
          width.value = room
        }}
        onInstant={(at) => {
          asked.value = at
        }}
      />
      {asked.value !== null && (
        <Question
          act={act}
          name="Move the clock"
          work={moveTo(asked.value)}
          onClose={() => {
            asked.value = null
          }}
        >
          The clock moves to {formatInstant(asked.value)} UTC. What falls due on the way happens, and the
          clock does not go back.
        </Question>
      )}
      <ActRefused act={act} />
      <details>
        <summary>The timeline as a table</summary>
        <Table label="The timeline as a table" head={["At", "What"]}>
          {told.map(({ at, text, invoiceId, isAhead }, index) => (
            <tr key={`${index} ${at}`}>
              <td>{formatInstant(at)}</td>
              <td>
                {invoiceId === null ? (
                  text
                ) : (
                  <a href={hrefOfOrganization(organizationId, invoiceId)}>{text}</a>
                )}{" "}
                {isAhead && (
                  <Button act={act} kind="small" label={`Move there: ${formatInstant(at)}`} work={moveTo(at)}>
                    Move there
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  )
}
