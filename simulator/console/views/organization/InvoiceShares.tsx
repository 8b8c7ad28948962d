// How many invoices have which status, as a bar and in words.
import type { OperatorInvoice } from "../../data/shapes.ts"
import { toneOf } from "../../parts/Chip.tsx"
import { words } from "../../words.ts"

/** The invoices by status, the most frequent first. */
export const InvoiceShares = ({ invoices }: { readonly invoices: ReadonlyArray<OperatorInvoice> }) => {
  const counts = new Map<string, number>()
  for (const { status } of invoices) counts.set(status, (counts.get(status) ?? 0) + 1)
  const shares = Array.from(counts).sort(([, a], [, b]) => b - a)
  return (
    <>
      <div class="shares" aria-hidden="true">
        {shares.map(([status, count]) => (
          <span key={status} class={`share ${toneOf(status)}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <p class="muted">{shares.map(([status, count]) => `${count} ${words(status)}`).join(", ")}</p>
    </>
  )
}
