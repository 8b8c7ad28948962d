// A list that is always in order, in chunks of bounded length: adding and removing look at a few values and move a few
// hundred places, and reading a part by its position skips whole chunks. Values that compare as 0 are one value.

/** Values in the order of their comparison. */
export interface SortedList<A> extends Iterable<A> {
  readonly size: () => number
  readonly add: (value: A) => void
  /** Removes the value that compares as 0 with this one, if there is one. */
  readonly remove: (value: A) => void
  /** At most `count` values from a position on, which counts from 0. */
  readonly slice: (from: number, count: number) => ReadonlyArray<A>
}

const CHUNK_MAX = 512

/** An empty list in the order of a comparison, which is total and does not change for values that are in it. */
export const makeSortedList = <A>(compare: (a: A, b: A) => number): SortedList<A> => {
  // No chunk is ever empty, and the values of each one are before those of the next.
  const chunks: Array<Array<A>> = []
  let size = 0

  const chunkIndexOf = (value: A): number =>
    firstNot(chunks.length, (index) => compare(chunks[index]?.at(-1) as A, value) < 0)
  const indexIn = (chunk: ReadonlyArray<A>, value: A): number =>
    firstNot(chunk.length, (index) => compare(chunk[index] as A, value) < 0)

  return {
    size: () => size,
    add: (value) => {
      const chunkIndex = Math.min(chunkIndexOf(value), chunks.length - 1)
      const chunk = chunks[chunkIndex]
      size += 1
      if (chunk === undefined) {
        chunks.push([value])
        return
      }
      chunk.splice(indexIn(chunk, value), 0, value)
      if (chunk.length > CHUNK_MAX) chunks.splice(chunkIndex + 1, 0, chunk.splice(CHUNK_MAX / 2))
    },
    remove: (value) => {
      const chunkIndex = chunkIndexOf(value)
      const chunk = chunks[chunkIndex]
      if (chunk === undefined) return
      const index = indexIn(chunk, value)
      if (compare(chunk[index] as A, value) !== 0) return
      chunk.splice(index, 1)
      if (chunk.length === 0) chunks.splice(chunkIndex, 1)
      size -= 1
    },
    slice: (from, count) => {
      const values: Array<A> = []
      let skip = from
      for (const chunk of chunks) {
        if (values.length >= count) break
        if (skip < chunk.length) values.push(...chunk.slice(skip, skip + count - values.length))
        skip = Math.max(0, skip - chunk.length)
      }
      return values
    },
    *[Symbol.iterator]() {
      for (const chunk of chunks) yield* chunk
    },
  }
}

/** The first index for which it does not hold, where it holds for all before that one. */
const firstNot = (length: number, holds: (index: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
