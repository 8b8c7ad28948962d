// From one world of the simulator to another. A world begins when it is first named, so any name may be gone to.
import { world } from "../data/api.ts"
import { Field } from "./parts.tsx"

const DEFAULT = "default"

const addressOf = (name: string): string => (name === DEFAULT ? "/" : `/w/${encodeURIComponent(name)}/`)

/** Which world this is, and the way to the default one and to any other. */
export const Worlds = () => (
  <details class="worlds">
    <summary>
      World <strong>{world}</strong>
    </summary>
    <div class="card">
      {world !== DEFAULT && (
        <p>
          <a href={addressOf(DEFAULT)}>The default world</a>
        </p>
      )}
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
            <input name="name" required pattern="[\w.\-]{1,64}" />
          </Field>
          <button type="submit">Go</button>
        </div>
      </form>
    </div>
  </details>
)
