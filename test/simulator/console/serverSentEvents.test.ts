import { describe, expect, it } from "vitest"
import { makeEventReader } from "../../../simulator/console/data/serverSentEvents.ts"

const text =
  ': hello\n\nevent: hello\ndata: {"now":1}\n\nevent: change\ndata: {"a":\ndata: 2}\n\ndata: bare\n\n'
const events = [
  { type: "hello", data: '{"now":1}' },
  { type: "change", data: '{"a":\n2}' },
  { type: "message", data: "bare" },
]

describe("server-sent events", () => {
  it("are read whole", () => {
    expect(makeEventReader()(text)).toEqual(events)
  })

  it("are read wherever they are cut", () => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const read = makeEventReader()
      expect([...read(text.slice(0, cut)), ...read(text.slice(cut))]).toEqual(events)
    }
  })

  it("wait for their end", () => {
    const read = makeEventReader()
    expect(read("event: change\ndata: 1\n")).toEqual([])
    expect(read("\n")).toEqual([{ type: "change", data: "1" }])
  })

  it("have lines of either kind", () => {
    expect(makeEventReader()("event: change\r\ndata: 1\r\n\r\n")).toEqual([{ type: "change", data: "1" }])
  })
})
