/** The same without the instants at which charges were let go: a run that is late lets them go later, and only that. */
export const withoutChargedAt = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === "chargedAt" ? undefined : member)))
