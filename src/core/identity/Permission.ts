// The permissions that access tokens carry. The four that the specification names under "Authentication" are enough for
// its whole flow; the others complete the resources.

/** Every permission, resource by resource. GAP-18 */
export const ALL_PERMISSIONS = [
  "plan:read",
  "payment_method:read",
  "payment_method:write",
  "subscription:read",
  "subscription:write",
  "invoice:read",
  "invoice:pay",
  "coupon:read",
  "voucher:read",
  "billing_threshold:read",
  "billing_threshold:write",
] as const

/** One of `ALL_PERMISSIONS`. */
export type Permission = (typeof ALL_PERMISSIONS)[number]

/** The permissions that change nothing. GAP-18 */
export const READ_PERMISSIONS = [
  "plan:read",
  "payment_method:read",
  "subscription:read",
  "invoice:read",
  "coupon:read",
  "voucher:read",
  "billing_threshold:read",
] as const satisfies ReadonlyArray<Permission>

/** Who may change a resource may read it; who may pay invoices may read them. GAP-18 */
const IMPLIED: Partial<Record<Permission, Permission>> = {
  "payment_method:write": "payment_method:read",
  "subscription:write": "subscription:read",
  "invoice:pay": "invoice:read",
  "billing_threshold:write": "billing_threshold:read",
}

/** Tells whether the granted permissions hold a required one, or one that implies it. GAP-18 */
export const allows = (granted: ReadonlyArray<Permission>, required: Permission): boolean =>
  granted.some((permission) => permission === required || IMPLIED[permission] === required)

/** Those of the wanted permissions that the granted ones cover, in the order wanted. */
export const covered = (permissions: {
  readonly wanted: ReadonlyArray<Permission>
  readonly granted: ReadonlyArray<Permission>
}): ReadonlyArray<Permission> =>
  permissions.wanted.filter((permission) => allows(permissions.granted, permission))
