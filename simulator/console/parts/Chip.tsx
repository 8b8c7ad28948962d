// A status in its own word; the colour only repeats it.
import { spaced } from "../words.ts"

type Tone = "good" | "warn" | "bad" | "calm"

const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: "good",
  PAID: "good",
  APPROVED: "good",
  DELIVERED: "good",
  VERIFIED: "good",
  EXCHANGED: "good",
  CHARGEBACK_RESOLVED: "good",
  OPEN: "warn",
  PENDING: "warn",
  STARTED: "warn",
  UNKNOWN: "warn",
  REQUESTED: "warn",
  PARTIALLY_REFUNDED: "warn",
  DISPUTED: "warn",
  PAST_DUE: "bad",
  PAYMENT_FAILED: "bad",
  DECLINED: "bad",
  CHARGEBACK: "bad",
  UNCOLLECTIBLE: "bad",
  LOCKED: "bad",
  PARKED: "bad",
}

/** The tone of a status; one that is not known is calm. */
export const toneOf = (status: string): Tone => tones[status] ?? "calm"

/** A status. `title` says more of it. */
export const Chip = ({ status, tone }: { readonly status: string; readonly tone?: Tone }) => (
  <span class={`chip ${tone ?? toneOf(status)}`}>{spaced(status)}</span>
)

/** The status of an HTTP answer; 0 is none. */
export const HttpStatus = ({ status }: { readonly status: number }) => (
  <Chip
    status={status === 0 ? "no answer" : String(status)}
    tone={
      status >= 200 && status < 300
        ? "good"
        : status >= 500 || status === 0
          ? "bad"
          : status >= 400
            ? "warn"
            : "calm"
    }
  />
)
