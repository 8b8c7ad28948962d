// The shapes of what happened, told apart by their form and not by their colour alone.
import type { MarkKind } from "./history.ts"

/** A mark around the origin, 12 pixels wide. */
export const MarkShape = ({ kind }: { readonly kind: MarkKind }) => {
  switch (kind) {
    case "invoice":
      return <path class="invoice" d="M-4 -6h8v12h-8zM-2 -3h4M-2 0h4" />
    case "cut":
      return <path class="cut" d="M0 -6L6 5H-6Z" />
    case "approved":
      return (
        <g class="approved">
          <circle r="6" />
          <path d="M-3 0l2 2.5l4 -5" />
        </g>
      )
    case "declined":
      return (
        <g class="declined">
          <circle r="6" />
          <path d="M-2.5 -2.5l5 5M2.5 -2.5l-5 5" />
        </g>
      )
    case "unknown":
      return (
        <g class="unknown">
          <circle r="6" />
          <path d="M-2.5 0h5" />
        </g>
      )
  }
}
