// Named copies of the world: taken, gone back to, deleted.
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import { useLoaded } from "../../data/loaded.ts"
import type { Page, Snapshot } from "../../data/shapes.ts"
import { Form } from "../../parts/Form.tsx"
import { Listed } from "../../parts/Listed.tsx"
import { ActRefused, Button, Field, Section, Table } from "../../parts/parts.tsx"
import { formatInstant } from "../../time.ts"

/** Every snapshot, and a form that takes one. */
export const Snapshots = () => {
  const loaded = useLoaded<Page<Snapshot>>("/snapshots?limit=100", ["snapshots"]).value
  const act = useAct()
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
