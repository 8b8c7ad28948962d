// The sign-in routes over ports that write down each call with the shape of what it was given: what somebody who can
// only measure time might learn.
import { randomBytes } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import { defaultSeed } from "../../simulator/index.ts"
import { makeWorldClock } from "../../simulator/world/clock.ts"
import { snapshotOfSeed } from "../../simulator/world/state/snapshotOfSeed.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { makeStudioServer } from "../../src/http/server/makeStudioServer.ts"
import { makeJwtTokenIssuer } from "../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import { BillingStore, IdSource, OtpSender, PaymentGateway, Secrets, TokenIssuer } from "../../src/index.ts"
import { beginning, type Client, makeClient } from "../support/simulator.ts"

/** What is alike for two values that differ in nothing but their texts, numbers and truths. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

const recorded = <Service extends object>(name: string, service: Service, calls: Array<string>): Service =>
  Object.fromEntries(
    Object.entries(service).map(([key, member]) => {
      const write = (given: ReadonlyArray<unknown>): void =>
        void calls.push(`${name}.${key} ${JSON.stringify(shapeOf(given))}`)
      if (typeof member === "function") {
        return [
          key,
          (...given: ReadonlyArray<unknown>) => {
            write(given)
            return member(...given)
          },
        ]
      }
      return [
        key,
        Effect.andThen(
          Effect.sync(() => write([])),
          member as Effect.Effect<unknown>,
        ),
      ]
    }),
  ) as Service

const keys = makeSigningKeys()

/** A service with the users of the seed, a client of it, the codes that arrived, and the calls of its ports. */
export const makeRecorded = (): Pick<Client, "call"> & {
  readonly calls: Array<string>
  readonly codeOf: (otpId: string) => string
} => {
  const calls: Array<string> = []
  const now = Date.parse(beginning)
  const { tables } = snapshotOfSeed(defaultSeed, now)
  const { store } = makeMemoryBillingStore({ tables })
  const { sender, inbox } = makeMemoryOtpSender()
  const { issuer } = makeJwtTokenIssuer({
    keys,
    issuer: "studio-simulator",
    audience: "studio",
    claims: { world: "default" },
  })
  const services = Context.make(BillingStore, recorded("store", store, calls)).pipe(
    Context.add(IdSource, recorded("ids", makeMemoryIdSource(), calls)),
    Context.add(Secrets, recorded("secrets", makeSecrets(randomBytes(32)), calls)),
    Context.add(OtpSender, recorded("sender", sender, calls)),
    Context.add(TokenIssuer, recorded("issuer", issuer, calls)),
    Context.add(PaymentGateway, recorded("gateway", makeScriptedGateway().gateway, calls)),
    Context.add(Clock.Clock, makeWorldClock({ now, mode: "manual" }).clock),
  )
  const { fetch } = makeStudioServer({
    ports: Layer.succeedContext(services),
    onDefect: ({ cause }) => {
      throw cause
    },
  })
  const { call } = makeClient(fetch, "http://localhost")
  return {
    call,
    calls,
    codeOf: (otpId) => inbox.list(null).find((message) => message.otpId === otpId)?.code ?? "",
  }
}
