// The time of the world: moving it, keeping it, and going back.
import { useAct } from "../data/act.ts"
import { control } from "../data/api.ts"
import { useLoaded } from "../data/loaded.ts"
import type { Page, Snapshot } from "../data/shapes.ts"
import { advance, advanced, auditRefusal, clock, ticks, verdict, worldNow } from "../data/world.ts"
import { nextInWords } from "../nextInWords.ts"
import { ConfirmedButton } from "../parts/Confirm.tsx"
import { Form } from "../parts/Form.tsx"
import { Listed } from "../parts/Listed.tsx"
import { ActRefused, Button, Empty, Facts, Field, Refused, Section, Table } from "../parts/parts.tsx"
import { Findings, WhatItDid } from "../parts/WhatItDid.tsx"
import { formatAge, formatInstant } from "../time.ts"

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
  const going = useAct()
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
        act={going}
        label="To a time"
        submit="Move there"
        keep
        work={(field) => advance({ to: `${field("to").padEnd(19, ":00")}.000Z` })}
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

const Snapshots = () => {
  const loaded = useLoaded<Page<Snapshot>>("/snapshots?limit=100", ["snapshots"]).value
  const act = useAct()
  const taking = useAct()
  const change = async (method: string, path: string, done: string): Promise<string> => {
    await control(method, `/snapshots/${path}`, {})
    return done
  }
  return (
    <Section title="Snapshots">
      <ActRefused act={act} />
      <Listed loaded={loaded} empty="None. A snapshot is a copy of the whole world to go back to.">
        {(snapshots) => (
          <Table label="Snapshots" head={["Name", "Time of the world", "Actions"]}>
            {snapshots.map(({ name, now }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatInstant(now)}</td>
                <td class="buttons">
                  <Button
                    act={act}
                    kind="small"
                    label={`Restore ${name}`}
                    work={async () => {
                      await change("POST", `${encodeURIComponent(name)}/restore`, "")
                      return `The world is as it was in ${name}.`
                    }}
                  >
                    Restore
                  </Button>
                  <Button
                    act={act}
                    kind="small"
                    label={`Delete ${name}`}
                    work={() => change("DELETE", encodeURIComponent(name), `${name} is deleted.`)}
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      <Form
        act={taking}
        label="Take a snapshot"
        submit="Take a snapshot"
        work={(field) => change("POST", encodeURIComponent(field("name")), `${field("name")} is taken.`)}
      >
        <Field label="Name">
          <input name="name" required maxLength={64} autocomplete="off" />
        </Field>
      </Form>
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
