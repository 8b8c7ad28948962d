// The questions that the specification leaves open: the variants of some of them, and every decision.
import { useAct } from "../data/act.ts"
import { control } from "../data/api.ts"
import { useLoaded } from "../data/loaded.ts"
import type { Assumption, Page } from "../data/shapes.ts"
import { Listed } from "../parts/Listed.tsx"
import { ActRefused, Section } from "../parts/parts.tsx"
import { place } from "../place.ts"
import { pageOf } from "../route.ts"
import { spaced } from "../words.ts"

/** The most that a page has. All gaps with variants are among the first hundred. */
const LIMIT = 100

/** `#/assumptions`. */
export const Assumptions = () => {
  const loaded = useLoaded<Page<Assumption>>(`/assumptions?page=${pageOf(place.value)}&limit=${LIMIT}`, [
    "assumptions",
    "world",
  ]).value
  const gaps = loaded.data?.data ?? []
  return (
    <>
      <h1>Assumptions</h1>
      <p class="muted">
        The specification leaves these questions open, and each has several plausible answers. Switch the
        world to another variant to see whether your client copes with it.
      </p>
      {gaps
        .filter(({ readings }) => readings.length > 0)
        .map((gap) => (
          <Switch key={gap.gap} gap={gap} />
        ))}
      <Section title="Every decision">
        <Listed loaded={loaded} path="assumptions" empty="The register has no more pages.">
          {(every) => (
            <ul class="gaps">
              {every.map(({ gap, question, decision }) => (
                <li key={gap}>
                  <details>
                    <summary>
                      <strong>{gap}</strong> {marked(question)}
                    </summary>
                    <p>{marked(decision)}</p>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Listed>
      </Section>
    </>
  )
}

const Switch = ({
  gap: { gap, question, decision, readings: variants, reading },
}: {
  readonly gap: Assumption
}) => {
  const act = useAct()
  return (
    <fieldset class="card">
      <legend>
        {gap}: {marked(question)}
      </legend>
      <p class="muted">{marked(decision)}</p>
      <div class="choices">
        {variants.map((name) => (
          <label key={name} class="check">
            <input
              type="radio"
              name={gap}
              checked={name === reading}
              onChange={() =>
                void act.run(async () => {
                  await control("PUT", `/assumptions/${gap}`, { reading: name })
                  return `${gap} has the variant ${spaced(name)}.`
                })
              }
            />{" "}
            {spaced(name)}
          </label>
        ))}
      </div>
      <ActRefused act={act} />
    </fieldset>
  )
}

/** A text of the register: what stands between backticks is code. */
const marked = (text: string) =>
  text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
