// The word that somebody may have meant by one that nobody knows.

/** How many letters are to be added, left out, changed or swapped with their neighbour to make one word of another. */
const distance = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const changed = at(row - 1, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, changed, swapped))
    }
  }
  return at(one.length, other.length)
}

/** The one of `known` that is nearest to a word; null where none is like it. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | null => {
  const [best] = known
    .map((name) => [name, distance(word, name)] as const)
    .sort(([, one], [, other]) => one - other)
  return best !== undefined && best[1] <= Math.max(1, Math.floor(best[0].length / 3)) ? best[0] : null
}
