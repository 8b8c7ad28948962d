// Asking once more before something that cannot be undone, with what it will do.
import { useSignal } from "@preact/signals"
import { type ComponentChildren, Fragment } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Act } from "../data/act.ts"
import { Button } from "./parts.tsx"

/** A button that first says what it will do, and does it when that is confirmed. */
export const ConfirmedButton = (props: {
  readonly act: Act
  readonly work: () => Promise<string>
  /** What one presses; without the dots that say that more is asked. */
  readonly name: string
  readonly children: ComponentChildren
}) => {
  const { act, work, name, children } = props
  const asked = useSignal(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Fragment>
      <button
        type="button"
        class="danger"
        ref={opener}
        aria-expanded={asked.value}
        onClick={() => {
          asked.value = !asked.value
        }}
      >
        {name}…
      </button>
      {asked.value && (
        <Question
          act={act}
          work={work}
          name={name}
          onClose={() => {
            asked.value = false
            opener.current?.focus()
          }}
        >
          {children}
        </Question>
      )}
    </Fragment>
  )
}

/** What will be done, and two answers. The one that does nothing has the focus. */
export const Question = (props: {
  readonly act: Act
  readonly work: () => Promise<string>
  readonly name: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const { act, work, name, onClose, children } = props
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      class="question"
      role="group"
      aria-label={`${name}?`}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose()
      }}
    >
      <p>{children}</p>
      <div class="buttons">
        <Button act={act} kind="danger" work={() => work().finally(onClose)}>
          Yes, {name.charAt(0).toLowerCase()}
          {name.slice(1)}
        </Button>
        <button type="button" ref={no} onClick={onClose}>
          No
        </button>
      </div>
    </div>
  )
}
