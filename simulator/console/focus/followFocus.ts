// The focus of whoever uses keys or a reader of a screen. What an act takes away cannot keep the focus: a row that was removed,
// or a button that does not apply any more. A browser then begins again at the top of the page.

/** The parts of a page that may have the focus in place of something in them. */
const PARTS = "section, main"

/** How many of the latest places are kept: those of a page and of its message. */
const PLACES_MAX = 12

/** Has the focus stay at the nearest part of the page that is left, when what had it is taken away. */
export const followFocus = (root: HTMLElement): void => {
  /** The last thing that had the focus, the parts that it is in, and those before. */
  let places: ReadonlyArray<HTMLElement> = []
  root.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    // A browser is content when a part of it is in sight.
    if (target.tabIndex >= 0 && target.matches(":focus-visible")) {
      target.scrollIntoView({ block: "nearest", inline: "nearest" })
    }
    const others = places.filter((place) => place !== target && !place.contains(target))
    places = [target, ...partsAround(target), ...others].slice(0, PLACES_MAX)
  })
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    // What is taken away is told to have lost the focus while it is still there.
    queueMicrotask(() => {
      // Whoever clicks beside everything has left by choice. A window that is left comes back to where it was.
      if (relatedTarget === null && (target as Node).isConnected && document.hasFocus()) places = []
    })
  })
  new MutationObserver(() => {
    const [last] = places
    if (document.activeElement !== document.body || last === undefined || last.isConnected) return
    const left = places.find(({ isConnected }) => isConnected)
    if (left !== undefined) giveFocus(left)
  }).observe(root, { childList: true, subtree: true })
}

const partsAround = (element: HTMLElement): ReadonlyArray<HTMLElement> => {
  const part = element.parentElement?.closest<HTMLElement>(PARTS) ?? null
  return part === null ? [] : [part, ...partsAround(part)]
}

/** Gives an element the focus. One that does not take it by itself takes it this once, so that a click on it still does not. */
const giveFocus = (element: HTMLElement): void => {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true })
  }
  element.focus({ preventScroll: true })
}
