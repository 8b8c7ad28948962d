// The README as a newcomer uses it: its walk is taken from the file and pasted into a shell against a started server,
// and its test is compiled.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commandFile } from "../support/commandFile.ts"
import { filesUnder } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"

const root = new URL("../..", import.meta.url)
const readme = readFileSync(new URL("README.md", root), "utf8")

const block = (info: string): string => {
  const found = readme.split(`\`\`\`${info}\n`)[1]?.split("\n```")[0]
  if (found === undefined) throw new Error(`The README has no block ${info}`)
  return found
}

describe("the walk", () => {
  const server = spawn(process.execPath, [commandFile, "--port", "0", "--log", "json"], {
    cwd: root,
  })
  let url = ""
  beforeAll(async () => {
    const [line] = await once(createInterface(server.stdout), "line")
    url = JSON.parse(line as string).url
  })
  afterAll(() => void server.kill())

  const paste = async (change: (walk: string) => string = (walk) => walk) => {
    const walk = change(block("sh walk")).replace("http://127.0.0.1:4010", url)
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", walk])
    expect(stderr).toBe("")
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  }

  it("signs in, subscribes, previews, pays and is ACTIVE", async () => {
    const [created, preview, paid, status, used, passed] = await paste()
    expect(created).toMatchObject({ status: "ACTIVE", coupons: [{ code: "WELCOME10", amount: 10 }] })
    expect(preview).toMatchObject({
      status: "OPEN",
      lines: [{ name: "Starter", unitPrice: 9990, quantity: 1, amount: 9990 }],
      discounts: [{ type: "COUPON", code: "WELCOME10", amount: 999 }],
      totalAmount: 9990,
      discountAmount: 999,
      payableAmount: 8991,
    })
    expect(paid).toMatchObject({
      invoiceId: preview.invoiceId,
      status: "PAID",
      amountPaid: 8991,
      amountDue: 0,
    })
    expect(paid.payableAmount).toBe(paid.totalAmount - paid.discountAmount)
    expect(status).toMatchObject({
      subscriptionId: created.subscriptionId,
      status: "ACTIVE",
      pastDueReason: null,
    })
    expect(used).toEqual({ accepted: 1, duplicates: 0, invoices: [] })
    const documents = passed.timeline.filter(({ type }: { type: string }) => type === "invoice.issued")
    expect(documents.map(({ summary }: { summary: string }) => summary)).toEqual([
      "CYCLE invoice of 9.00 BRL issued, OPEN",
      "CYCLE invoice of 99.90 BRL issued, OPEN",
    ])
    const payments = passed.timeline.filter(({ type }: { type: string }) => type === "payment.approved")
    expect(payments).toHaveLength(2)
  })

  it("with tok_charge_declined ends in 402 and PAST_DUE with the reason", async () => {
    const [, , refused, status, , passed] = await paste((walk) =>
      walk.replace("tok_visa", "tok_charge_declined"),
    )
    expect(refused).toMatchObject({ statusCode: 402, code: "payment.declined", declineCode: "card_declined" })
    expect(status).toMatchObject({ status: "PAST_DUE", pastDueReason: "PAYMENT_DECLINED" })
    const types = passed.timeline.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === "payment.failed")).toHaveLength(4)
    expect(types.filter((type: string) => type === "dunning.exhausted")).toHaveLength(1)
  })
})

it("the test has five lines at most and compiles; test/package/stranger.test.ts runs the block `ts test`", () => {
  const source = block("ts test")
  const [, body = ""] = /=> \{\n([\s\S]*)\n\}\)$/.exec(source) ?? []
  expect(body).not.toBe("")
  expect(body.split("\n").length).toBeLessThanOrEqual(5)
  const importing = source.replace("studio-billing/vitest", "./simulator/vitest.ts")
  expect(compileFaults([importing])).toEqual([])
})

it.each(["images", "pictures"])("every picture of docs/%s is shown in a document", (folder) => {
  const shown = [readme, ...filesUnder("docs").map(({ text }) => text)].join("\n")
  const pictures = readdirSync(new URL(`docs/${folder}`, root)).filter((name) => !name.endsWith(".md"))
  expect(
    pictures.filter(
      (name) => !new RegExp(`!\\[[^\\]]+\\]\\((?:(?:docs/|\\.\\./)?${folder}/)?${name}\\)`).test(shown),
    ),
  ).toEqual([])
})
