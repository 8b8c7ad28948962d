// A map in the order of its keys that never changes: what would change it gives another one, which shares with the
// first all but the few places on the way to the change (a weight-balanced tree). So whoever keeps a map keeps it as it
// is, at no cost, however large it is. Keys that compare as 0 are one key.

/** An order of keys: total, and the same for as long as a key is in a map. */
export type Compare<K> = (a: K, b: K) => number

/** The order of texts by their code units. */
export const byText: Compare<string> = (a, b) => (a === b ? 0 : a < b ? -1 : 1)

/** The order of numbers. */
export const byNumber: Compare<number> = (a, b) => a - b

/** An empty map in an order of its keys. */
export const makeSortedMap = <K, V>(compare: Compare<K>): SortedMap<K, V> =>
  new SortedMap<K, V>(compare, null)

interface Node<K, V> {
  readonly key: K
  readonly value: V
  readonly size: number
  readonly left: Node<K, V> | null
  readonly right: Node<K, V> | null
}

type Place<K, V> = Node<K, V> | null

/** Values by key, in the order of the keys. A class, so that a change makes no functions anew. */
export class SortedMap<K, V> implements Iterable<readonly [K, V]> {
  private readonly compare: Compare<K>
  private readonly root: Place<K, V>

  constructor(compare: Compare<K>, root: Place<K, V>) {
    this.compare = compare
    this.root = root
  }

  size(): number {
    return sizeOf(this.root)
  }

  get(key: K): V | undefined {
    let node = this.root
    while (node !== null) {
      const order = this.compare(key, node.key)
      if (order === 0) return node.value
      node = order < 0 ? node.left : node.right
    }
    return undefined
  }

  /** With a value for a key, in the place of the one that it had. */
  set(key: K, value: V): SortedMap<K, V> {
    return new SortedMap(this.compare, withKey(this.root, key, value, this.compare))
  }

  /** Without a key; the same map where it has no such key. */
  delete(key: K): SortedMap<K, V> {
    const root = withoutKey(this.root, key, this.compare)
    return root === this.root ? this : new SortedMap(this.compare, root)
  }

  /** At most `count` entries from a position on, which counts from 0. */
  slice(from: number, count: number): ReadonlyArray<readonly [K, V]> {
    const found: Array<readonly [K, V]> = []
    for (const entry of entriesFrom(this.root, from)) {
      if (found.length >= count) break
      found.push(entry)
    }
    return found
  }

  /** All values, in the order of their keys. */
  list(): ReadonlyArray<V> {
    const found: Array<V> = []
    addValues(this.root, found)
    return found
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    return entriesFrom(this.root, 0)
  }
}

const addValues = <V>(node: Place<unknown, V>, found: Array<V>): void => {
  if (node === null) return
  addValues(node.left, found)
  found.push(node.value)
  addValues(node.right, found)
}

function* entriesFrom<K, V>(root: Place<K, V>, from: number): Generator<readonly [K, V], void> {
  // The nodes to come whose right sides were not looked at; the next one is the last of them.
  const path: Array<Node<K, V>> = []
  let skip = from
  let node = root
  while (node !== null) {
    const before = sizeOf(node.left)
    if (skip <= before) {
      path.push(node)
      node = node.left
    } else {
      skip -= before + 1
      node = node.right
    }
  }
  for (let next = path.pop(); next !== undefined; next = path.pop()) {
    yield [next.key, next.value]
    for (let after = next.right; after !== null; after = after.left) path.push(after)
  }
}

const sizeOf = (node: Place<unknown, unknown>): number => (node === null ? 0 : node.size)

const nodeOf = <K, V>(of: { key: K; value: V }, left: Place<K, V>, right: Place<K, V>): Node<K, V> => ({
  key: of.key,
  value: of.value,
  size: sizeOf(left) + sizeOf(right) + 1,
  left,
  right,
})

const withKey = <K, V>(node: Place<K, V>, key: K, value: V, compare: Compare<K>): Node<K, V> => {
  if (node === null) return { key, value, size: 1, left: null, right: null }
  const order = compare(key, node.key)
  if (order === 0) return nodeOf({ key, value }, node.left, node.right)
  return order < 0
    ? balanced(node, withKey(node.left, key, value, compare), node.right)
    : balanced(node, node.left, withKey(node.right, key, value, compare))
}

const withoutKey = <K, V>(node: Place<K, V>, key: K, compare: Compare<K>): Place<K, V> => {
  if (node === null) return null
  const order = compare(key, node.key)
  const { left, right } = node
  if (order < 0) {
    const rest = withoutKey(left, key, compare)
    return rest === left ? node : balanced(node, rest, right)
  }
  if (order > 0) {
    const rest = withoutKey(right, key, compare)
    return rest === right ? node : balanced(node, left, rest)
  }
  if (left === null) return right
  if (right === null) return left
  const next = firstOf(right)
  return balanced(next, left, withoutKey(right, next.key, compare))
}

const firstOf = <K, V>(node: Node<K, V>): Node<K, V> => (node.left === null ? node : firstOf(node.left))

/** No side is more than so many times as large as the other one. */
const RATIO_MAX = 3

/** A side that is too large gives away its outer part where that is at least half as large as its inner one. */
const INNER_RATIO = 2

/** A node with these sides, of which one may have grown or shrunk by one: turned where they are out of balance. */
const balanced = <K, V>(node: Node<K, V>, left: Place<K, V>, right: Place<K, V>): Node<K, V> => {
  const [lefts, rights] = [sizeOf(left), sizeOf(right)]
  if (lefts + rights > 1) {
    if (right !== null && rights > RATIO_MAX * lefts) return turnedLeft(node, left, right)
    if (left !== null && lefts > RATIO_MAX * rights) return turnedRight(node, left, right)
  }
  return nodeOf(node, left, right)
}

const turnedLeft = <K, V>(node: Node<K, V>, left: Place<K, V>, right: Node<K, V>): Node<K, V> => {
  const { left: inner, right: outer } = right
  return inner === null || sizeOf(inner) < INNER_RATIO * sizeOf(outer)
    ? nodeOf(right, nodeOf(node, left, inner), outer)
    : nodeOf(inner, nodeOf(node, left, inner.left), nodeOf(right, inner.right, outer))
}

const turnedRight = <K, V>(node: Node<K, V>, left: Node<K, V>, right: Place<K, V>): Node<K, V> => {
  const { left: outer, right: inner } = left
  return inner === null || sizeOf(inner) < INNER_RATIO * sizeOf(outer)
    ? nodeOf(left, outer, nodeOf(node, inner, right))
    : nodeOf(inner, nodeOf(left, outer, inner.left), nodeOf(node, inner.right, right))
}
