import { expect, it } from "vitest"
import { makeLog, WAITING_BYTES_MAX } from "../../simulator/cli/log.ts"

const request = { method: "GET", path: "/", status: 200, durationMillis: 1, requestId: "r" }
type Answered = Parameters<ReturnType<typeof makeLog>["request"]>[0]

it.each([
  ["json", '{"event":"omitted","lines":2}'],
  ["pretty", "(2 lines that nobody read)"],
] as const)("%s leaves out lines for which there is no room, and says so once there is", (mode, omitted) => {
  const written: Array<string> = []
  const output = { writableLength: 0, write: (text: string) => written.push(text.trimEnd()) > 0 }
  const log = makeLog(mode, output)
  const ask = (path: string) => log.request({ ...request, path } as Answered)
  ask("/1")
  output.writableLength = WAITING_BYTES_MAX + 1
  ask("/2")
  ask("/3")
  output.writableLength = WAITING_BYTES_MAX
  ask("/4")
  ask("/5")
  const paths = written.map((line) => /\/\d/.exec(line)?.[0] ?? line)
  expect(paths).toEqual(["/1", omitted, "/4", "/5"])
})
