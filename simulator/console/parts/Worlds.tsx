// From one world of the simulator to another. A world begins when it is first named, so any name may be gone to.
import { world } from "../api.ts"
import { Field } from "./parts.tsx"

const KNOWN_KEY = "studio-billing.worlds"

const DEFAULT = "default"

const known = (): ReadonlyArray<string> => {
  const names = new Set([DEFAULT, ...(sessionStorage.getItem(KNOWN_KEY) ?? "").split(" "), world])
  names.delete("")
  return Array.from(names)
}

const addressOf = (name: string): string => (name === DEFAULT ? "/" : `/w/${encodeURIComponent(name)}/`)

/** Which world this is, and links to those that were open in this tab. */
export const Worlds = () => {
  const names = known()
  sessionStorage.setItem(KNOWN_KEY, names.join(" "))
  return (
    <details class="worlds">
      <summary>
        World <strong>{world}</strong>
      </summary>
      <div class="card">
        <ul>
          {names.map((name) => (
            <li key={name}>
              <a href={addressOf(name)} aria-current={name === world ? "true" : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <form
          aria-label="Another world"
          onSubmit={(event) => {
            event.preventDefault()
            const name = String(new FormData(event.currentTarget).get("name") ?? "")
            location.assign(addressOf(name))
          }}
        >
          <div class="fields">
            <Field label="Another world">
              <input
                name="name"
                required
                pattern="[\w.\-]{1,64}"
                title="1 to 64 letters, digits, dots, dashes and underscores"
              />
            </Field>
            <button type="submit">Go</button>
          </div>
        </form>
      </div>
    </details>
  )
}
