// Names of the wire as words.

/** `PAST_DUE` as `PAST DUE`. */
export const spaced = (name: string): string => name.replaceAll("_", " ")

/** `PAST_DUE` as `past due`. */
export const words = (name: string): string => spaced(name).toLowerCase()

/** What one tells ids apart by. The beginning of most is a time, which many have in common. */
export const shortId = (id: string): string => (id.length > 12 ? `…${id.slice(-8)}` : id)
