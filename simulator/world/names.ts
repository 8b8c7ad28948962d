// Names that users of the simulator give: to worlds and to snapshots.

/** The world of requests that name none; it is there from the start. */
export const DEFAULT_WORLD = "default"

/** The form of a name, for people. */
export const NAME_EXPECTED = "1 to 64 letters, digits, dots, dashes and underscores (not . or ..)"

/** Tells whether a text can be a name. In a path `.` and `..` name no segment: clients take them away (RFC 3986, 5.2.4). */
export const isName = (text: string): boolean => /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(text)
