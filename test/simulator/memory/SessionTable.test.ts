import { describe, expect, it } from "vitest"
import { makeSessionTable } from "../../../simulator/memory/SessionTable.ts"
import type { Session } from "../../../src/core/access/Session.ts"
import { sessionOf } from "./records.ts"

const start = (kept: number) => {
  const forgotten: Array<string> = []
  const table = makeSessionTable({ forgotten: ({ sessionId }) => forgotten.push(sessionId), kept })
  const put = (sessionId: string, rotatedAt: number, members: Partial<Session> = {}) =>
    table.put({ ...sessionOf(sessionId, "user-1"), rotatedAt, expiresAt: rotatedAt + 100, ...members })
  const open = (at: number) => table.openOf("user-1", at).map(({ sessionId }) => sessionId)
  return { table, forgotten, put, open }
}

describe("sessions", () => {
  it("are open until they end or are over, also once they are forgotten", () => {
    const { table, forgotten, put, open } = start(1)
    put("a", 0)
    put("b", 10)
    expect(open(99)).toEqual(["a", "b"])
    expect(open(100)).toEqual(["b"])
    put("c", 105)
    expect(forgotten).toEqual(["a"])
    expect(open(0)).toEqual(["b", "c"])
    put("b", 10, { revokedAt: 106 })
    expect(open(0)).toEqual(["c"])
    expect(table.records().map(({ sessionId }) => sessionId)).toEqual(["b", "c"])
  })

  it("that were ended are forgotten before their time, and not by what ends them", () => {
    const { forgotten, put } = start(0)
    put("a", 0)
    put("a", 0, { revokedAt: 0 })
    expect(forgotten).toEqual([])
    put("b", 1)
    expect(forgotten).toEqual(["a"])
  })
})
