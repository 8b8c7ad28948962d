import { describe, expect, it } from "vitest"
import { makeSessionTable } from "../../../simulator/adapters/memory/SessionTable.ts"
import type { Session } from "../../../src/core/identity/Session.ts"
import { sessionOf } from "../../../src/testing/contracts/records.ts"

const start = (kept: number) => {
  let table = makeSessionTable({ kept })
  /** Puts a session, and tells which ones that forgets. */
  const put = (sessionId: string, rotatedAt: number, members: Partial<Session> = {}) => {
    const session = {
      ...sessionOf(sessionId, "user-1"),
      rotatedAt,
      expiresAt: rotatedAt + 100,
      ...members,
    }
    const next = table.put(session).forget(rotatedAt, session)
    table = next.table
    return next.forgotten.map((forgotten) => forgotten.sessionId)
  }
  const open = (at: number) => table.openOf("user-1", at).map(({ sessionId }) => sessionId)
  const held = () => Array.from(table.records(), ({ sessionId }) => sessionId)
  return { put, open, held }
}

describe("sessions", () => {
  it("are open until they end or are over, also once they are forgotten", () => {
    const { put, open, held } = start(1)
    put("a", 0)
    put("b", 10)
    expect(open(99)).toEqual(["a", "b"])
    expect(open(100)).toEqual(["b"])
    expect(put("c", 105)).toEqual(["a"])
    expect(open(0)).toEqual(["b", "c"])
    put("b", 10, { revokedAt: 106 })
    expect(open(0)).toEqual(["c"])
    expect(held()).toEqual(["b", "c"])
  })

  it("that were ended are forgotten before their time, and not by what ends them", () => {
    const { put } = start(0)
    put("a", 0)
    expect(put("a", 0, { revokedAt: 0 })).toEqual([])
    expect(put("b", 1)).toEqual(["a"])
  })
})
