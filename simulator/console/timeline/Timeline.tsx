// The timeline of an organization as a picture, and the same as a table for whoever does not see it.
import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { toneOf } from "../parts/Chip.tsx"
import { Empty, Field, Table } from "../parts/parts.tsx"
import { hrefOf } from "../route.ts"
import type { LoggedEvent, OperatorInvoice, WireSubscription } from "../shapes.ts"
import { formatDay, formatInstant, formatMonth } from "../time.ts"
import { worldNow } from "../world.ts"
import { type History, historyOf } from "./history.ts"
import { layoutTimeline, type PlacedMark, ROWS_MAX, type TimelineLayout } from "./layoutTimeline.ts"
import { MarkShape } from "./MarkShape.tsx"

const WIDTH_MIN = 640
const ROW = 18
const LANES = { state: 24, cycle: 54, documents: 84, charges: 84 + ROWS_MAX * ROW + 8 } as const
const HEIGHT = LANES.charges + ROWS_MAX * ROW + 4

/** What happened to an organization along time. */
export const Timeline = (props: {
  readonly subscriptions: ReadonlyArray<WireSubscription>
  readonly invoices: ReadonlyArray<OperatorInvoice>
  readonly events: ReadonlyArray<LoggedEvent>
}) => {
  const cyclesMax = useSignal(6)
  const now = worldNow()
  if (now === null || props.subscriptions.length === 0) {
    return <Empty>It begins with the first subscription.</Empty>
  }
  const history = historyOf(props)
  // By the minute: a picture that moves with each second helps nobody.
  const nowAt = Math.ceil(now / 60_000) * 60_000
  const layout = layoutTimeline(history, { nowAt, cyclesMax: cyclesMax.value, widthMin: WIDTH_MIN })
  return (
    <>
      <div class="legend">
        <Key kind="invoice" text="invoice" />
        <Key kind="cut" text="threshold cut" />
        <Key kind="approved" text="approved" />
        <Key kind="declined" text="refused" />
        <Key kind="unknown" text="outcome open" />
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
      <Picture layout={layout} subscription={props.subscriptions[0]} />
      <details>
        <summary>The timeline as a table</summary>
        <AsTable
          history={history}
          layout={layout}
          organizationId={props.subscriptions[0]?.organizationId ?? ""}
        />
      </details>
    </>
  )
}

const Key = ({ kind, text }: { readonly kind: PlacedMark["kind"]; readonly text: string }) => (
  <span>
    <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
      <MarkShape kind={kind} />
    </svg>
    {text}
  </span>
)

const Picture = (props: {
  readonly layout: TimelineLayout
  readonly subscription: WireSubscription | undefined
}) => {
  const { layout, subscription } = props
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The present is what one looks for, also when it moves.
    if (scroller.current !== null) scroller.current.scrollLeft = layout.width
  }, [layout.width, layout.toAt])
  const organizationId = subscription?.organizationId ?? ""
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section class="scroll" aria-label="Timeline, as a picture" ref={scroller} tabIndex={0}>
      <svg
        class="timeline"
        width={layout.width}
        height={HEIGHT}
        viewBox={`0 0 ${layout.width} ${HEIGHT}`}
        aria-label={`From ${formatDay(layout.fromAt)} to ${formatDay(layout.toAt)}: ${layout.cycles.length} cycles, ${layout.documents.length} invoices, ${layout.charges.length} charges. The table below says the same.`}
        role="img"
      >
        {layout.ticks.map(({ x, at, isLabelled }) => (
          <g key={at}>
            <line class="tick" x1={x} x2={x} y1={16} y2={HEIGHT} />
            {isLabelled && (
              <text x={x + 3} y={12}>
                {formatMonth(at)}
              </text>
            )}
          </g>
        ))}
        {layout.cycles.map(({ x, width, label }, index) => (
          <rect
            key={x}
            class={index % 2 === 0 ? "cycle" : "cycle odd"}
            x={x}
            y={LANES.cycle}
            width={width}
            height={HEIGHT - LANES.cycle}
          >
            <title>{label}</title>
          </rect>
        ))}
        {layout.cycles.map(({ x, fits, label }) =>
          fits ? (
            <text key={x} x={x + 4} y={LANES.cycle + 15}>
              {label.slice("Cycle ".length, "Cycle ".length + 6)}
            </text>
          ) : null,
        )}
        {layout.states.map(({ x, width, label, fits }) => (
          <g key={x}>
            <rect
              class={`state ${toneOf(label)}`}
              x={x}
              y={LANES.state}
              width={Math.max(width, 3)}
              height={22}
              rx={3}
            >
              <title>{label.replaceAll("_", " ")}</title>
            </rect>
            {fits && (
              <text class="onstate" x={x + 6} y={LANES.state + 15}>
                {label.replaceAll("_", " ")}
              </text>
            )}
          </g>
        ))}
        <Marks marks={layout.documents} y={LANES.documents} organizationId={organizationId} />
        <Marks marks={layout.charges} y={LANES.charges} organizationId={organizationId} />
        <line class="present" x1={layout.nowX} x2={layout.nowX} y1={16} y2={HEIGHT} />
      </svg>
    </section>
  )
}

const Marks = (props: {
  readonly marks: ReadonlyArray<PlacedMark>
  readonly y: number
  readonly organizationId: string
}) => (
  <>
    {props.marks.map(({ kind, x, row, label, at, more, invoiceId }, index) => (
      // The table below is for keys; here a pointer may take the short way.
      // biome-ignore lint/a11y/noStaticElementInteractions: the same links are in the table
      <g
        key={`${index} ${invoiceId}`}
        class="mark"
        transform={`translate(${x} ${props.y + row * ROW + 10})`}
        onClick={() => {
          location.hash = hrefOf(["organizations", props.organizationId, "invoices", invoiceId])
        }}
      >
        <title>{`${formatInstant(at)}: ${label}${more === 0 ? "" : `, and ${more} more`}`}</title>
        <MarkShape kind={kind} />
        {more > 0 && (
          <text x={9} y={4}>
            +{more}
          </text>
        )}
      </g>
    ))}
  </>
)

const AsTable = (props: {
  readonly history: History
  readonly layout: TimelineLayout
  readonly organizationId: string
}) => {
  const { history, layout, organizationId } = props
  const rows = [
    ...history.states.map(({ startAt, label }) => ({
      at: startAt,
      text: `Subscription ${label.replaceAll("_", " ").toLowerCase()}`,
      invoiceId: null,
    })),
    ...history.cycles.map(({ startAt, label }) => ({ at: startAt, text: label, invoiceId: null })),
    ...history.documents.map(({ at, label, invoiceId }) => ({ at, text: label, invoiceId })),
    ...history.charges.map(({ at, label, invoiceId }) => ({ at, text: label, invoiceId })),
  ]
    .filter(({ at }) => at >= layout.fromAt && at <= layout.toAt)
    .sort((a, b) => a.at - b.at)
  return (
    <Table label="The timeline as a table" head={["At", "What"]}>
      {rows.map(({ at, text, invoiceId }, index) => (
        <tr key={`${index} ${at}`}>
          <td>{formatInstant(at)}</td>
          <td>
            {invoiceId === null ? (
              text
            ) : (
              <a href={hrefOf(["organizations", organizationId, "invoices", invoiceId])}>{text}</a>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
