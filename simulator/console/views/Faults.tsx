// The faults of the world, and a form that makes one of any kind.
import { useSignal } from "@preact/signals"
import { useAct } from "../data/act.ts"
import { control } from "../data/api.ts"
import { methods } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import type { ActiveFault, Page } from "../data/shapes.ts"
import { Chip } from "../parts/Chip.tsx"
import { Form } from "../parts/Form.tsx"
import { Listed } from "../parts/Listed.tsx"
import { ActRefused, Button, Field, Section, Table } from "../parts/parts.tsx"
import { shortId, spaced } from "../words.ts"
import { type FaultMember, faultKinds, faultWish } from "./faultKinds.ts"

/** `#/faults`. */
export const Faults = () => {
  const loaded = useLoaded<Page<ActiveFault>>("/faults?limit=100", ["faults", "requests", "world"]).value
  const act = useAct()
  const remove = async (path: string): Promise<string> => {
    await control("DELETE", `/faults${path}`, {})
    return path === "" ? "Nothing goes wrong any more." : "The fault is deleted."
  }
  return (
    <>
      <h1>Faults</h1>
      <p class="muted">They strike calls of clients, charges and webhooks, and never the control plane.</p>
      <AddFault />
      <Section
        title="Faults that are made"
        aside={
          (loaded.data?.data.length ?? 0) > 0 && (
            <Button act={act} kind="small" work={() => remove("")}>
              Delete all
            </Button>
          )
        }
      >
        <ActRefused act={act} />
        <Listed loaded={loaded} empty="None: everything works. Make one above.">
          {(faults) => (
            <Table
              label="Faults that are made"
              head={["Kind", "State", "Strikes", "Matched", "Struck", "Delete"]}
              numbers={[3, 4]}
            >
              {faults.map((fault) => (
                <tr key={fault.faultId}>
                  <th scope="row">{wordsOf(fault)}</th>
                  <td>
                    {fault.struck >= fault.times ? (
                      <Chip status="over" tone="calm" />
                    ) : (
                      <Chip status="waiting" tone="warn" />
                    )}
                  </td>
                  <td>{targetOf(fault)}</td>
                  <td class="number">{fault.matched}</td>
                  <td class="number">
                    {fault.struck} of {fault.times}
                  </td>
                  <td>
                    <Button
                      act={act}
                      kind="small"
                      label={`Delete ${fault.kind}`}
                      work={() => remove(`/${fault.faultId}`)}
                    >
                      Delete
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Listed>
      </Section>
    </>
  )
}

const wordsOf = (fault: ActiveFault): string => {
  const members = faultKinds.find(({ kind }) => kind === fault.kind)?.members ?? []
  const own = members.flatMap(({ name }) => {
    const value = (fault as Readonly<Record<string, unknown>>)[name]
    return value === undefined || value === null || value === 0
      ? []
      : [typeof value === "object" ? JSON.stringify(value) : spaced(String(value))]
  })
  return [spaced(fault.kind), ...own].join(", ")
}

const targetOf = ({ method, path, organizationId, nth }: ActiveFault): string => {
  const call = method === null && path === null ? "any" : `${method ?? ""} ${path ?? "any path"}`.trim()
  const where = organizationId === null ? "" : `, of ${shortId(organizationId)}`
  return `${call}${where}${nth === 1 ? "" : `, from call ${nth} on`}`
}

const AddFault = () => {
  const kind = useSignal<string>("respond")
  const chosen = faultKinds.find((one) => one.kind === kind.value)
  return (
    <Section title="Make a fault">
      <Form
        label="Make a fault"
        submit="Make the fault"
        keep
        work={async (field) => {
          await control("POST", "/faults", faultWish(kind.value, field))
          return "The fault is made."
        }}
      >
        <Field label="Kind">
          <select
            name="kind"
            value={kind.value}
            onChange={(event) => {
              kind.value = event.currentTarget.value
            }}
          >
            {faultKinds.map((one) => (
              <option key={one.kind} value={one.kind}>
                {spaced(one.kind)}: {one.does}
              </option>
            ))}
          </select>
        </Field>
        {chosen?.members.map((member) => (
          <Member key={`${kind.value} ${member.name}`} member={member} />
        ))}
        {chosen?.isCall === true && (
          <>
            <Field label="Method">
              <select name="method">
                <option value="">Any</option>
                {methods.map((method) => (
                  <option key={method}>{method}</option>
                ))}
              </select>
            </Field>
            <Field label="Path of the contract">
              <input name="path" placeholder="Any" list="paths" autocomplete="off" />
            </Field>
            <datalist id="paths">
              {paths.map((path) => (
                <option key={path} value={path} />
              ))}
            </datalist>
          </>
        )}
        <Field label="Organization">
          <input name="organizationId" placeholder="Any" autocomplete="off" />
        </Field>
        <Field label="From the nth on">
          <input name="nth" type="number" min="1" defaultValue="1" />
        </Field>
        <Field label="Times">
          <input name="times" type="number" min="1" defaultValue="1" />
        </Field>
      </Form>
    </Section>
  )
}

const Member = ({ member }: { readonly member: FaultMember }) => (
  <Field label={member.label}>
    {member.choices === undefined ? (
      <input
        name={member.name}
        inputMode={member.isNumber ? "numeric" : "text"}
        defaultValue={member.initial}
        autocomplete="off"
      />
    ) : (
      <select name={member.name}>
        {member.choices.map((choice) => (
          <option key={choice} value={choice}>
            {spaced(choice)}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const paths = [
  "/studio/plans",
  ...[
    "payment-methods",
    "subscriptions",
    "subscriptions/upcoming-invoice",
    "invoices",
    "invoices/{invoiceId}/pay",
  ].map((path) => `/studio/organizations/{organizationId}/${path}`),
]
