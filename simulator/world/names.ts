// Names that users of the simulator give: to worlds and to snapshots.

/** The form of a name, for people. */
export const NAME_EXPECTED = "1 to 64 letters, digits, dots, dashes and underscores"

/** Tells whether a text can be a name. */
export const isName = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text)
