// What the specification leaves open: how the world reads what can be read in several ways, and every other decision.
import { useAct } from "../act.ts"
import { control } from "../api.ts"
import { tell } from "../live.ts"
import { useLoaded } from "../loaded.ts"
import { Pager } from "../parts/Pager.tsx"
import { Refused, Section } from "../parts/parts.tsx"
import { place } from "../place.ts"
import { pageOf } from "../route.ts"
import type { Assumption, Page } from "../shapes.ts"

/** All that can be switched is among so many gaps, which is the most a page has. */
const LIMIT = 100

/** `#/assumptions`. */
export const Assumptions = () => {
  const { data, refusal } = useLoaded<Page<Assumption>>(
    `/assumptions?page=${pageOf(place.value)}&limit=${LIMIT}`,
    ["assumptions", "world"],
  ).value
  const gaps = data?.data ?? []
  return (
    <>
      <h1>Readings</h1>
      <p class="muted">
        The specification leaves questions open. Some have more than one plausible answer: switch the world to
        another one, and see whether your client stands it.
      </p>
      <Refused refusal={refusal} />
      {gaps
        .filter(({ readings }) => readings.length > 0)
        .map((gap) => (
          <Switch key={gap.gap} gap={gap} />
        ))}
      {data !== null && (
        <Section title="Every decision">
          <ul class="gaps">
            {gaps.map(({ gap, question, decision }) => (
              <li key={gap}>
                <details>
                  <summary>
                    <strong>{gap}</strong> {question}
                  </summary>
                  <p>{decision}</p>
                </details>
              </li>
            ))}
          </ul>
          <Pager meta={data.meta} path={["assumptions"]} />
        </Section>
      )}
    </>
  )
}

const Switch = ({ gap: { gap, question, decision, readings, reading } }: { readonly gap: Assumption }) => {
  const act = useAct()
  return (
    <fieldset class="card">
      <legend>
        {gap}: {question}
      </legend>
      <p class="muted">{decision}</p>
      <div class="choices">
        {readings.map((name) => (
          <label key={name} class="check">
            <input
              type="radio"
              name={gap}
              checked={name === reading}
              onChange={() =>
                void act.run(async () => {
                  await control("PUT", `/assumptions/${gap}`, { reading: name })
                  tell(["assumptions"])
                  return `${gap} is read as ${name.replaceAll("_", " ")}.`
                })
              }
            />{" "}
            {name.replaceAll("_", " ")}
          </label>
        ))}
      </div>
      <Refused refusal={act.refusal.value} />
    </fieldset>
  )
}
