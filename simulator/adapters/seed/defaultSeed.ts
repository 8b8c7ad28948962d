// The seed of every world that was not given another one: organizations and users for each way in which access can be
// granted or refused. Ids are fixed, so that tests can name them.
import { Permission } from "../../../src/index.ts"
import { coupons, plans, seedId } from "./catalogue.ts"
import type { Seed } from "./Seed.ts"

const brazilian = seedId("1")
const american = seedId("2")
const inactive = seedId("3")

const everything = (organizationId: string) => ({ organizationId, permissions: Permission.ALL_PERMISSIONS })

const user = (
  digits: string,
  email: string,
  ...memberships: Seed["users"][number]["memberships"]
): Seed["users"][number] => ({ userId: seedId(digits), email, emailVerified: true, memberships })

/** The default seed. */
export const defaultSeed: Seed = {
  organizations: [
    { organizationId: brazilian, name: "Exemplo Ltda", currency: "BRL", status: "ACTIVE" },
    { organizationId: american, name: "Example Inc", currency: "USD", status: "ACTIVE" },
    { organizationId: inactive, name: "Dormant Ltda", currency: "BRL", status: "INACTIVE" },
  ],
  users: [
    user("11", "owner@example.com", everything(brazilian)),
    user("12", "viewer@example.com", {
      organizationId: brazilian,
      permissions: Permission.READ_PERMISSIONS,
    }),
    user("13", "owner@example.org", everything(american)),
    user("14", "multi@example.com", everything(brazilian), everything(american)),
    { ...user("15", "new@example.com", everything(brazilian)), emailVerified: false },
    user("16", "dormant@example.com", everything(inactive)),
  ],
  plans,
  coupons,
}
