// A mail service for services that are processes, and the sign-in by the codes of its letters.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { Client } from "./simulator.ts"

/** A mail service on a free port. */
export const startMailService = async () => {
  let arrived = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    const letter = JSON.parse(await text(request))
    response.end()
    arrived.resolve(/\d{6}/.exec(letter.text)?.[0] ?? "")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Signs in by the code of the next letter, and gives the code with the tokens. */
    signIn: async ({ call }: Client, email: string) => {
      arrived = Promise.withResolvers<string>()
      const context = "MAGIC_AUTH"
      const { otpId } = (await call("POST", "/studio/auth/otp", { body: { email, context } })).json
      const code = await arrived.promise
      await call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
      const { json } = await call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
      return { code, accessToken: json.accessToken as string, refreshToken: json.refreshToken as string }
    },
    close: (): void => void server.close(),
  }
}

/** Holds that a code for an address that nobody has takes as long to ask for as a mail may take. */
export const tellsNobody = async (
  ask: (body: object) => Promise<{ readonly status: number }>,
): Promise<void> => {
  const before = performance.now()
  const { status } = await ask({ email: "nobody@example.com", context: "MAGIC_AUTH" })
  assert.deepEqual([status, performance.now() - before > 1_900], [201, true])
}
