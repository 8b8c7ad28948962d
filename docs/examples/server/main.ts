// A service of one's own in one process: the contract on a socket over SQLite, the engine, keys that can be rotated, and a
// stop in order. Any number of these processes may share the file. It charges no money: put your own gateway in its place.
//
//   DATABASE=billing.sqlite KEYS=keys.json PORT=8080 MAIL_URL=https://mail.example OWNER=ana@example.com node main.ts
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import {
  BillingStore,
  definePlan,
  deliverOtps,
  OtpSender,
  Secrets,
  TokenIssuer,
  withEqualTimes,
} from "studio-billing"
import { runEngine } from "studio-billing/engine"
import { makeCors, makeJwtTokenIssuer, makeRateLimit, makeSigningKeys } from "studio-billing/http"
import { makeSecrets, StudioListener, studioServerLayer } from "studio-billing/http/node"
import { makeScriptedGateway } from "studio-billing/simulator"
import { openDatabase } from "../sqlite/Database.ts"
import { policy, portsOf, signUp } from "../sqlite/host.ts"
import { makeSqliteRateLimitStore } from "../sqlite/SqliteRateLimitStore.ts"
import { sweep } from "../sqlite/sweep.ts"

const { DATABASE = "billing.sqlite", KEYS = "keys.json", PORT = "8080", ORIGIN = "" } = process.env
const { MAIL_URL = "http://127.0.0.1:2525", OWNER = "owner@example.com" } = process.env

const log = (entry: object): void => void process.stdout.write(`${JSON.stringify(entry)}\n`)
const logFault = (what: object, cause: Cause.Cause<unknown>): void =>
  void process.stderr.write(`${JSON.stringify({ ...what, cause: Cause.pretty(cause) })}\n`)

// The private keys, the one that signs first, and the key of codes and refresh tokens. They belong in a vault.
if (!existsSync(KEYS)) {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")
  const made = { signing: [await makeSigningKeys().exportPrivate()], secret }
  writeFileSync(KEYS, JSON.stringify(made), { mode: 0o600 })
}
const stored = () => JSON.parse(readFileSync(KEYS, "utf8"))
const keys = makeSigningKeys(stored().signing)

const database = openDatabase(DATABASE)
const { issuer } = makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" })

// What the mail service does not accept in two seconds is a defect, and is tried again.
const sender = withEqualTimes({
  send: ({ email, code }) =>
    Effect.promise(async (signal) => {
      const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
      const { ok, status } = await fetch(MAIL_URL, { method: "POST", body, signal })
      if (!ok) throw new Error(`The mail service answered ${status}`)
    }),
})

const ports = Layer.mergeAll(
  portsOf(database, makeScriptedGateway().gateway),
  Layer.succeed(Secrets, makeSecrets(Buffer.from(stored().secret, "base64"))),
  Layer.succeed(OtpSender, sender),
  Layer.succeed(TokenIssuer, issuer),
)

/** A first plan and a first company, in a new database. */
const begin = Effect.gen(function* () {
  const known = yield* (yield* BillingStore).plans({ status: null, page: 1, limit: 1 })
  if (known.totalItems > 0) return
  const interval = { id: null, interval: "MONTHLY", amount: 9990, currency: "BRL" } as const
  const plan = { planId: null, name: "Starter", description: "", status: "ACTIVE", prices: [] } as const
  yield* definePlan({ ...plan, intervals: [interval] })
  yield* signUp({ name: "One", email: OWNER })
})

const server = studioServerLayer({
  port: Number(PORT),
  drainMillis: 0, // as long as your balancer needs to see that `/health/ready` says no
  keys,
  rateLimit: makeRateLimit({ perMinute: 600, store: makeSqliteRateLimitStore(database) }),
  cors: makeCors({ allows: (origin) => origin === ORIGIN }),
  onAnswer: log,
  onDefect: ({ cause, ...where }) => logFault(where, cause),
})

const engine = runEngine({
  everyMillis: 1_000,
  tasks: [
    { name: "codes", everyMillis: 1_000, run: deliverOtps },
    { name: "sweep", everyMillis: 60_000, run: Effect.suspend(() => sweep(database, Date.now(), policy)) },
  ],
  onReport: (report) =>
    Effect.sync(() => {
      if (!("cause" in report)) return
      const { _tag, cause, ...about } = report
      logFault({ engine: _tag, ...about }, cause)
    }),
})

const serve = Effect.gen(function* () {
  yield* begin
  const { url } = yield* StudioListener
  log({ listening: url })
  return yield* engine
})

// SIGHUP takes the keys of the file: the new one behind the old one first, then before it, then alone. A file that
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

// SIGTERM ends the engine between two organizations, answers what is in flight, and closes the database last.
const running = Effect.runFork(Effect.provide(serve, server.pipe(Layer.provideMerge(ports))))
process.once("SIGTERM", () => void Effect.runPromise(Fiber.interrupt(running)))
running.addObserver((exit) => {
  database.close()
  const wasStopped = exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)
  if (!wasStopped && exit._tag === "Failure") logFault({ service: "failed" }, exit.cause)
  log({ stopped: wasStopped })
  process.exitCode = wasStopped ? 0 : 1
})
