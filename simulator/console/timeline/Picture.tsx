// The picture of a timeline: from top to bottom the months, the states, the cycles with their documents and what is ahead,
// the charges, and the money of each cycle.
import { useLayoutEffect, useRef } from "preact/hooks"
import { toneOf } from "../parts/Chip.tsx"
import { hrefOfOrganization } from "../route.ts"
import { formatDay, formatInstant, formatMonth } from "../time.ts"
import { spaced } from "../words.ts"
import type { Mark } from "./history.ts"
import type { PlacedMark, TimelineLayout } from "./layoutTimeline.ts"
import { MarkShape } from "./MarkShape.tsx"

const ROW = 18
const TOP = { ticks: 16, states: 22, cycles: 50, documents: 74 } as const
const STATE_HEIGHT = 22
const MONEY_HEIGHT = 36
const BAR_WIDTH = 14

/** The picture. It follows the present, and is as wide as there is room, or wider and scrolls. */
export const Picture = (props: {
  readonly layout: TimelineLayout
  readonly organizationId: string
  /** Is told how much room there is. */
  readonly onWidth: (width: number) => void
  /** Is told of an instant ahead of now that was pressed. */
  readonly onInstant: (at: number) => void
}) => {
  const { layout, organizationId, onWidth, onInstant } = props
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
  const moneyY = chargesY + layout.chargeRows * ROW + 8
  const height = moneyY + MONEY_HEIGHT + 4
  const press = ({ at, kind, invoiceId }: Mark): void => {
    if (kind === "ahead") onInstant(at)
    else location.hash = hrefOfOrganization(organizationId, invoiceId)
  }
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
        <Money layout={layout} bottom={moneyY + MONEY_HEIGHT} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys have the view of the time */}
        <rect
          class="axis"
          x={nowX}
          y={0}
          width={Math.max(0, width - nowX)}
          height={TOP.states}
          onClick={(event) =>
            onInstant(
              layout.dayAt(
                event.clientX - (event.currentTarget.ownerSVGElement?.getBoundingClientRect().left ?? 0),
              ),
            )
          }
        >
          <title>Move the clock to here</title>
        </rect>
        <Marks marks={layout.documents} y={TOP.documents} onPress={press} />
        <Marks marks={layout.charges} y={chargesY} onPress={press} />
      </svg>
    </div>
  )
}

const summaryOf = ({ fromAt, toAt, cycles, documents, charges }: TimelineLayout): string => {
  const ahead = documents.filter(({ kind }) => kind === "ahead").length
  const counts = `${cycles.length} cycles, ${documents.length - ahead} invoices, ${charges.length} charges, ${ahead} ahead`
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

/** Two bars a cycle: what was paid, and what was billed of usage. */
const Money = ({ layout, bottom }: { readonly layout: TimelineLayout; readonly bottom: number }) => (
  <>
    {layout.cycles.map(({ x, title, revenue, usage }) => (
      <g key={x}>
        <title>{title}</title>
        {[
          { kind: "revenue", share: revenue, left: x + 5 },
          { kind: "usage", share: usage, left: x + 7 + BAR_WIDTH },
        ].map(({ kind, share, left }) => (
          <rect
            key={kind}
            class={`money ${kind}`}
            x={left}
            y={bottom - share * MONEY_HEIGHT}
            width={BAR_WIDTH}
            height={share * MONEY_HEIGHT}
          />
        ))}
      </g>
    ))}
  </>
)

const titleOf = ({ at, label, more, kind }: PlacedMark): string =>
  `${formatInstant(at)}: ${label}${more === 0 ? "" : `, and ${more} more`}${kind === "ahead" ? " (move the clock there)" : ""}`

const Marks = (props: {
  readonly marks: ReadonlyArray<PlacedMark>
  readonly y: number
  readonly onPress: (mark: Mark) => void
}) => (
  <>
    {props.marks.map((mark, index) => (
      // The table below is for keys; here a pointer may take the short way.
      // biome-ignore lint/a11y/noStaticElementInteractions: the same links are in the table
      <g
        key={`${index} ${mark.invoiceId}`}
        class="mark"
        transform={`translate(${mark.x} ${props.y + mark.row * ROW + 8})`}
        onClick={() => props.onPress(mark)}
      >
        <title>{titleOf(mark)}</title>
        <MarkShape kind={mark.kind} />
        {mark.more > 0 && (
          <text x={9} y={4}>
            +{mark.more}
          </text>
        )}
      </g>
    ))}
  </>
)
