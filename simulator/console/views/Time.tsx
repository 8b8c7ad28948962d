// The time of the world: moving it, keeping it, and going back.
import { useAct } from "../data/act.ts"
import { control } from "../data/api.ts"
import { advance, advanced, auditRefusal, clock, ticks, verdict, worldNow } from "../data/world.ts"
import { nextInWords } from "../nextInWords.ts"
import { ConfirmedButton } from "../parts/Confirm.tsx"
import { Form } from "../parts/Form.tsx"
import { ActRefused, Button, Empty, Facts, Field, Refused, Section } from "../parts/parts.tsx"
import { Findings, WhatItDid } from "../parts/WhatItDid.tsx"
import { formatAge, formatInstant, instantOfField } from "../time.ts"
import { Snapshots } from "./time/Snapshots.tsx"
import { WholeState } from "./time/WholeState.tsx"

/** `#/time`. */
export const Time = () => (
  <>
    <h1>Time</h1>
    <Move />
    {advanced.value !== null && (
      <Section title="Last move">
        <WhatItDid done={advanced.value} />
      </Section>
    )}
    <Audited />
    <Snapshots />
    <WholeState />
    <Reset />
  </>
)

const steps = [
  ["P1D", "+1 day"],
  ["P7D", "+1 week"],
  ["P1M", "+1 month"],
  ["P1Y", "+1 year"],
] as const

const Move = () => {
  const act = useAct()
  const now = worldNow()
  const next = clock.value?.nextDueAt ?? null
  return (
    <Section title="Move the clock">
      <Facts
        facts={[
          ["Now", now === null ? "…" : `${formatInstant(now)} UTC`],
          ["Clock", clock.value?.flows === true ? "flows with real time" : "stands until it is moved"],
          [
            "Next thing due",
            next === null
              ? "nothing"
              : `${formatInstant(next)} UTC: ${nextInWords(clock.value?.nextDue ?? null)}`,
          ],
        ]}
      />
      <div class="buttons">
        {steps.map(([by, label]) => (
          <Button key={by} act={act} work={() => advance({ advanceBy: by })}>
            {label}
          </Button>
        ))}
      </div>
      <ActRefused act={act} />
      <Form
        label="To a time"
        submit="Move there"
        keep
        work={(field) => advance({ to: instantOfField(field("to")) })}
      >
        <Field label="To, UTC">
          <input name="to" type="datetime-local" step="1" required />
        </Field>
      </Form>
    </Section>
  )
}

const Audited = () => {
  const known = verdict.value
  return (
    <Section
      title="Audit"
      aside={known !== null && <span class="muted">{formatAge(ticks.value - known.at)}</span>}
    >
      <Refused refusal={auditRefusal.value} />
      {known === null ? (
        <Empty>After each move of the clock, other code computes every record again and compares.</Empty>
      ) : (
        <Findings />
      )}
    </Section>
  )
}

const Reset = () => {
  const act = useAct()
  return (
    <Section title="Reset">
      <div class="buttons">
        <ConfirmedButton
          act={act}
          name="Reset"
          work={async () => {
            await control("POST", "/reset", {})
            return "The world is as its seed has it."
          }}
        >
          Back to the seed and the first instant: everything that happened is gone. Snapshots stay.
        </ConfirmedButton>
      </div>
      <ActRefused act={act} />
    </Section>
  )
}
