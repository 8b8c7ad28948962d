// The filter by organization, which several lists have.
import { useLoaded } from "../data/loaded.ts"
import type { OrganizationRow, Page } from "../data/shapes.ts"
import { place } from "../place.ts"
import { shortId } from "../words.ts"
import type { Filter } from "./Filters.tsx"

/** A choice of the first hundred organizations, and of the one of the address whichever it is. */
export const useOrganizationFilter = (): Filter => {
  const { data } = useLoaded<Page<OrganizationRow>>("/organizations?limit=100", ["records", "world"]).value
  const known = (data?.data ?? []).map(({ organizationId, name }) => [organizationId, name] as const)
  const asked = place.value.query.organizationId ?? ""
  const isKnown = asked === "" || known.some(([organizationId]) => organizationId === asked)
  return {
    name: "organizationId",
    label: "Organization",
    choices: isKnown ? known : [...known, [asked, shortId(asked)]],
  }
}
