// The seed of every world that was not given another one: organizations and users for each way in which access can be
// granted or refused. Ids are fixed, so that tests can name them.
import { Permission } from "../../../src/index.ts"
import { coupons, plans, seedId } from "./catalogue.ts"
import type { Seed } from "./Seed.ts"

const brazilian = seedId("1")
const american = seedId("2")
const inactive = seedId("3")

const everything = (organizationId: string) => ({ organizationId, permissions: Permission.ALL_PERMISSIONS })

/** The default seed. */
export const defaultSeed: Seed = {
  organizations: [
    { organizationId: brazilian, name: "Exemplo Ltda", currency: "BRL", status: "ACTIVE" },
    { organizationId: american, name: "Example Inc", currency: "USD", status: "ACTIVE" },
    { organizationId: inactive, name: "Dormant Ltda", currency: "BRL", status: "INACTIVE" },
  ],
  users: [
    {
      userId: seedId("11"),
      email: "owner@example.com",
      emailVerified: true,
      memberships: [everything(brazilian)],
    },
    {
      userId: seedId("12"),
      email: "viewer@example.com",
      emailVerified: true,
      memberships: [{ organizationId: brazilian, permissions: Permission.READ_PERMISSIONS }],
    },
    {
      userId: seedId("13"),
      email: "owner@example.org",
      emailVerified: true,
      memberships: [everything(american)],
    },
    {
      userId: seedId("14"),
      email: "multi@example.com",
      emailVerified: true,
      memberships: [everything(brazilian), everything(american)],
    },
    {
      userId: seedId("15"),
      email: "new@example.com",
      emailVerified: false,
      memberships: [everything(brazilian)],
    },
    {
      userId: seedId("16"),
      email: "dormant@example.com",
      emailVerified: true,
      memberships: [everything(inactive)],
    },
  ],
  plans,
  coupons,
}
