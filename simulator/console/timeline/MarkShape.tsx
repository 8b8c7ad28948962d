// The shapes of what happened, told apart by their form and not by their colour alone.
import type { MarkKind } from "./history.ts"

const lines: { readonly [K in MarkKind]: string } = {
  invoice: "M-4 -6h8v12h-8zM-2 -3h4M-2 0h4",
  cut: "M0 -6L6 5H-6Z",
  approved: "M-3 0l2 2.5l4 -5",
  declined: "M-2.5 -2.5l5 5M2.5 -2.5l-5 5",
  unknown: "M-2.5 0h5",
  ahead: "M0 -5L5 0L0 5L-5 0Z",
}

/** A mark around the origin, 12 pixels wide. What became of a charge is within a circle. */
export const MarkShape = ({ kind }: { readonly kind: MarkKind }) => (
  <g class={kind}>
    {(kind === "approved" || kind === "declined" || kind === "unknown") && <circle r="6" />}
    <path d={lines[kind]} />
  </g>
)
