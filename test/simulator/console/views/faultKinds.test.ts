import { describe, expect, it } from "vitest"
import { faultKinds, faultWish } from "../../../../simulator/console/views/faultKinds.ts"
import { inProcess } from "../../../support/simulator.ts"

const fieldsOf =
  (fields: Readonly<Record<string, string>>) =>
  (name: string): string =>
    fields[name] ?? ""

describe("a fault out of a form", () => {
  it("leaves out what is empty, and sends numbers", () => {
    const fields = fieldsOf({ status: "503", code: "", method: "POST", nth: "2", times: "", path: "" })
    expect(faultWish("respond", fields)).toEqual({ kind: "respond", status: 503, method: "POST", nth: 2 })
  })

  it("sends what is no number as it is, to be refused", () => {
    expect(faultWish("delay", fieldsOf({ delayMs: "soon" }))).toEqual({ kind: "delay", delayMs: "soon" })
  })

  it("of a webhook names no call", () => {
    expect(faultWish("webhook_hold", fieldsOf({ method: "POST", path: "/x" }))).toEqual({
      kind: "webhook_hold",
    })
  })
})

describe("the kinds of faults", () => {
  it.each(faultKinds.map(({ kind, members }) => [kind, members] as const))(
    "have what %s takes, and it is taken as it is offered",
    async (kind, members) => {
      const client = await inProcess()
      const offered = Object.fromEntries(members.map(({ name, initial }) => [name, initial]))
      const body = faultWish(kind, fieldsOf(offered))
      expect(await client.call("POST", "/_simulator/faults", { body })).toMatchObject({
        status: 201,
        json: { kind },
      })
    },
  )

  it("are all that the control plane knows", async () => {
    const client = await inProcess()
    const { json } = await client.call("POST", "/_simulator/faults", { body: { kind: "none" } })
    const known = faultKinds.map(({ kind }) => kind)
    expect(known.every((kind) => JSON.stringify(json.errors).includes(kind))).toBe(true)
  })
})
