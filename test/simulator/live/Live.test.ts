import { beforeEach, describe, expect, it } from "vitest"
import {
  KEEP_ALIVE_MILLIS,
  type Live,
  makeLive,
  STREAMS_MAX,
  TOPICS,
  TURN_MILLIS,
} from "../../../simulator/world/live/Live.ts"
import type { BodyStream } from "../../../src/http/exchange.ts"
import { change, pass, settle } from "../../support/eventStream.ts"
import { makeWallClock, type WallClock } from "../../support/wallClock.ts"

const hello = { now: "2026-01-31T00:00:00.000Z" }

let wall: WallClock
let live: Live
beforeEach(() => {
  wall = makeWallClock()
  live = makeLive(wall.clock)
})

const watch = (): BodyStream => {
  const stream = live.watch(hello)
  if (stream === null) throw new Error("There is no room")
  return stream
}

/** Reads a stream as fast as it goes; `said` is what it said so far. */
const reading = (stream: BodyStream) => {
  const said: Array<string | null> = []
  const read = async (): Promise<void> => {
    do said.push(await stream.next())
    while (said.at(-1) !== null)
  }
  void read()
  return said
}

const greeting = 'event: hello\ndata: {"now":"2026-01-31T00:00:00.000Z"}\n\n'

describe("a watcher", () => {
  it("is greeted at once, and told nothing while nothing changes", async () => {
    const said = reading(watch())
    await pass(wall, KEEP_ALIVE_MILLIS - 1)
    expect(said).toEqual([greeting])
  })

  it("is told what changed, once for all that changes within a turn", async () => {
    const said = reading(watch())
    await settle()
    live.changed("events")
    await pass(wall, TURN_MILLIS - 1)
    for (const topic of ["records", "events", "world"] as const) live.changed(topic)
    expect(said).toEqual([greeting])
    await pass(wall, 1)
    expect(said.slice(1)).toEqual([change("world", "records", "events")])
    await pass(wall, TURN_MILLIS)
    expect(said).toHaveLength(2)
  })

  it("is told of a later change in a turn of its own", async () => {
    const said = reading(watch())
    await settle()
    for (const topic of ["otps", "clock"] as const) {
      live.changed(topic)
      await pass(wall, TURN_MILLIS)
    }
    expect(said.slice(1)).toEqual([change("otps"), change("clock")])
  })

  it("that is slow is told once of everything that it missed", async () => {
    const stream = watch()
    await stream.next()
    for (let count = 0; count < 10_000; count++) for (const topic of TOPICS) live.changed(topic)
    const next = stream.next()
    await pass(wall, TURN_MILLIS)
    expect(await next).toBe(change(...TOPICS))
    const said = reading(stream)
    await pass(wall, TURN_MILLIS)
    expect(said).toEqual([])
  })

  it("hears that the connection is alive where nothing changes", async () => {
    const said = reading(watch())
    await pass(wall, KEEP_ALIVE_MILLIS)
    await pass(wall, KEEP_ALIVE_MILLIS)
    expect(said.slice(1)).toEqual([": alive\n\n", ": alive\n\n"])
  })

  it("is told of what changes from when it came on", async () => {
    live.changed("events")
    const said = reading(watch())
    await pass(wall, TURN_MILLIS)
    expect(said).toEqual([greeting])
  })

  it("hears no more once it has left, and nothing waits for it", async () => {
    const stream = watch()
    const said = reading(stream)
    await settle()
    live.changed("events")
    await settle()
    stream.leave()
    stream.leave()
    await settle()
    expect({ said, sleepers: wall.sleepers() }).toEqual({ said: [greeting, null], sleepers: 0 })
    expect(await stream.next()).toBeNull()
  })

  it("that leaves before it reads hears nothing at all", async () => {
    const stream = watch()
    stream.leave()
    expect(await stream.next()).toBeNull()
  })
})

describe("watchers", () => {
  it("are as many as may be, and whoever leaves makes room", () => {
    const streams = Array.from({ length: STREAMS_MAX }, watch)
    expect(live.watch(hello)).toBeNull()
    streams[7]?.leave()
    streams[7]?.leave()
    expect([live.watch(hello), live.watch(hello)]).toEqual([expect.anything(), null])
  })

  it("all hear the same, each in its time", async () => {
    const [early, late] = [reading(watch()), watch()]
    await settle()
    live.changed("faults")
    await pass(wall, TURN_MILLIS)
    live.changed("otps")
    await pass(wall, TURN_MILLIS)
    const said = reading(late)
    await pass(wall, TURN_MILLIS)
    expect([early, said]).toEqual([
      [greeting, change("faults"), change("otps")],
      [greeting, change("otps", "faults")],
    ])
  })

  it("all end with their world, which makes room", async () => {
    const all = Array.from({ length: STREAMS_MAX }, () => reading(watch()))
    live.end()
    await settle()
    expect(all.every((said) => said.at(-1) === null)).toBe(true)
    expect(live.watch(hello)).not.toBeNull()
  })
})
