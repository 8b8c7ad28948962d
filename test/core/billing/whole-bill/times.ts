// The time that a line is for: of a fee, the part of its time that is not billed yet; of usage, the time since the last
// cut. Section 3 of the semantics.
import { share } from "../../../../src/testing/oracle/rating.ts"
import { feeBilled, type Key, linesOf } from "./billable.ts"
import type { Kind, Line, Model, Period, Segment, Time } from "./Model.ts"

/** A time at one quantity without a break. */
interface Piece extends Time {
  /** Which of the quantities. */
  readonly unit: number
  /** The fee of the segment up to its end. */
  readonly due: number
}

const piecesOf = (period: Period, segment: Segment): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let unitMillis = 0
  for (const [unit, { quantity, from: begun }] of segment.units.entries()) {
    for (const span of segment.spans) {
      const from = unit === 0 ? span.from : Math.max(begun, span.from)
      const end = span.to ?? segment.endAt ?? period.endAt
      const to = Math.min(segment.units[unit + 1]?.from ?? end, end)
      if (from >= to) continue
      unitMillis += quantity * (to - from)
      pieces.push({
        unit,
        from,
        to,
        due: share(segment.plan.amount, unitMillis, period.endAt - period.startAt),
      })
    }
  }
  return pieces
}

/**
 * The time of a fee of which an amount is billed now, as of the lines of all its quantities together. What is billed
 * again has, of each quantity, the part that lies in the time that it had, or all of it where none does.
 */
export const feeTime = (model: Model, period: Period, key: Key & { time?: Time }, amount: number): Time => {
  const segment = period.segments[key.segment]
  const known = linesOf(model, period.sub, key).flatMap(({ line }) => line.time ?? [])
  let billed = feeBilled(model, period.sub, key.cycle, key.segment)
  const most = billed + amount
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  const pieces = segment === undefined ? [] : piecesOf(period, segment)
  for (const unit of new Set(pieces.map((piece) => piece.unit))) {
    const own = pieces.filter((piece) => piece.unit === unit)
    const last = own.at(-1)
    if (last === undefined || Math.min(last.due, most) <= billed) continue
    const first = own.find(
      (piece) => piece.due > billed || !known.some((time) => time.from < piece.to && time.to > piece.from),
    )
    const time = timeIn({ from: first?.from ?? last.from, to: last.to }, key.time)
    from = Math.min(from, time.from)
    to = time.to
    billed = Math.min(last.due, most)
  }
  return { from, to }
}

const timeIn = (time: Time, other: Time | undefined): Time => {
  if (other === undefined) return time
  const from = Math.max(time.from, other.from)
  const to = Math.min(time.to, other.to)
  return from < to ? { from, to } : time
}

/** The lines of a document with the times of their usage. */
export const withTimes = (
  model: Model,
  { period, kind, lines, at }: { period: Period; kind: Kind; lines: ReadonlyArray<Line>; at: number },
): ReadonlyArray<Line> =>
  lines.map((line) => {
    const each = period.sub.periods.find(({ cycle }) => cycle === line.cycle)
    const segment = each?.segments[line.segment]
    if (line.time !== undefined || line.meter === null || each === undefined || segment === undefined)
      return line
    const begun = Math.max(each.startAt, each.segments[line.segment - 1]?.endAt ?? each.startAt)
    const ended = segment.endAt ?? each.endAt
    const isLate = each !== period || segment !== runningSegment(period, kind)
    if (isLate) return { ...line, time: { from: begun, to: ended } }
    const to = Math.max(begun, kind === "CYCLE" ? ended : Math.min(at, ended))
    let from = begun
    for (const band of bandsIn(line, segment)) {
      for (const { line: known } of linesOf(model, period.sub, { ...line, band })) {
        if (known.time !== undefined && known.time.to < to) from = Math.max(from, known.time.to)
      }
    }
    return { ...line, time: { from, to } }
  })

/** The segment that runs, or that a change has just ended: the one after it may be there already, as its fee is billed. */
const runningSegment = ({ segments }: Period, kind: Kind): Segment | undefined =>
  kind === "CHANGE" ? segments.findLast(({ endAt }) => endAt !== null) : segments.at(-1)

/** The bands of the price of a line's meter. */
const bandsIn = ({ meter }: Line, { plan }: Segment): ReadonlyArray<number> => {
  const price = plan.prices.find((one) => one.meter === meter)
  return price?.model === "GRADUATED" ? price.bands.map((_, band) => band) : [0]
}
