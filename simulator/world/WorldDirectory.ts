// The worlds of a simulator as one of them sees them. GAP-109

/** Lists the worlds that have begun, and ends one. */
export interface WorldDirectory {
  /** In the order in which they began; `now` is what the clock of each shows. */
  readonly list: () => ReadonlyArray<{ readonly name: string; readonly now: number }>
  /** Ends a world and makes room for another one; the next of its name begins anew. Nothing happens where there is none. */
  readonly end: (name: string) => Promise<void>
}
