// The worlds of the simulator: from one to another, ending one, and beginning one, which happens when it is first named.
import { useSignal } from "@preact/signals"
import { useAct } from "../data/act.ts"
import { control, world } from "../data/api.ts"
import { useLoaded } from "../data/loaded.ts"
import type { BegunWorld, Page } from "../data/shapes.ts"
import { formatDay } from "../time.ts"
import { ActRefused, Button, Field } from "./parts.tsx"

const DEFAULT = "default"

const addressOf = (name: string): string => (name === DEFAULT ? "/" : `/w/${encodeURIComponent(name)}/`)

/** Which world this is, and the way to every other. */
export const Worlds = () => {
  const opened = useSignal(false)
  return (
    <details
      class="worlds"
      onToggle={(event) => {
        opened.value = event.currentTarget.open
      }}
    >
      <summary>
        World <strong>{world}</strong>
      </summary>
      <div class="card">
        {opened.value && <Begun />}
        <form
          aria-label="Another world"
          onSubmit={(event) => {
            event.preventDefault()
            const name = String(new FormData(event.currentTarget).get("name") ?? "")
            location.assign(addressOf(name))
          }}
        >
          <div class="fields">
            <Field label="Its name">
              <input
                name="name"
                required
                pattern="[\w.\-]{1,64}"
                title="1 to 64 letters, digits, dots, hyphens or underscores"
              />
            </Field>
            <button type="submit">Go</button>
          </div>
        </form>
      </div>
    </details>
  )
}

/** The worlds that have begun. */
const Begun = () => {
  const act = useAct()
  const { data } = useLoaded<Page<BegunWorld>>("/worlds?limit=100", ["world"]).value
  return (
    <>
      <ul>
        {(data?.data ?? []).map(({ name, now }) => (
          <li key={name}>
            {name === world ? (
              <strong>{name}</strong>
            ) : (
              <a href={addressOf(name)}>{name === DEFAULT ? "The default world" : name}</a>
            )}{" "}
            <span class="muted">{formatDay(now)}</span>{" "}
            {name !== DEFAULT && name !== world && (
              <Button
                act={act}
                kind="small"
                label={`End ${name}`}
                work={async () => {
                  await control("DELETE", `/worlds/${encodeURIComponent(name)}`, {})
                  return `${name} is ended: the next world of its name begins with the seed.`
                }}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActRefused act={act} />
    </>
  )
}
