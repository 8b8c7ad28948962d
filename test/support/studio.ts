// The /studio interface over a billing service that a test fills: for records that no call of the interface makes.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import { type Dispatcher, makeDispatcher } from "../../src/http/dispatcher.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { studioRoutes } from "../../src/http/studioRoutes.ts"
import { makeJwtTokenIssuer } from "../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import { OtpSender, Permission, Secrets, TokenIssuer } from "../../src/index.ts"
import { type FakeResponse, send } from "../http/fakes.ts"
import { makeBilling, organizationId } from "./billing.ts"

// One for all tests of a file: making an RSA key takes a while.
const keys = makeSigningKeys()

const user = {
  userId: "0190a000-0000-7000-8000-000000000011",
  email: "owner@example.com",
  emailVerified: true,
  memberships: [{ organizationId, permissions: Permission.ALL_PERMISSIONS }],
}

/** A billing service with an owner, and calls to it as its owner, with every permission or with those given. */
export const makeStudio = async (billing = makeBilling()) => {
  await billing.seeded()
  await billing.commit({ puts: [{ kind: "User", record: user }] })
  const { issuer } = makeJwtTokenIssuer({
    keys,
    issuer: "studio-simulator",
    audience: "studio",
    claims: { world: "test" },
  })
  const services = billing.services.pipe(
    Context.add(OtpSender, makeMemoryOtpSender().sender),
    Context.add(Secrets, makeSecrets()),
    Context.add(TokenIssuer, issuer),
  )
  const defects: Array<unknown> = []
  const dispatch = makeDispatcher({
    routes: studioRoutes(),
    onDefect: ({ cause }) => defects.push(cause),
  })
  const dispatcher: Dispatcher = (request) => Effect.provideContext(dispatch(request), services)
  const get = async (
    url: string,
    permissions: ReadonlyArray<Permission.Permission> = Permission.ALL_PERMISSIONS,
  ): Promise<FakeResponse> => {
    const now = billing.now()
    const { userId } = user
    const claims = { userId, organizationId, permissions, sessionId: null, now, expiresInSeconds: 60 }
    const token = await Effect.runPromise(issuer.issue(claims))
    const answer = await send(dispatcher, {
      method: "GET",
      url,
      headers: { authorization: `Bearer ${token}` },
    })
    if (defects.length > 0) throw new Error("The call found a defect", { cause: defects[0] })
    return answer
  }
  return { ...billing, get }
}
