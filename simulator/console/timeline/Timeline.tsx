// The timeline of an organization: a picture with its key, and the same as a table for whoever does not see it.
import { useSignal } from "@preact/signals"
import type { LoggedEvent, OperatorInvoice, WireSubscription } from "../data/shapes.ts"
import { worldNow } from "../data/world.ts"
import { Empty, Field, Table } from "../parts/parts.tsx"
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
]

/** The timeline of an organization. */
export const Timeline = (props: {
  readonly organizationId: string
  readonly subscriptions: ReadonlyArray<WireSubscription>
  readonly invoices: ReadonlyArray<OperatorInvoice>
  readonly events: ReadonlyArray<LoggedEvent>
}) => {
  const { organizationId } = props
  const cyclesMax = useSignal(6)
  const width = useSignal(WIDTH_MIN)
  const now = worldNow()
  if (now === null || props.subscriptions.length === 0) {
    return <Empty>It begins with the first subscription.</Empty>
  }
  const history = historyOf(props)
  // By the minute: a picture that moves with each second helps nobody.
  const nowAt = Math.ceil(now / 60_000) * 60_000
  const layout = layoutTimeline(history, {
    nowAt,
    cyclesMax: cyclesMax.value,
    widthMin: Math.max(WIDTH_MIN, width.value),
  })
  const told = tellHistory(history).filter(({ at }) => at >= layout.fromAt && at <= layout.toAt)
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
      />
      <details>
        <summary>The timeline as a table</summary>
        <Table label="The timeline as a table" head={["At", "What"]}>
          {told.map(({ at, text, invoiceId }, index) => (
            <tr key={`${index} ${at}`}>
              <td>{formatInstant(at)}</td>
              <td>
                {invoiceId === null ? (
                  text
                ) : (
                  <a href={hrefOfOrganization(organizationId, invoiceId)}>{text}</a>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  )
}
