// A button that copies, and says that it did.
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { copy } from "../data/clipboard.ts"

/** Copies a text; where the browser does not let it, it shows the text. */
export const CopyButton = (props: {
  readonly text: () => Promise<string>
  readonly children: ComponentChildren
  readonly label?: string
}) => {
  const said = useSignal<ComponentChildren>("")
  const work = async (): Promise<void> => {
    said.value = ""
    try {
      const text = await props.text()
      await copy(text).then(
        () => {
          said.value = "Copied"
        },
        () => {
          said.value = <code>{text}</code>
        },
      )
    } catch {
      said.value = "There was no answer. Try again."
    }
  }
  return (
    <>
      <button type="button" class="small" aria-label={props.label} onClick={() => void work()}>
        {props.children}
      </button>
      <span class="muted copied" role="status">
        {said.value}
      </span>
    </>
  )
}
