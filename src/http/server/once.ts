// Ending something once, however often and by whomever it is ended.

/** Runs at the first call; all calls have the one promise. */
export const once = (run: () => Promise<void>): (() => Promise<void>) => {
  let ran: Promise<void> | undefined
  return () => {
    ran ??= run()
    return ran
  }
}
