import { expect, it } from "vitest"
import { makeGatewayMemory } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeTables } from "../../../simulator/adapters/memory/Tables.ts"
import { noWebhooks } from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSnapshots, SNAPSHOTS_MAX } from "../../../simulator/world/state/Snapshots.ts"

const momentAt = (now: number) => ({
  now,
  tables: makeTables(),
  gateway: makeGatewayMemory(),
  webhooks: noWebhooks,
  inbox: [],
  couponsBefore: [],
})
const snapshotOf = (name: string, now = 0) => ({ name, moment: momentAt(now) })

it("keeps one a name, the latest put first, and no more than its bound", () => {
  const snapshots = makeSnapshots()
  const names = () => snapshots.list().map(({ name }) => name)
  expect(["a", "b", "a"].map((name, now) => snapshots.put(snapshotOf(name, now)))).toEqual([true, true, true])
  expect(names()).toEqual(["a", "b"])
  expect(snapshots.get("a")?.moment.now).toBe(2)
  expect([snapshots.remove("a"), snapshots.remove("a"), snapshots.get("a")]).toEqual([true, false, undefined])
  for (let index = 1; index < SNAPSHOTS_MAX; index++) snapshots.put(snapshotOf(String(index)))
  expect(snapshots.put(snapshotOf("more"))).toBe(false)
  expect(snapshots.put(snapshotOf("b", 5))).toBe(true)
  expect(names()).toHaveLength(SNAPSHOTS_MAX)
})
