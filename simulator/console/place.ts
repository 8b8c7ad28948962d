// The place in the console that the page is at, followed from the address.
import { signal } from "@preact/signals"
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
