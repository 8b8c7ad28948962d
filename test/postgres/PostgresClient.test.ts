// What an error of a client says: only the server can say that a statement was not done.
import { describe, expect, it } from "vitest"
import {
  failureOf,
  fromPg,
  fromPgPrepared,
  fromPostgresJs,
  fromSqlClient,
} from "../../src/postgres/PostgresClient.ts"

describe("a client", () => {
  it.each([
    ["fromPg", fromPg, "fromPg needs a pool of pg"],
    ["fromPgPrepared", fromPgPrepared, "fromPgPrepared needs a pool of pg"],
    ["fromPostgresJs", fromPostgresJs, "fromPostgresJs needs what postgres(url) gives"],
    ["fromSqlClient", fromSqlClient, "fromSqlClient needs a SqlClient"],
  ])("by %s is refused over what has no statements", (_, make, message) => {
    for (const given of ["postgres://localhost", undefined, null, {}]) {
      expect(() => make(given as never)).toThrow(message)
    }
  })
})

describe("a failure", () => {
  it.each(["EPERM", "EBADF", "EPIPE", "E2BIG", "ECONNRESET", "08006", "57P01", "P1017", "P2010"])(
    "by %s is no answer: nobody knows what happened",
    (code) => {
      expect(failureOf(Object.assign(new Error("failed"), { code })).sqlState).toBeNull()
    },
  )

  it.each(["23505", "40001", "SB001", "XX000", "P0001", "F0000"])("by %s is an answer", (code) => {
    expect(failureOf({ reason: { cause: Object.assign(new Error("failed"), { code }) } }).sqlState).toBe(code)
  })

  it("is found where Sequelize has it", () => {
    expect(failureOf({ original: { code: "SB001", detail: "[]" } })).toMatchObject({
      sqlState: "SB001",
      detail: "[]",
    })
  })

  it("names its constraint as postgres.js does", () => {
    expect(failureOf({ code: "23505", constraint_name: "users_email" }).constraint).toBe("users_email")
  })
})
