// A server of one's own over what the simulator's world holds, in memory. A call of the control plane restores it.
import { json } from "node:stream/consumers"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeScriptedGateway } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../../simulator/adapters/security/MemoryOtpSender.ts"
import { beginYoung } from "../../../simulator/cli/collector.ts"
import { makeWorldClock } from "../../../simulator/world/clock.ts"
import { respondJson } from "../../../src/http/exchange.ts"
import { listen, makeSecrets } from "../../../src/http/node/index.ts"
import { makeStudioServer } from "../../../src/http/server/makeStudioServer.ts"
import { makeJwtTokenIssuer } from "../../../src/http/tokens/JwtTokenIssuer.ts"
import {
  BillingStore,
  IdSource,
  OtpSender,
  PaymentGateway,
  Secrets,
  TokenIssuer,
} from "../../../src/index.ts"
import { makeBenchWorld, type Size } from "./studio.ts"

beginYoung()
const { world, fixture, keys } = await makeBenchWorld((await json(process.stdin)) as Size)
const { now, tables } = world.present()

const begin = () => {
  const { issuer } = makeJwtTokenIssuer({
    keys,
    issuer: "studio-simulator",
    audience: "studio",
    claims: { world: "default" },
  })
  const ports = Context.make(BillingStore, makeMemoryBillingStore({ tables }).store).pipe(
    Context.add(Clock.Clock, makeWorldClock({ now, mode: "manual" }).clock),
    Context.add(IdSource, makeMemoryIdSource()),
    Context.add(OtpSender, makeMemoryOtpSender().sender),
    Context.add(PaymentGateway, makeScriptedGateway().gateway),
    Context.add(Secrets, makeSecrets()),
    Context.add(TokenIssuer, issuer),
  )
  return makeStudioServer({
    ports: Layer.succeedContext(ports),
    keys,
    onDefect: ({ cause }) => {
      throw cause
    },
  })
}

let server = begin()
const restored = Effect.sync(() => {
  server = begin()
  return respondJson(200, {})
})
const { port } = await listen({
  dispatcher: (request) => (request.url.startsWith("/_simulator/") ? restored : server.dispatcher(request)),
  host: "127.0.0.1",
  port: 0,
})
process.stdout.write(`${JSON.stringify({ port, fixture })}\n`)
