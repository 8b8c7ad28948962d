// The place in the console that the page is at, followed from the address.
import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type Place, parsePlace } from "./route.ts"

/** The place of the page. */
export const place = signal<Place>(parsePlace(location.hash))

addEventListener("hashchange", () => {
  place.value = parsePlace(location.hash)
})

/** Goes somewhere, without a step back to where one was. */
export const replacePlace = (href: string): void => {
  history.replaceState(null, "", href)
  place.value = parsePlace(href)
}

/** What the view shows, for the title of the tab; empty where its own name says it. */
export const subject = signal("")

/** Has the title of the tab name what a view shows, for as long as it does. */
export const useSubject = (name: string): void => {
  useEffect(() => {
    subject.value = name
    return () => {
      subject.value = ""
    }
  }, [name])
}
