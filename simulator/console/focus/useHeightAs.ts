// The height of a part of the page, for the style of the others.
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** Has a property of the style follow how high an element is, while it is there: what lies above a page hides none of it. */
export const useHeightAs = (property: string): RefObject<HTMLElement | null> => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [])
  return element
}
