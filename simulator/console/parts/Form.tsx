// A form of an act.
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { type Act, useAct } from "../data/act.ts"
import { Question } from "./Confirm.tsx"
import { ActRefused } from "./parts.tsx"

/** The text of a field by its name, without what surrounds it. */
export type FieldText = (name: string) => string

interface Asked {
  readonly question: ComponentChildren
  readonly form: HTMLFormElement
  readonly field: FieldText
}

/** `work` takes its fields as text, and it is emptied when the work is done. */
export const Form = (props: {
  /** Its own unless it is given. */
  readonly act?: Act
  readonly label: string
  readonly work: (field: FieldText) => Promise<string>
  readonly children: ComponentChildren
  readonly submit: string
  /** What the work will do, where that is to be confirmed. */
  readonly confirm?: (field: FieldText) => ComponentChildren
  /** `plain` where another button is what one wants most. */
  readonly kind?: "main" | "plain" | undefined
  readonly keep?: boolean
}) => {
  const { label, work, submit, confirm } = props
  const own = useAct()
  const act = props.act ?? own
  const asked = useSignal<Asked | null>(null)
  const done = (form: HTMLFormElement): void => {
    if (props.keep !== true) form.reset()
  }
  const close = (): void => {
    asked.value?.form.querySelector<HTMLElement>("[type=submit]")?.focus()
    asked.value = null
  }
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const data = new FormData(form)
        const field: FieldText = (name) => String(data.get(name) ?? "").trim()
        if (confirm === undefined) void act.run(() => work(field)).then((was) => was && done(form))
        else asked.value = { question: confirm(field), form, field }
      }}
      onInput={() => {
        // What was asked is of other fields.
        asked.value = null
      }}
    >
      <div class="fields">
        {props.children}
        <button type="submit" class={props.kind ?? "main"} aria-disabled={act.busy.value}>
          {confirm === undefined ? submit : `${submit}…`}
        </button>
      </div>
      {asked.value !== null && (
        <Asking asked={asked.value} act={act} name={submit} work={work} onClose={close} onDone={done} />
      )}
      <ActRefused act={act} />
    </form>
  )
}

const Asking = (props: {
  readonly asked: Asked
  readonly act: Act
  readonly name: string
  readonly work: (field: FieldText) => Promise<string>
  readonly onClose: () => void
  readonly onDone: (form: HTMLFormElement) => void
}) => {
  const { asked, act, name, work, onClose, onDone } = props
  return (
    <Question
      act={act}
      name={name}
      onClose={onClose}
      work={async () => {
        const text = await work(asked.field)
        onDone(asked.form)
        return text
      }}
    >
      {asked.question}
    </Question>
  )
}
