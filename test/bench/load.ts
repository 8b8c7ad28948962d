// The load generator, a process of its own: so many connections that stay open, each with one request under way. It reads
// a job as JSON from standard input and writes what it measured to standard output.
import { connect } from "node:net"
import { text } from "node:stream/consumers"

/** A request, as it goes over the wire. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly token: string | null
  /** JSON. */
  readonly body: string | null
}

/** What is to be sent where. */
export interface Job {
  readonly port: number
  readonly connections: number
  readonly shots: ReadonlyArray<Shot>
  /** How often all of them are sent, one after the other. */
  readonly times: number
  /** The status that every answer has to have. */
  readonly status: number
}

/** What was measured. */
export interface Load {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const wire = ({ method, path, token, body }: Shot): Buffer => {
  const headers = [
    "host: 127.0.0.1",
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    ...(body === null
      ? []
      : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body ?? ""}`)
}

const END = Buffer.from("\r\n\r\n")

/** Reads answers one after the other; each has a `content-length`, or no body. */
const reader = (answered: (status: number) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = 0
  return (chunk: Buffer): void => {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (missing === 0) {
        const end = rest.indexOf(END)
        if (end === -1) return
        const head = rest.toString("latin1", 0, end)
        status = Number(head.slice(9, 12))
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) + end + END.byteLength
      }
      if (rest.byteLength < missing) return
      rest = rest.subarray(missing)
      missing = 0
      answered(status)
    }
  }
}

/** Sends these shots over the connections, each as soon as one is free; gives the time of each. */
const send = (
  port: number,
  connections: number,
  shots: { readonly count: number; readonly at: (index: number) => Buffer },
  expected: number,
): Promise<{ readonly millis: number; readonly each: Float64Array }> =>
  new Promise((resolve, reject) => {
    const each = new Float64Array(shots.count)
    let [next, done, started, begun] = [0, 0, 0, 0]
    const begin = (): void => {
      begun = performance.now()
      for (const shoot of shooters) shoot()
    }
    const shooters = Array.from({ length: connections }, () => {
      const socket = connect(port, "127.0.0.1")
      let [index, at] = [0, 0]
      const shoot = (): void => {
        if (next >= shots.count) return void socket.end()
        index = next++
        at = performance.now()
        socket.write(shots.at(index))
      }
      socket.setNoDelay(true)
      socket.on("error", reject)
      socket.on("connect", () => {
        started += 1
        if (started === connections) begin()
      })
      socket.on(
        "data",
        reader((status) => {
          each[index] = performance.now() - at
          if (status !== expected) return reject(new Error(`${status} in place of ${expected}`))
          done += 1
          if (done === shots.count) resolve({ millis: performance.now() - begun, each })
          shoot()
        }),
      )
      return shoot
    })
  })

const run = async ({ port, connections, shots, times, status }: Job): Promise<Load> => {
  const bytes = shots.map(wire)
  const count = bytes.length * times
  const at = (index: number): Buffer => bytes[index % bytes.length] as Buffer
  const { millis, each } = await send(port, connections, { count, at }, status)
  each.sort()
  const quantile = (share: number): number => each[Math.min(count - 1, Math.floor(count * share))] ?? 0
  return { requests: count, perSecond: (count / millis) * 1000, p50: quantile(0.5), p99: quantile(0.99) }
}

const job = JSON.parse(await text(process.stdin)) as Job
process.stdout.write(JSON.stringify(await run(job)))
