const LATE: ReadonlySet<string> = new Set(["chargedAt", "messageId"])

/**
 * The same without the instants at which charges were let go, and without the ids of events, which are made of all that the
 * events hold: a run that is late lets charges go later, and only that.
 */
export const withoutChargedAt = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value, (name, member) => (LATE.has(name) ? undefined : member)))
