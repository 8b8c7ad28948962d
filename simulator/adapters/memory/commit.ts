// One commit: everything that could stand against it is looked at first, and then all of it is done. Both are one
// synchronous step, so that nothing ever sees half of it.

import type { Commit, Scope } from "../../../src/index.ts"
import {
  deleteRecord,
  forgetAfter,
  putRecords,
  scopeKey,
  setVersion,
  type Tables,
  versionOf,
} from "./Tables.ts"

/**
 * Does all of a commit and returns `null`; or does nothing and returns the scope that somebody else changed. Throws, and
 * does nothing, where a ledger has an entry of the commit already.
 */
export const applyCommit = (tables: Tables, commit: Commit): Scope | null => {
  const conflict = staleScope(tables, commit) ?? takenKey(tables, commit) ?? depletedCoupon(tables, commit)
  if (conflict !== null) return conflict
  // A commit that throws on the way leaves no trace.
  const next = { ...tables }
  write(next, commit)
  Object.assign(tables, next)
  return null
}

const write = (tables: Tables, commit: Commit): void => {
  putRecords(tables, commit.puts)
  for (const put of commit.puts) forgetAfter(tables, put)
  for (const deletion of commit.deletes) deleteRecord(tables, deletion)
  const changed = new Map(commit.expects.map(({ scope }) => [scopeKey(scope), scope]))
  for (const { couponId, redemptions, amount } of commit.couponCounts) {
    const coupon = tables.coupons.get(couponId)
    if (coupon === undefined) continue
    const { timesRedeemed, amountRedeemed } = coupon
    const counted = { timesRedeemed: timesRedeemed + redemptions, amountRedeemed: amountRedeemed + amount }
    putRecords(tables, [{ kind: "Coupon", record: { ...coupon, ...counted } }])
    // Whoever is about to put this coupon as it was before would take the count back.
    const scope = { kind: "coupon", id: couponId } as const
    changed.set(scopeKey(scope), scope)
  }
  for (const scope of changed.values()) setVersion(tables, scope, versionOf(tables, scope) + 1)
  for (const message of commit.outbox) tables.outbox = tables.outbox.add(message)
  for (const entry of commit.due) tables.due = tables.due.move(entry)
}

const staleScope = (tables: Tables, commit: Commit): Scope | null =>
  commit.expects.find(({ scope, version }) => versionOf(tables, scope) !== version)?.scope ?? null

/** The user or coupon that has an address or a code which the commit gives to another one. */
const takenKey = (tables: Tables, commit: Commit): Scope | null => {
  const claims = new Map<string, string>()
  for (const put of commit.puts) {
    if (put.kind !== "User" && put.kind !== "Coupon") continue
    const kind = put.kind === "User" ? "user" : "coupon"
    const id = put.kind === "User" ? put.record.userId : put.record.couponId
    const text = put.kind === "User" ? put.record.email : put.record.code
    const known = (put.kind === "User" ? tables.userIdsByEmail : tables.couponIdsByCode).get(text)
    const holder = claims.get(`${kind}/${text}`) ?? known ?? id
    if (holder !== id) return { kind, id: holder }
    claims.set(`${kind}/${text}`, id)
  }
  return null
}

/** The coupon that has fewer redemptions left than the commit takes; one that is unknown has none. */
const depletedCoupon = (tables: Tables, commit: Commit): Scope | null => {
  const redemptions = new Map<string, number>()
  for (const count of commit.couponCounts) {
    redemptions.set(count.couponId, (redemptions.get(count.couponId) ?? 0) + count.redemptions)
  }
  for (const [couponId, taken] of redemptions) {
    const put = commit.puts.findLast((put) => put.kind === "Coupon" && put.record.couponId === couponId)
    const coupon = put?.kind === "Coupon" ? put.record : tables.coupons.get(couponId)
    const left =
      coupon === undefined ? -1 : (coupon.redemptionsMax ?? Number.POSITIVE_INFINITY) - coupon.timesRedeemed
    if (taken > 0 ? taken > left : coupon === undefined) return { kind: "coupon", id: couponId }
  }
  return null
}
