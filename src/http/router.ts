// Finds what is at a path in time that depends on the path alone, not on how many routes there are: a tree of segments.
// A literal segment comes before a parameter; where both lead on, the literal one does.

/** The values at a path, one a method. */
export interface Place<A> {
  readonly methods: ReadonlyMap<string, A>
  /** The values of the parameters, in the order of the path, decoded where that is possible. */
  readonly values: ReadonlyArray<string>
}

/** Finds the place of a path, or that there is none. */
export type Router<A> = (path: string) => Place<A> | undefined

interface Node<A> {
  readonly literals: Map<string, Node<A>>
  parameter: Node<A> | undefined
  methods: Map<string, A> | undefined
}

const emptyNode = <A>(): Node<A> => ({ literals: new Map(), parameter: undefined, methods: undefined })

/** As many as there are routes: each router asks for the same ones. */
const knownNames = new Map<string, ReadonlyArray<string>>()

/** The names of a template's parameters: `/plans/{planId}` has `planId`. */
export const parameterNames = (template: string): ReadonlyArray<string> => {
  const known = knownNames.get(template)
  if (known !== undefined) return known
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name as string)
  knownNames.set(template, names)
  return names
}

/**
 * A router of templates such as `/studio/plans/{planId}`. Two routes of one method and path are a mistake of the program.
 *
 * A parameter matches one segment that is not empty. A segment whose percent-encoding is broken is taken as it stands.
 */
export const makeRouter = <A extends { readonly method: string; readonly path: string }>(
  routes: ReadonlyArray<A>,
): Router<A> => {
  const root = emptyNode<A>()
  for (const route of routes) {
    const node = segmentsOf(route.path).reduce(childOf, root)
    node.methods ??= new Map()
    if (node.methods.has(route.method)) throw new Error(`Two routes for ${route.method} ${route.path}`)
    node.methods.set(route.method, route)
  }
  return (path) => find(root, segmentsOf(path), 0, [])
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/")

const childOf = <A>(parent: Node<A>, segment: string): Node<A> => {
  if (segment.startsWith("{")) {
    parent.parameter ??= emptyNode()
    return parent.parameter
  }
  const child = parent.literals.get(segment) ?? emptyNode<A>()
  parent.literals.set(segment, child)
  return child
}

const find = <A>(
  node: Node<A>,
  segments: ReadonlyArray<string>,
  index: number,
  values: ReadonlyArray<string>,
): Place<A> | undefined => {
  const segment = segments[index]
  if (segment === undefined) return node.methods && { methods: node.methods, values }
  const literal = node.literals.get(segment)
  const found = literal && find(literal, segments, index + 1, values)
  if (found !== undefined || node.parameter === undefined || segment === "") return found
  return find(node.parameter, segments, index + 1, [...values, decoded(segment)])
}

const decoded = (segment: string): string => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
