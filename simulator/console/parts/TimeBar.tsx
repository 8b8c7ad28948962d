// The time of the world, always in sight, with the moves that one wants most; and what the audit last said of it.
import { running, useAct } from "../data/act.ts"
import { advance, audit, auditRefusal, clock, moving, ticks, verdict, worldNow } from "../data/world.ts"
import { kindInWords, nextInWords } from "../nextInWords.ts"
import { hrefOf } from "../route.ts"
import { formatAge, formatDay, formatInstant } from "../time.ts"
import { ActRefused, Button } from "./parts.tsx"

/** Time and verdict. */
export const TimeBar = () => {
  const act = useAct()
  const now = worldNow()
  const next = clock.value?.nextDueAt ?? null
  return (
    <div class="time">
      <p class="now">
        <a href={hrefOf(["time"])}>
          {now === null ? "…" : <time dateTime={new Date(now).toISOString()}>{formatInstant(now)}</time>}
        </a>{" "}
        <span class="muted">
          UTC, {moving.value ? "moving…" : clock.value?.flows === true ? "flowing" : "standing"}
        </span>
      </p>
      <div class="buttons">
        <Button
          act={act}
          work={() =>
            next === null ? Promise.resolve("Nothing falls due.") : advance({ to: later(next, now) })
          }
          title={
            next === null
              ? undefined
              : `${formatInstant(next)} UTC: ${nextInWords(clock.value?.nextDue ?? null)}`
          }
        >
          Next event{" "}
          <small>
            {next === null
              ? "nothing falls due"
              : `${formatDay(next)}, ${kindInWords(clock.value?.nextDue?.kind)}`}
          </small>
        </Button>
        <Button act={act} work={() => advance({ advanceBy: "P1D" })}>
          +1 day
        </Button>
        <Button act={act} work={() => advance({ advanceBy: "P1M" })}>
          +1 month
        </Button>
      </div>
      <Verdict />
      <ActRefused act={act} />
      {running.value > 0 && <progress class="under-way" aria-label="Under way" />}
    </div>
  )
}

/** The next due instant, or now where it has passed. */
const later = (next: string, now: number | null): string =>
  new Date(Math.max(Date.parse(next), now ?? 0)).toISOString()

const verdictInWords = (): string => {
  const known = verdict.value
  if (auditRefusal.value !== null) return "Audit gave no answer"
  if (known === null) return "Not audited yet"
  const found = known.ok ? "Audit ok" : `${known.findings.length} findings`
  return `${found}, ${formatAge(ticks.value - known.at)}`
}

const verdictTone = (): string => {
  if (verdict.value === null) return "calm"
  return verdict.value.ok ? "good" : "bad"
}

const Verdict = () => {
  const act = useAct()
  return (
    <p class="verdict">
      <a href={hrefOf(["time"])} class={`chip ${verdictTone()}`}>
        {verdictInWords()}
      </a>
      <Button
        act={act}
        kind="small"
        work={async () => {
          await audit()
          return verdict.value?.ok === true ? "The audit found nothing." : "The audit has findings."
        }}
      >
        Audit
      </Button>
    </p>
  )
}
