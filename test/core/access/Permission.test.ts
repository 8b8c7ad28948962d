import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Permission from "../../../src/core/identity/Permission.ts"
import { runs } from "../../support/runs.ts"

/** What each permission allows by itself: the whole of GAP-18. */
const allowed: Record<Permission.Permission, ReadonlyArray<Permission.Permission>> = {
  "plan:read": ["plan:read"],
  "payment_method:read": ["payment_method:read"],
  "payment_method:write": ["payment_method:read", "payment_method:write"],
  "subscription:read": ["subscription:read"],
  "subscription:write": ["subscription:read", "subscription:write"],
  "invoice:read": ["invoice:read"],
  "invoice:pay": ["invoice:read", "invoice:pay"],
  "coupon:read": ["coupon:read"],
  "voucher:read": ["voucher:read"],
  "billing_threshold:read": ["billing_threshold:read"],
  "billing_threshold:write": ["billing_threshold:read", "billing_threshold:write"],
}

const permissions = fc.subarray([...Permission.ALL_PERMISSIONS])

describe("GAP-18", () => {
  it("the table has a row for every permission", () => {
    expect(Object.keys(allowed)).toEqual([...Permission.ALL_PERMISSIONS])
  })

  it.each(Permission.ALL_PERMISSIONS)("%s allows itself, and reading where it changes or pays", (granted) => {
    expect(Permission.ALL_PERMISSIONS.filter((required) => Permission.allows([granted], required))).toEqual(
      allowed[granted],
    )
  })

  it("the read permissions are those that end so", () => {
    expect(Permission.READ_PERMISSIONS).toEqual(
      Permission.ALL_PERMISSIONS.filter((permission) => permission.endsWith(":read")),
    )
  })

  it.each([
    ["list plans", "plan:read"],
    ["add a payment method", "payment_method:write"],
    ["create a subscription", "subscription:write"],
    ["preview the upcoming invoice", "subscription:read"],
    ["pay the invoice", "invoice:pay"],
    ["check the invoice's status before a retry", "invoice:read"],
    ["check the subscription's status", "subscription:read"],
  ] as const)("the four permissions of the specification can %s", (_name, required) => {
    const four = ["plan:read", "subscription:write", "payment_method:write", "invoice:pay"] as const
    expect(Permission.allows(four, required)).toBe(true)
  })

  it("the read permissions allow no change", () => {
    for (const required of ["payment_method:write", "subscription:write", "invoice:pay"] as const) {
      expect(Permission.allows(Permission.READ_PERMISSIONS, required)).toBe(false)
    }
  })
})

describe("allows", () => {
  it("of several permissions is what one of them allows; none allow nothing", () => {
    fc.assert(
      fc.property(permissions, fc.constantFrom(...Permission.ALL_PERMISSIONS), (granted, required) => {
        const one = granted.some((permission) => allowed[permission].includes(required))
        expect(Permission.allows(granted, required)).toBe(one)
      }),
      { numRuns: runs(2000), examples: [[[], "plan:read"]] },
    )
  })
})

describe("covered", () => {
  it("keeps what is allowed and never gives more than was wanted or granted", () => {
    fc.assert(
      fc.property(permissions, permissions, (wanted, granted) => {
        const covered = Permission.covered({ wanted, granted })
        expect(covered).toEqual(wanted.filter((permission) => Permission.allows(granted, permission)))
        for (const required of Permission.ALL_PERMISSIONS) {
          if (Permission.allows(covered, required)) {
            expect(Permission.allows(wanted, required) && Permission.allows(granted, required)).toBe(true)
          }
        }
      }),
      { numRuns: runs(2000) },
    )
  })

  it("a read is covered by the write that implies it, not the other way round", () => {
    const read = ["invoice:read"] as const
    const pay = ["invoice:pay"] as const
    expect(Permission.covered({ wanted: read, granted: pay })).toEqual(["invoice:read"])
    expect(Permission.covered({ wanted: pay, granted: read })).toEqual([])
  })
})
