// The process that answers: the contract on one port and the gateway's webhooks on another. Run as many as you like behind
// a balancer that asks `/health/ready`.
//
//   node serve.ts
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Secrets, TokenIssuer } from "studio-billing"
import { makeJwtTokenIssuer, makeRateLimit, makeSigningKeys } from "studio-billing/http"
import { makeSecrets, StudioListener, studioServerLayer } from "studio-billing/http/node"
import { makePostgresRateLimitStore } from "studio-billing/postgres"
import { listenForHooks } from "./hooks.ts"
import { log, logFault } from "./log.ts"
import { client, ports } from "./ports.ts"
import { keysFile, listening } from "./settings.ts"
import { untilStopped } from "./untilStopped.ts"

const stored = () => JSON.parse(readFileSync(keysFile(), "utf8"))
const keys = makeSigningKeys(stored().signing)
const { issuer } = makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" })
const { host, port, hooksPort, drainMillis } = listening()

const server = studioServerLayer({
  host,
  port,
  drainMillis,
  keys,
  rateLimit: makeRateLimit({ perMinute: 600, store: makePostgresRateLimitStore(client) }),
  onAnswer: log,
  onDefect: ({ cause, ...where }) => logFault(where, cause),
})

const all = Layer.mergeAll(
  ports,
  Layer.succeed(Secrets, makeSecrets(Buffer.from(stored().secret, "base64"))),
  Layer.succeed(TokenIssuer, issuer),
)

const serve = Effect.gen(function* () {
  const { url } = yield* StudioListener
  const hooks = yield* listenForHooks(host, hooksPort)
  log({ listening: url, hooks })
  return yield* Effect.never
})

// SIGHUP takes the keys of the file: docs/server.md says in which order they are rotated. A file that
// cannot be read changes nothing. Of its fault only the name is logged, because the rest may quote a key.
const replaceKeys = async () => keys.replace(stored().signing)
process.on(
  "SIGHUP",
  () =>
    void replaceKeys().then(
      () => log({ keys: "replaced" }),
      ({ name }) => log({ keys: "kept", fault: name }),
    ),
)

untilStopped(Effect.provide(Effect.scoped(serve), Layer.provideMerge(server, all)))
