// What an operator does to webhook endpoints in the console.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { subscribe } from "../world.ts"

interface Listed {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
}

describe.skipIf(!hasChromium)("a webhook endpoint", () => {
  let receiver: Server
  let status = 500
  const signatures: Array<string> = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      signatures.push(String(request.headers["webhook-signature"]))
      request.resume().on("end", () => response.writeHead(status).end())
    })
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done))
  })
  afterAll(() => new Promise((done) => receiver.close(done)))
  const urlOf = (path: string): string =>
    `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`

  const start = useConsole(async (simulator) => {
    status = 500
    signatures.length = 0
    await simulator.control.request("POST", "/_simulator/webhook-endpoints", { url: urlOf("/hooks") })
    await subscribe(simulator)
  })
  const openEndpoint = async (page: Page) => {
    const endpoints = page.getByRole("region", { name: "Endpoints" })
    await endpoints.getByText(urlOf("/hooks")).click()
    return endpoints
  }

  it("gets another secret, which is shown once, and the earlier one still signs", async () => {
    const opened = await start("webhooks")
    const { page, simulator } = opened
    const endpoints = await openEndpoint(page)
    await endpoints.getByRole("button", { name: "Rotate the secret…" }).click()
    await endpoints.getByText("signs beside it for 24 hours").waitFor()
    await endpoints.getByRole("button", { name: "Yes, rotate the secret" }).click()
    const secret = await endpoints.getByText("Its secret, which is shown once:").locator("code").innerText()
    expect(secret).toMatch(/^whsec_/)
    await endpoints.getByText("an earlier secret signs until").waitFor()
    status = 204
    signatures.length = 0
    await simulator.control.request("POST", "/_simulator/webhook-deliveries/flush", { retries: true })
    expect(signatures.at(-1)?.split(" ")).toHaveLength(2)
    await page.reload()
    await endpoints.getByText("an earlier secret signs until").waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    expect(JSON.stringify(await simulator.control.request("GET", "/_simulator/requests"))).not.toContain(
      secret,
    )
    await closeQuietly(opened)
  })

  it("is told of other events, at another URL", async () => {
    const opened = await start("webhooks")
    const { page, simulator } = opened
    const endpoints = await openEndpoint(page)
    const events = endpoints.getByRole("form", { name: "Change the events" })
    await events.getByRole("checkbox", { name: "invoice.issued" }).check()
    await events.getByRole("checkbox", { name: "voucher.granted" }).check()
    await events.getByRole("button", { name: "Change the events" }).click()
    await endpoints.getByText("invoice.issued, voucher.granted").waitFor()
    const form = endpoints.getByRole("form", { name: "Change the URL" })
    await form.getByLabel("New URL").fill("http://user:word@127.0.0.1/hooks")
    await form.getByRole("button", { name: "Change the URL" }).click()
    await form.getByRole("alert").getByText("validation_error").waitFor()
    await form.getByLabel("New URL").fill(urlOf("/others"))
    await form.getByRole("button", { name: "Change the URL" }).click()
    await endpoints.getByText(urlOf("/others"), { exact: true }).waitFor()
    const listed = await simulator.control.request<Listed>("GET", "/_simulator/webhook-endpoints")
    expect(listed.data).toMatchObject([
      { url: urlOf("/others"), events: ["invoice.issued", "voucher.granted"] },
    ])
    for (const type of ["invoice.issued", "voucher.granted"]) {
      await events.getByRole("checkbox", { name: type }).uncheck()
    }
    await events.getByRole("button", { name: "Change the events" }).click()
    await endpoints.getByText("all events").waitFor()
    await closeQuietly(opened)
  })

  it("gets again what it missed, which is listed by its status", async () => {
    const opened = await start("webhooks")
    const { page, simulator } = opened
    for (let tries = 0; tries < 10; tries += 1) {
      await simulator.control.request("POST", "/_simulator/webhook-deliveries/flush", { retries: true })
    }
    const endpoints = await openEndpoint(page)
    await endpoints.getByRole("link", { name: "parked" }).click()
    const deliveries = page.getByRole("region", { name: "Deliveries" })
    await deliveries.getByText("PARKED", { exact: true }).first().waitFor()
    const parked = await deliveries.getByRole("listitem").count()
    const form = endpoints.getByRole("form", { name: "Send again what was missed" })
    await form.getByLabel("Parked deliveries since").fill("2100-01-01T00:00")
    await form.getByRole("button", { name: "Send again" }).click()
    await page.getByText("0 deliveries are on the way again.").waitFor()
    status = 204
    await form.getByRole("button", { name: "Send again" }).click()
    await page.getByText(/^[1-9]\d* deliver(y is|ies are) on the way again\.$/).waitFor()
    await deliveries.getByText("No delivery is like that.").waitFor()
    await endpoints.getByRole("link", { name: "Its deliveries" }).click()
    await expect
      .poll(() => deliveries.getByText("DELIVERED", { exact: true }).count())
      .toBeGreaterThanOrEqual(parked)
    await closeQuietly(opened)
  })
})
