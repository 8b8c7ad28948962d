// Where everything of a timeline stands, in pixels: lanes from top to bottom, time from left to right. What would lie upon
// each other in a lane is stacked, as far as there is room; what there is no room for is counted. Pure.
import type { Cycle, History, Mark, Stretch } from "./history.ts"

/** A stretch as a band. */
export interface Band {
  readonly x: number
  readonly width: number
  readonly label: string
  readonly title: string
  /** Whether its label fits into it. */
  readonly fits: boolean
}

/** A mark with its centre; `more` is how many others it stands for. */
export interface PlacedMark extends Mark {
  readonly x: number
  readonly row: number
  readonly more: number
}

/** A month that begins. */
export interface Tick {
  readonly x: number
  readonly at: number
  readonly isLabelled: boolean
}

/** A cycle with the heights of its bars, from 0 to 1 of the highest. */
export interface CycleBand extends Band {
  readonly revenue: number
  readonly usage: number
}

/** Everything with its place. */
export interface TimelineLayout {
  readonly width: number
  readonly fromAt: number
  readonly toAt: number
  readonly nowX: number
  readonly ticks: ReadonlyArray<Tick>
  readonly states: ReadonlyArray<Band>
  readonly cycles: ReadonlyArray<CycleBand>
  /** Documents, and what is ahead. */
  readonly documents: ReadonlyArray<PlacedMark>
  readonly charges: ReadonlyArray<PlacedMark>
  /** The rows of a lane's marks, one at least. */
  readonly documentRows: number
  readonly chargeRows: number
  /** The midnight next to a place right of the present, which is ahead of it. */
  readonly dayAt: (x: number) => number
}

/** The least distance of marks in one row. */
const MARK_WIDTH = 16

/** The most marks above each other. */
export const ROWS_MAX = 3

/** The least width of a cycle, so that its marks can be told apart. */
const CYCLE_WIDTH = 110

const LABEL_WIDTH = 64

/** The most width of a picture. */
const WIDTH_MAX = 6000

const DAY = 24 * 3600 * 1000

const PADDING = 12

/** How far ahead of the present a picture goes beyond the running cycle, where something is there. */
const AHEAD_MAX = 45 * DAY

/**
 * Lays out the last `cyclesMax` cycles of a history, to the end of the one that runs or what is soon ahead, in `widthMin`
 * pixels or more.
 */
export const layoutTimeline = (
  history: History,
  options: { readonly nowAt: number; readonly cyclesMax: number; readonly widthMin: number },
): TimelineLayout => {
  const { nowAt, cyclesMax, widthMin } = options
  const cycles = history.cycles.filter(({ startAt }) => startAt <= nowAt).slice(-cyclesMax)
  const began = Math.min(
    cycles[0]?.startAt ?? nowAt,
    ...(history.cycles.length > cyclesMax ? [] : firstOf(history)),
  )
  const endAt = Math.max(nowAt, cycles.at(-1)?.endAt ?? nowAt)
  const soon = history.ahead.filter(({ at }) => at <= Math.max(endAt, nowAt + AHEAD_MAX))
  const toAt = Math.max(endAt, began + DAY, ...soon.map(({ at }) => at))
  const width = Math.min(WIDTH_MAX, Math.max(widthMin, cycles.length * CYCLE_WIDTH))
  const scale = (width - 2 * PADDING) / (toAt - began)
  const x = (at: number): number => round(PADDING + (clamp(at, began, toAt) - began) * scale)
  const isShown = ({ at }: Mark): boolean => at >= began && at <= toAt
  const band = ({ startAt, endAt, label, title }: Stretch): Band => {
    const [start, end] = [x(startAt), x(endAt ?? toAt)]
    return { x: start, width: round(end - start), label, title, fits: end - start >= LABEL_WIDTH }
  }
  const overlaps = ({ startAt, endAt }: Stretch): boolean => startAt <= toAt && (endAt ?? toAt) >= began
  const highest = Math.max(1, ...cycles.flatMap(({ revenue, usage }) => [revenue, usage]))
  const cycleBand = (cycle: Cycle): CycleBand => ({
    ...band(cycle),
    revenue: Math.max(0, cycle.revenue) / highest,
    usage: cycle.usage / highest,
  })
  const documents = stack([...history.documents, ...soon].filter(isShown), x)
  const charges = stack(history.charges.filter(isShown), x)
  return {
    width,
    fromAt: began,
    toAt,
    nowX: x(nowAt),
    ticks: ticksOf(began, toAt, x),
    states: history.states.filter(overlaps).map(band),
    cycles: cycles.map(cycleBand),
    documents,
    charges,
    documentRows: rowsOf(documents),
    chargeRows: rowsOf(charges),
    dayAt: (place) =>
      Math.max(
        Math.round((began + (place - PADDING) / scale) / DAY) * DAY,
        (Math.floor(nowAt / DAY) + 1) * DAY,
      ),
  }
}

const firstOf = ({ states, documents }: History): ReadonlyArray<number> =>
  [states[0]?.startAt, documents[0]?.at].filter((at) => at !== undefined)

const clamp = (at: number, from: number, to: number): number => Math.min(Math.max(at, from), to)

const round = (pixels: number): number => Math.round(pixels * 10) / 10

/** Marks from the left, each in the lowest row in which it touches no other. */
const stack = (marks: ReadonlyArray<Mark>, x: (at: number) => number): ReadonlyArray<PlacedMark> => {
  const placed: Array<PlacedMark> = []
  const ends: Array<number> = []
  for (const mark of marks) {
    const at = x(mark.at)
    const free = Array.from({ length: ROWS_MAX }, (_, row) => row).find(
      (row) => (ends[row] ?? -MARK_WIDTH) <= at - MARK_WIDTH,
    )
    const last = placed.length - 1
    const before = placed[last]
    if (free === undefined && before !== undefined) {
      placed[last] = { ...before, more: before.more + 1 }
    } else {
      const row = free ?? 0
      ends[row] = at
      placed.push({ ...mark, x: at, row, more: 0 })
    }
  }
  return placed
}

const rowsOf = (marks: ReadonlyArray<PlacedMark>): number => Math.max(0, ...marks.map(({ row }) => row)) + 1

/** The months that begin between two instants, labelled where there is room. */
const ticksOf = (fromAt: number, toAt: number, x: (at: number) => number): ReadonlyArray<Tick> => {
  const from = new Date(fromAt)
  const months = Math.ceil((toAt - fromAt) / (28 * DAY)) + 1
  let labelledX = Number.NEGATIVE_INFINITY
  return Array.from({ length: months }, (_, index) =>
    Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + index + 1, 1),
  )
    .filter((at) => at <= toAt)
    .map((at) => {
      const isLabelled = x(at) - labelledX >= LABEL_WIDTH
      if (isLabelled) labelledX = x(at)
      return { x: x(at), at, isLabelled }
    })
}
