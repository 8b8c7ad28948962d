// Names of the wire as words.

/** `PAST_DUE` as `PAST DUE`. */
export const spaced = (name: string): string => name.replaceAll("_", " ")

/** `PAST_DUE` as `past due`. */
export const words = (name: string): string => spaced(name).toLowerCase()
