import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { curlOf } from "../../../simulator/console/data/curl.ts"

const url = "http://127.0.0.1:4010/studio/x?a=1&b=2"

/** The words that a shell makes of a command. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { env: { CONTROL_TOKEN: "between us" } })
    .toString()
    .split("\0")
    .slice(0, -1)

describe("a call as a command", () => {
  it("has what a read needs", () => {
    expect(wordsOf(curlOf({ method: "GET", url, body: undefined, authorization: null }))).toEqual([
      "curl",
      "-sS",
      url,
    ])
  })

  it("reaches its server as it was, whatever is in its body", () => {
    const body = { name: `O'Neill "$(rm)" \\ \`x\``, amount: 1 }
    const command = curlOf({ method: "POST", url, body, authorization: { token: "eyJ.a.b" } })
    expect(wordsOf(command)).toEqual([
      "curl",
      "-sS",
      "-X",
      "POST",
      url,
      "-H",
      "content-type: application/json",
      "-H",
      "authorization: Bearer eyJ.a.b",
      "-d",
      JSON.stringify(body),
    ])
  })

  it("takes the control token from the shell", () => {
    const command = curlOf({ method: "DELETE", url, body: undefined, authorization: "control" })
    expect(command).not.toContain("between us")
    expect(wordsOf(command)).toContain("authorization: Bearer between us")
  })
})
