// A status in its own word; the colour only repeats it.
import { spaced } from "../words.ts"

type Tone = "good" | "warn" | "bad" | "calm"

/** By the tone, the statuses that have it. */
const tones: ReadonlyArray<readonly [Tone, string]> = [
  ["good", "ACTIVE PAID APPROVED DELIVERED VERIFIED EXCHANGED CHARGEBACK_RESOLVED"],
  ["warn", "OPEN PENDING STARTED UNKNOWN REQUESTED PARTIALLY_REFUNDED DISPUTED FROZEN"],
  ["bad", "PAST_DUE PAYMENT_FAILED DECLINED CHARGEBACK REVOKED UNCOLLECTIBLE LOCKED PARKED"],
]

/** The tone of a status; one that is not known is calm. */
export const toneOf = (status: string): Tone =>
  tones.find(([, statuses]) => statuses.split(" ").includes(status))?.[0] ?? "calm"

/** A status. `title` says more of it. */
export const Chip = ({ status, tone }: { readonly status: string; readonly tone?: Tone }) => (
  <span class={`chip ${tone ?? toneOf(status)}`}>{spaced(status)}</span>
)

const toneOfAnswer = (status: number): Tone => {
  if (status === 0 || status >= 500) return "bad"
  if (status >= 400) return "warn"
  return status >= 200 && status < 300 ? "good" : "calm"
}

/** The status of an HTTP answer; 0 is none. */
export const HttpStatus = ({ status }: { readonly status: number }) => (
  <Chip status={status === 0 ? "no answer" : String(status)} tone={toneOfAnswer(status)} />
)
