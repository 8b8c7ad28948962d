// How much of a value was made anew: the objects in it that are not in another one.

/** Every object that can be reached from a value. */
export const objectsOf = (value: unknown): ReadonlySet<object> => {
  const found = new Set<object>()
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== "object" || next === null || found.has(next)) continue
    found.add(next)
    waiting.push(...Object.values(next))
  }
  return found
}

/** How many objects a value has that another one does not share with it. */
export const madeAnew = (value: unknown, before: unknown): number => {
  const known = objectsOf(before)
  return Array.from(objectsOf(value)).filter((object) => !known.has(object)).length
}
