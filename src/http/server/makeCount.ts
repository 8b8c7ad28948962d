// Counts what is under way, for whoever has to wait for its end.

/** How many of something are under way. */
export interface Count {
  readonly begin: () => void
  readonly end: () => void
  /** When none is under way, after so many milliseconds at the latest. */
  readonly idle: (millisMax: number) => Promise<void>
}

/** A count of none. */
export const makeCount = (): Count => {
  let underWay = 0
  const waiting = new Set<() => void>()
  return {
    begin: () => {
      underWay += 1
    },
    end: () => {
      underWay -= 1
      if (underWay === 0) for (const done of waiting) done()
    },
    idle: async (millisMax) => {
      if (underWay === 0) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, millisMax)
        waiting.add(done)
      })
    },
  }
}
