// A process of its own: a server over a store, by its name, that logs its answers and defects. Its first line says where it
// listens; SIGTERM ends it in order. COLLECTOR is the address of a collector that it exports to. Run with --import ./test/support/ownName.ts.
import * as Cause from "effect/Cause"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { listen } from "../../src/http/node/nodeServer.ts"
import { observed } from "../../src/observability/index.ts"
import { servers } from "../support/hosts.ts"

const start = servers.find(([name]) => name === process.argv[2])?.[1]
if (start === undefined) throw new Error(`there is no ${process.argv[2]}`)
const { COLLECTOR } = process.env
const { dispatcher, close } = start({
  ...(COLLECTOR !== undefined && {
    observe: (ports) =>
      observed(
        ports,
        Layer.provide(
          Otlp.layerJson({ baseUrl: COLLECTOR, resource: { serviceName: "hostile" } }),
          FetchHttpClient.layer,
        ),
      ),
  }),
  onAnswer: (answered) => process.stdout.write(`${JSON.stringify(answered)}\n`),
  onDefect: ({ cause, ...defect }) =>
    process.stderr.write(`${JSON.stringify(defect)} failed: ${Cause.pretty(cause)}\n`),
})
const socket = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
process.on("SIGTERM", () => void socket.stop().then(close))
process.stdout.write(`${socket.url}\n`)
