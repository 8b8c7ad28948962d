// Which Node the package runs on. A test keeps it the same as the manifest's `engines`.

/** The oldest Node that the package supports. */
export const NODE_MIN = "22.19"

const [majorMin = 0, minorMin = 0] = NODE_MIN.split(".").map(Number)

/** The refusal of an unsupported version of Node, in one line; null for a supported one. */
export const nodeRefusal = (version: string): string | null => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
    ? null
    : `needs Node ${NODE_MIN} or later, and this is ${version}`
}
