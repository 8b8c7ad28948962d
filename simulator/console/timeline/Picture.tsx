// The picture of a timeline: from top to bottom the months, the states, the cycles with their documents, and the charges.
import { useLayoutEffect, useRef } from "preact/hooks"
import { toneOf } from "../parts/Chip.tsx"
import { hrefOfOrganization } from "../route.ts"
import { formatDay, formatInstant, formatMonth } from "../time.ts"
import { spaced } from "../words.ts"
import type { PlacedMark, TimelineLayout } from "./layoutTimeline.ts"
import { MarkShape } from "./MarkShape.tsx"

const ROW = 18
const TOP = { ticks: 16, states: 22, cycles: 50, documents: 74 } as const
const STATE_HEIGHT = 22

/** The picture. It follows the present, and is as wide as there is room, or wider and scrolls. */
export const Picture = (props: {
  readonly layout: TimelineLayout
  readonly organizationId: string
  /** Is told how much room there is. */
  readonly onWidth: (width: number) => void
}) => {
  const { layout, organizationId, onWidth } = props
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = scroller
    if (current === null) return undefined
    const observer = new ResizeObserver(() => onWidth(current.clientWidth))
    observer.observe(current)
    onWidth(current.clientWidth)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    // The present is what one looks for, also when it moves.
    if (scroller.current !== null) scroller.current.scrollLeft = layout.width
  }, [layout.width, layout.toAt])
  const { width, nowX } = layout
  const chargesY = TOP.documents + layout.documentRows * ROW + 8
  const height = chargesY + layout.chargeRows * ROW + 6
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="scroll" role="group" aria-label="Timeline, as a picture" ref={scroller} tabIndex={0}>
      <svg
        class="timeline"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={summaryOf(layout)}
        role="img"
      >
        <Cycles layout={layout} height={height} />
        {layout.ticks.map(({ x, at, isLabelled }) => (
          <g key={at}>
            <line class="tick" x1={x} x2={x} y1={TOP.ticks} y2={height} />
            {isLabelled && (
              <text x={x + 3} y={12}>
                {formatMonth(at)}
              </text>
            )}
          </g>
        ))}
        <States layout={layout} />
        <rect class="future" x={nowX} y={TOP.ticks} width={Math.max(0, width - nowX)} height={height} />
        <line class="present" x1={nowX} x2={nowX} y1={TOP.ticks} y2={height} />
        <Marks marks={layout.documents} y={TOP.documents} organizationId={organizationId} />
        <Marks marks={layout.charges} y={chargesY} organizationId={organizationId} />
      </svg>
    </div>
  )
}

const summaryOf = ({ fromAt, toAt, cycles, documents, charges }: TimelineLayout): string => {
  const counts = `${cycles.length} cycles, ${documents.length} invoices, ${charges.length} charges`
  return `From ${formatDay(fromAt)} to ${formatDay(toAt)}: ${counts}. The table below says the same.`
}

const Cycles = ({ layout, height }: { readonly layout: TimelineLayout; readonly height: number }) => (
  <>
    {layout.cycles.map(({ x, width, label, title, fits }, index) => (
      <g key={x}>
        <rect
          class={index % 2 === 0 ? "cycle" : "cycle odd"}
          x={x}
          y={TOP.cycles}
          width={width}
          height={height - TOP.cycles}
        >
          <title>{title}</title>
        </rect>
        {fits && (
          <text x={x + 5} y={TOP.cycles + 15}>
            {label}
          </text>
        )}
      </g>
    ))}
  </>
)

const States = ({ layout }: { readonly layout: TimelineLayout }) => (
  <>
    {layout.states.map(({ x, width, label, title, fits }) => (
      <g key={`${x} ${label}`}>
        <rect
          class={`state ${toneOf(label)}`}
          x={x}
          y={TOP.states}
          width={Math.max(width, 3)}
          height={STATE_HEIGHT}
        >
          <title>{title}</title>
        </rect>
        {fits && (
          <text class="onstate" x={x + 6} y={TOP.states + 15}>
            {spaced(label)}
          </text>
        )}
      </g>
    ))}
  </>
)

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
        transform={`translate(${x} ${props.y + row * ROW + 8})`}
        onClick={() => {
          location.hash = hrefOfOrganization(props.organizationId, invoiceId)
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
