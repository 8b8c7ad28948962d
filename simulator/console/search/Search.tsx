// A search over the world and over the console itself: opened by a button or by Ctrl and K, and left by Escape.
import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { Empty } from "../parts/parts.tsx"
import type { Found } from "./found.ts"
import { useFound } from "./useFound.ts"

/** The button and, once it is open, the search. */
export const Search = () => {
  const opened = useSignal(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      // Never a letter alone: whoever speaks to the browser would press it by a word.
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      opened.value = true
    }
    addEventListener("keydown", open)
    return () => removeEventListener("keydown", open)
  }, [])
  return (
    <>
      <button
        type="button"
        class="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          opened.value = true
        }}
      >
        Search <kbd>Ctrl K</kbd>
      </button>
      {opened.value && (
        <Box
          onClose={() => {
            opened.value = false
          }}
        />
      )}
    </>
  )
}

const Box = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useSignal("")
  const found = useFound(text.value.trim())
  // Before it is painted, so that no letter that is typed at once is lost.
  useLayoutEffect(() => {
    // The browser gives the focus back to what had it.
    dialog.current?.showModal()
  }, [])
  const [first] = found
  const go = ({ href }: Found): void => {
    dialog.current?.close()
    location.hash = href
  }
  return (
    <dialog class="searching card" aria-label="Search" ref={dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (first !== undefined) go(first)
        }}
      >
        <input
          type="text"
          enterKeyHint="search"
          aria-label="Search for an organization, an invoice, an event, a plan or a view"
          placeholder="Organization, invoice, event, plan or view"
          autocomplete="off"
          autofocus
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
      </form>
      <p class="muted" role="status">
        {text.value.trim() === ""
          ? "A part of a name, a type or an id. Enter opens the first."
          : `${found.length} found`}
      </p>
      {text.value.trim() !== "" && found.length === 0 && <Empty>Nothing is like that.</Empty>}
      <ul>
        {found.map((one) => (
          <li key={`${one.kind} ${one.href}`}>
            <a
              href={one.href}
              onClick={() => {
                dialog.current?.close()
              }}
            >
              <span class="muted">{one.kind}</span> {one.text}
            </a>
          </li>
        ))}
      </ul>
    </dialog>
  )
}
