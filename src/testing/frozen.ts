// Values that nobody can change by mistake: what a law gives to the code under test.

/** Freezes a value with everything in it. */
export const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
