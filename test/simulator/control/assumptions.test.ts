import { beforeEach, describe, expect, it } from "vitest"
import { gaps } from "../../../simulator/assumptions/gaps.ts"
import { type Client, inProcess } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const list = async (query: string) => (await client.call("GET", `/_simulator/assumptions${query}`)).json
const read = (gap: string, body: unknown) => client.call("PUT", `/_simulator/assumptions/${gap}`, { body })
const rowOf = async (gap: string) =>
  (await list("?limit=100")).data.find((row: { gap: string }) => row.gap === gap)

describe("GET /_simulator/assumptions", () => {
  it("lists the register in its order, page by page", async () => {
    const { data, meta } = await list("?limit=2&page=2")
    expect(meta).toEqual({
      page: 2,
      limit: 2,
      totalItems: gaps.length,
      totalPages: Math.ceil(gaps.length / 2),
    })
    expect(data).toEqual([
      {
        gap: "GAP-03",
        topic: "Wire format",
        question: "Code of the 409 at a limit",
        decision:
          "`payment_method.max_of_3_card_payment_methods_reached` and `payment_method.max_of_1_boleto_payment_methods_reached`",
        source: "D",
        inForce: true,
        readings: [],
        reading: null,
      },
      expect.objectContaining({ gap: "GAP-04", source: "D, P" }),
    ])
  })

  it.each([
    ["GAP-01", ["with_code", "without_code"]],
    ["GAP-15", ["seconds", "milliseconds"]],
    ["GAP-30", ["object", "list"]],
  ])("says of %s how it can be read, and how it is", async (gap, readings) => {
    expect(await rowOf(gap)).toMatchObject({ gap, inForce: true, readings, reading: readings[0] })
  })
})

describe("PUT /_simulator/assumptions/{gap}", () => {
  it("switches a gap, and says so", async () => {
    const { status, json } = await read("GAP-30", { reading: "list" })
    expect({ status, json }).toEqual({ status: 200, json: await rowOf("GAP-30") })
    expect(json).toMatchObject({ gap: "GAP-30", reading: "list" })
  })

  it.each([["GAP-99x"], ["GAP-999"], ["gap-30"], ["30"]])("knows no %s", async (gap) => {
    const before = await list("?limit=100")
    expect(await read(gap, { reading: "list" })).toMatchObject({
      status: 404,
      json: { code: "assumption.not_found" },
    })
    expect(await list("?limit=100")).toEqual(before)
  })

  it.each([
    ["GAP-30", { reading: "array" }, "reading"],
    ["GAP-30", { reading: "toString" }, "reading"],
    ["GAP-30", {}, "reading"],
    ["GAP-30", { reading: "list", to: 1 }, "to"],
    ["GAP-31", { reading: "object" }, "reading"],
  ])("refuses %s with %j at %s", async (gap, body, path) => {
    const { status, json } = await read(gap, body)
    expect({ status, paths: json.errors.map((fault: { path: string }) => fault.path) }).toEqual({
      status: 400,
      paths: [path],
    })
    expect(await rowOf("GAP-30")).toMatchObject({ reading: "object" })
  })

  it("is taken back by a reset", async () => {
    await read("GAP-15", { reading: "milliseconds" })
    await client.call("POST", "/_simulator/reset")
    expect(await rowOf("GAP-15")).toMatchObject({ reading: "seconds" })
  })
})
