// The place in the console, as the hash of the address: `#/organizations/ID?page=2`. A view is a link, so that it can be
// opened in a tab of its own, bookmarked and gone back to. Pure; the page follows it in place.ts.

/** A place in the console. What an address does not say is empty. */
export interface Place {
  /** The parts of the path, the view first; none is the start. */
  readonly path: ReadonlyArray<string>
  readonly query: Readonly<Record<string, string>>
}

/** The place that a hash names; whatever it is, it names one. */
export const parsePlace = (hash: string): Place => {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2)
  return {
    path: path
      .split("/")
      .filter((part) => part !== "")
      .map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** The hash of a place. Empty members of the query are left out. */
export const hrefOf = (
  path: ReadonlyArray<string>,
  query: Readonly<Record<string, string | number>> = {},
): string => {
  const told = Object.entries(query).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(Object.fromEntries(told)).toString()
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`
}

/** The hash of an organization, or of an invoice of it. */
export const hrefOfOrganization = (organizationId: string, invoiceId: string | null = null): string =>
  hrefOf(["organizations", organizationId, ...(invoiceId === null ? [] : ["invoices", invoiceId])])

/** The page that a place asks for, from 1. */
export const pageOf = ({ query }: Place): number => {
  const page = Number(query.page ?? "1")
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/**
 * The world of a page by its path: `/w/NAME/` is that world, any other path the default one. `base` is what goes before
 * every path of that world.
 */
export const worldOf = (pathname: string): { readonly base: string; readonly world: string } => {
  const [, base = "", name = "default"] = /^(\/w\/([^/]+))(?:\/|$)/.exec(pathname) ?? []
  return { base, world: decoded(name) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
