// The example of a service of one's own, as a process: it signs in, rotates its keys, is stopped in the middle of a call,
// and goes on in another process on the same file.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { makeSigningKeys } from "../../src/http/index.ts"
import { startMailService, tellsNobody } from "../support/mailService.ts"
import { type Command, makeClient, runNode } from "../support/simulator.ts"

const EMAIL = "ana@example.com"
const folder = mkdtempSync(join(tmpdir(), "server-"))
const KEYS = join(folder, "keys.json")

let mail: Awaited<ReturnType<typeof startMailService>>
beforeAll(async () => {
  mail = await startMailService()
})

const running: Array<Command> = []
afterEach(() => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL")
})
afterAll(() => {
  mail.close()
  rmSync(folder, { recursive: true })
})

const start = async () => {
  const command = runNode(["--import", "./test/support/ownName.ts", "docs/examples/server/main.ts"], {
    DATABASE: join(folder, "billing.sqlite"),
    KEYS,
    PORT: "0",
    MAIL_URL: mail.url,
    OWNER: EMAIL,
  })
  running.push(command)
  const url: string = JSON.parse(await command.nextLine()).listening
  return { command, url, client: makeClient(fetch, url) }
}

type Started = Awaited<ReturnType<typeof start>>

/** The next line that says so. */
const until = async ({ command }: Started, member: string): Promise<unknown> => {
  for (;;) {
    const entry = JSON.parse(await command.nextLine())
    if (member in entry) return entry[member]
  }
}

const stop = async (started: Started) => {
  started.command.process.kill("SIGTERM")
  const stopped = await until(started, "stopped")
  return { stopped, ...(await started.command.ended) }
}

const signIn = ({ client }: Started) => mail.signIn(client, EMAIL)

const statusOf = async ({ client: { call } }: Started, token: string): Promise<number> =>
  (await call("GET", "/studio/profile", { token })).status

it("subscribes and pays, and another process knows of it", async () => {
  const first = await start()
  const { accessToken: token, refreshToken } = await signIn(first)
  const { call } = first.client
  const [organization] = (await call("GET", "/studio/profile", { token })).json.organizations
  const base = `/studio/organizations/${organization.organizationId}`
  const [plan] = (await call("GET", "/studio/plans", { token })).json.data
  const method = await call("POST", `${base}/payment-methods`, {
    token,
    body: { type: "CARD", cardToken: "tok_visa" },
  })
  await call("POST", `${base}/subscriptions`, {
    token,
    body: {
      planId: plan.planId,
      planIntervalId: plan.intervals[0].id,
      paymentMethodId: method.json.paymentMethodId,
    },
  })
  const { invoiceId } = (await call("GET", `${base}/subscriptions/upcoming-invoice`, { token })).json
  const key = { "idempotency-key": "pay-1" }
  const paid = await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, headers: key, body: {} })
  expect([paid.status, paid.json.status]).toEqual([200, "PAID"])
  expect(await stop(first)).toEqual({ stopped: true, status: 0, stderr: "" })

  const second = await start()
  const refreshed = await second.client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
  const again = await second.client.call("POST", `${base}/invoices/${invoiceId}/pay`, {
    token: refreshed.json.accessToken,
    headers: key,
    body: {},
  })
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(again.json).toEqual(paid.json)
  expect(await stop(second)).toEqual({ stopped: true, status: 0, stderr: "" })
})

it("rotates its keys while it runs", async () => {
  const started = await start()
  const { accessToken: old } = await signIn(started)
  const { signing, ...rest } = JSON.parse(readFileSync(KEYS, "utf8"))
  const next = await makeSigningKeys().exportPrivate()
  const kids = async () =>
    (await started.client.call("GET", "/.well-known/jwks.json")).json.keys.map(
      ({ kid }: { readonly kid: string }) => kid,
    )
  const replace = async (keys: ReadonlyArray<unknown>) => {
    writeFileSync(KEYS, JSON.stringify({ ...rest, signing: keys }))
    started.command.process.kill("SIGHUP")
    expect(await until(started, "keys")).toBe("replaced")
  }
  const [first] = await kids()
  await replace([signing[0], next])
  expect(await kids()).toEqual([first, expect.any(String)])
  await replace([next, signing[0]])
  const { accessToken: young } = await signIn(started)
  expect([await statusOf(started, old), await statusOf(started, young)]).toEqual([200, 200])
  await replace([next])
  expect([await statusOf(started, old), await statusOf(started, young)]).toEqual([401, 200])
  expect(await stop(started)).toEqual({ stopped: true, status: 0, stderr: "" })
})

it("keeps its keys where the file of them is half written, and says so", async () => {
  const started = await start()
  const { accessToken } = await signIn(started)
  const whole = readFileSync(KEYS, "utf8")
  const reload = async (text: string) => {
    writeFileSync(KEYS, text)
    started.command.process.kill("SIGHUP")
    return Promise.race([until(started, "keys"), started.command.ended])
  }
  expect([await reload(whole.slice(0, 200)), await reload("{}")]).toEqual(["kept", "kept"])
  expect(await statusOf(started, accessToken)).toBe(200)
  expect(await reload(whole)).toBe("replaced")
  expect(await stop(started)).toEqual({ stopped: true, status: 0, stderr: "" })
})

it("does not tell by its time which addresses have an account", async () => {
  const started = await start()
  await tellsNobody((body) => started.client.call("POST", "/studio/auth/otp", { body }))
  await stop(started)
})

it("answers what is in flight when it is stopped", async () => {
  const started = await start()
  const body = JSON.stringify({ email: EMAIL, context: "MAGIC_AUTH" })
  const { port } = new URL(started.url)
  const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1")
  const head = `POST /studio/auth/otp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 5))
  // Its head is read before another call is answered.
  expect((await started.client.call("GET", "/health/ready")).status).toBe(200)
  const answer = text(socket)
  started.command.process.kill("SIGTERM")
  socket.write(body.slice(5))
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await started.command.ended).toEqual({ status: 0, stderr: "" })
})
