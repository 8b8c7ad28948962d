// A trace as a picture: a bar for each span, in the order of their start, on one scale of time.
import type { CollectedSpan } from "../support/collector.ts"

const WIDTH = 1000
const LEFT = 330
const ROW = 30
const TICK = 50
const TOP = 46
const SCALE = WIDTH - LEFT - 70

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Bars by the kind of their span: internal, server, client. */
const classes: Readonly<Record<number, string>> = { 1: "use", 2: "server", 3: "port" }

/** What a reader looks for in a span. */
const noteOf = ({ attributes }: CollectedSpan): string => {
  const events = attributes["studio.events"]
  if (Array.isArray(events)) return events.join(", ")
  return String(attributes["studio.outcome"] ?? attributes["http.response.status_code"] ?? "")
}

const style = `
text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1f2328 }
.note { fill: #59636e; font-size: 12px }
.grid { stroke: #d1d9e0 }
.server { fill: #8250df } .use { fill: #0969da } .port { fill: #1a7f37 } .gateway { fill: #bc4c00 }
.back { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .note { fill: #9198a1 } .grid { stroke: #3d444d } .back { fill: #0d1117 }
  .server { fill: #ab7df8 } .use { fill: #4493f8 } .port { fill: #3fb950 } .gateway { fill: #db6d28 }
}`

type Row = CollectedSpan & { readonly depth: number }

/** Draws the spans of one trace as an SVG. */
export const drawTrace = (spans: ReadonlyArray<CollectedSpan>): string => {
  const millisOf = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n)
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const rowsUnder = (parent: string | undefined, depth: number): ReadonlyArray<Row> =>
    spans
      .filter(({ parentSpanId = "" }) =>
        parent === undefined ? !ids.has(parentSpanId) : parentSpanId === parent,
      )
      .toSorted((a, b) => millisOf(a.startTimeUnixNano) - millisOf(b.startTimeUnixNano))
      .flatMap((span) => [{ ...span, depth }, ...rowsUnder(span.spanId, depth + 1)])
  const rows = rowsUnder(undefined, 0)
  const begin = Math.min(...rows.map(({ startTimeUnixNano }) => millisOf(startTimeUnixNano)))
  const end = Math.max(...rows.map(({ endTimeUnixNano }) => millisOf(endTimeUnixNano)))
  const at = (millis: number): number => LEFT + ((millis - begin) / (end - begin)) * SCALE
  const height = TOP + rows.length * ROW + 14
  const ticks = Array.from({ length: Math.floor((end - begin) / TICK) + 1 }, (_, index) => index * TICK)
  const grid = ticks.map((tick) => {
    const x = at(begin + tick).toFixed(1)
    return `<line class="grid" x1="${x}" x2="${x}" y1="34" y2="${height - 10}"/><text class="note" x="${x}" y="24" text-anchor="middle">${tick} ms</text>`
  })
  const bars = rows.map((span, index) => {
    const [from, to] = [millisOf(span.startTimeUnixNano), millisOf(span.endTimeUnixNano)]
    const y = TOP + index * ROW
    const kind = span.name.startsWith("PaymentGateway.") ? "gateway" : classes[span.kind]
    const name = span.name.replace(/\/.*\//, "…/")
    const width = Math.max(3, at(to) - at(from))
    const [x, anchor] = at(to) > WIDTH - 260 ? [at(from) - 6, "end"] : [at(from) + width + 6, "start"]
    const note =
      width > 300
        ? `x="${(at(from) + 8).toFixed(1)}" style="fill:#fff"`
        : `x="${x.toFixed(1)}" text-anchor="${anchor}"`
    return [
      `<text x="${12 + span.depth * 16}" y="${y + 15}">${escaped(name)}</text>`,
      `<rect class="${kind}" x="${at(from).toFixed(1)}" y="${y + 2}" width="${width.toFixed(1)}" height="18" rx="3"/>`,
      `<text class="note" ${note} y="${y + 15}">${escaped([noteOf(span), `${to - from} ms`].filter(Boolean).join(" · "))}</text>`,
    ].join("\n")
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    "<title>The trace of a payment: two commits with the charge between them</title>",
    `<style>${style}\n</style>`,
    `<rect class="back" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...grid,
    ...bars,
    "</svg>\n",
  ].join("\n")
}
