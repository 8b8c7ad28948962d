// A world of version 1 with records of every kind, messages that wait in the outbox, codes, sessions and webhook endpoints.
// What it answers today is kept beside it: later code reads it and answers the same. UPDATE_ANSWERS=1 writes the answers anew.
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createSimulator } from "studio-billing/simulator"
import { expect, it } from "vitest"
import { LoggedEvent } from "../../../simulator/control/contract/webhooks.ts"
import { withRepeatableChance } from "../../golden/chance.ts"
import { lookAtAll, makePlayer, type Step } from "../../golden/player.ts"

const here = (name: string): URL => new URL(name, import.meta.url)
const read = (name: string) => JSON.parse(gunzipSync(readFileSync(here(name))).toString("utf8"))
const kept = read("version1.json.gz")

const answersOf = async (): Promise<ReadonlyArray<Step>> => {
  const folder = mkdtempSync(join(tmpdir(), "version-1-"))
  const file = join(folder, "state.json")
  const signingKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })
  writeFileSync(file, JSON.stringify({ ...kept, signingKey }))
  const answers = await withRepeatableChance(async (draw) => {
    const { fetch, close } = await createSimulator({ listen: false, clock: "manual", state: file })
    const player = makePlayer({ name: "version1", fetch, draw, port: 9 })
    const { call, steps } = player
    const { json: inbox } = await call("GET", "/_simulator/otps")
    const { otpId, email, code, context } = inbox.data[0]
    await call("POST", `/studio/auth/otp/${otpId}/validate`, { email, code, context })
    await call("POST", "/studio/auth/sign-in/magic-auth", { otpId, code })
    for (const by of ["PT0S", "P1M", "P1M"]) {
      if (by !== "PT0S") await call("POST", "/_simulator/clock", { advanceBy: by })
      const { json: organizations } = await call("GET", "/_simulator/organizations?limit=100")
      for (const { organizationId } of organizations.data) {
        for (const list of [
          "subscriptions",
          "invoices",
          "upcoming-invoice",
          "vouchers",
          "payment-methods",
          "usage",
        ])
          await call("GET", `/_simulator/organizations/${organizationId}/${list}`)
      }
      await call("GET", "/_simulator/audit")
    }
    for (const list of ["plans", "coupons"]) await call("GET", `/_simulator/${list}`)
    await lookAtAll(player)
    await close()
    return steps
  })
  rmSync(folder, { recursive: true })
  // How the state is written is the business of its version.
  return answers.filter(({ asked }) => !asked.path.endsWith("/state"))
}

it("is read, and answers as it did", async () => {
  const answers = await answersOf()
  if (process.env.UPDATE_ANSWERS === "1") {
    writeFileSync(here("version1.answers.json.gz"), gzipSync(JSON.stringify(answers), { level: 9 }))
  }
  expect(answers).toEqual(read("version1.answers.json.gz"))
})

it("lists its events as the contract has them, also those from before there was a position", () => {
  const answers: ReadonlyArray<Step> = read("version1.answers.json.gz")
  const listed = answers
    .filter(({ asked }) => asked.path.startsWith("/_simulator/events"))
    .flatMap(({ answer }) => JSON.parse(answer.slice(answer.indexOf("\n") + 1)).data)
    // Those that waited in its outbox were written by hand, and have ids that are none.
    .filter(({ id }) => !id.startsWith("message-"))
  expect(listed.length).toBeGreaterThan(100)
  const misread = listed.filter((event) => Result.isFailure(Schema.decodeUnknownResult(LoggedEvent)(event)))
  expect(misread).toEqual([])
})

it("has something in every place of a document, and a record of every kind", () => {
  const { schemaVersion, store, gateway, ...lists } = kept.worlds[0].state
  expect(schemaVersion).toBe(1)
  for (const list of [...Object.values<unknown>(store), ...Object.values(gateway), ...Object.values(lists)]) {
    expect(list).not.toHaveLength(0)
  }
  const kinds = new Set(store.records.map(({ kind }: { readonly kind: string }) => kind))
  expect(kinds.size).toBe(16)
  const waiting = store.outbox.flatMap(
    (message: { readonly billingEvent?: { readonly type: string } }) => message.billingEvent?.type ?? "OTP",
  )
  expect(new Set(waiting).size).toBe(11)
})
