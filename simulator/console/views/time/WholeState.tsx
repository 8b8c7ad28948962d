// The whole world as a file: kept, and brought back into this world or another one.
import { useRef } from "preact/hooks"
import { useAct } from "../../data/act.ts"
import { control, controlFile, world } from "../../data/api.ts"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Button, Field, Section } from "../../parts/parts.tsx"

/** A button that keeps it, and a form that takes it back. */
export const WholeState = () => {
  const keeping = useAct()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Section title="State">
      <p class="muted">
        A file has everything of this world: records, events, requests, faults and its time. Another world, or
        another simulator, can go on from it.
      </p>
      <div class="buttons">
        <Button act={keeping} work={() => save(`studio-billing-${world}.json`)}>
          Export the world
        </Button>
      </div>
      <ActRefused act={keeping} />
      <Form
        label="Import a world"
        submit="Import"
        kind="plain"
        confirm={() =>
          `Everything of the world “${world}” is replaced by what is in the file. Snapshots stay.`
        }
        work={async () => {
          await control("PUT", "/state", await stateIn(input.current?.files?.[0]))
          return "The world is as the file has it."
        }}
      >
        <Field label="A file that was exported">
          <input name="file" type="file" accept=".json,application/json" required ref={input} />
        </Field>
      </Form>
    </Section>
  )
}

/** Has the browser keep the state as a file. */
const save = async (name: string): Promise<string> => {
  const url = URL.createObjectURL(await controlFile("/state"))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return `${name} has the whole world.`
}

/** The document in a file. What is none is sent as the text that it is: the simulator says what it expects. */
const stateIn = async (file: File | undefined): Promise<unknown> => {
  const text = (await file?.text()) ?? ""
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
