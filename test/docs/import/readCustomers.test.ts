// The rows of a CSV that is not as it should be: each is told by its line, and takes no other with it.
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { COLUMNS, readCustomers } from "../../../docs/examples/import/readCustomers.ts"

const cells: Readonly<Record<string, string>> = {
  currency: "BRL",
  plan: "plan",
  interval: "monthly",
  anchor: "2026-02-28T00:00:00Z",
  period_start: "2026-02-28T00:00:00Z",
  period_end: "2026-03-28T00:00:00Z",
  trial: "",
  fee_paid: "no",
  card_expiry: "05/2030",
}
/** The columns with the name as the last one, where nothing after it would tell that it has a comma. */
const columns = [...COLUMNS.filter((column) => column !== "name"), "name"]
const header = columns.join(",")
const row = (id: string, name = "Acme", more: Readonly<Record<string, string>> = {}) =>
  columns.map((column) => ({ ...cells, id, name, ...more })[column] ?? "").join(",")

const read = async (...lines: ReadonlyArray<string>) => {
  const found: Array<readonly [number, string]> = []
  for await (const { line, ...of } of readCustomers(Readable.from([lines.join("\n")]))) {
    found.push([line, of.customer === null ? of.fault : of.customer.importId])
  }
  return found
}
const imported = (id: string) => `old-system/${id}`

describe("a row of a CSV", () => {
  it("with a quote inside of a cell is told, and the others are read", async () => {
    expect(await read(header, row("1"), row("2", 'Acme "The best" Ltd'), row("3"))).toEqual([
      [2, imported("1")],
      [3, expect.stringContaining('a quote is found on field "name"')],
      [4, imported("3")],
    ])
  })

  it("with a comma that is in no quotes is not another customer's name", async () => {
    expect(await read(header, row("1", "Acme, Inc"), row("2", '"Acme, Inc"'))).toEqual([
      [2, expect.stringContaining("columns length is 21, got 22")],
      [3, imported("2")],
    ])
  })

  it("whose line ends in another way than the first one is a row of its own", async () => {
    const found = await read(`${header}\r`, row("1"), `${row("2")}\r`, row("3"))
    expect(found.map(([, id]) => id)).toEqual(["1", "2", "3"].map(imported))
  })

  it("with a character that no call takes is told, and stops none", async () => {
    expect(await read(header, row("1", "A\0b"), row("2"))).toEqual([
      [2, "name: has a character that not every store can keep"],
      [3, imported("2")],
    ])
  })

  it("in another encoding than UTF-8 is told, and is not stored with letters lost", async () => {
    const lines = [header, row("1", "Müller"), row("2", "Muller")].join("\n")
    const found: Array<string | undefined> = []
    for await (const { customer, ...of } of readCustomers(Readable.from([Buffer.from(lines, "latin1")]))) {
      found.push(customer?.organization.name ?? ("fault" in of ? of.fault : undefined))
    }
    expect(found).toEqual(["name: is not in UTF-8", "Muller"])
  })

  it("with a coupon says for how long it has had it, so that it does not begin anew", async () => {
    const having = (coupon_cycles: string) => row("1", "Acme", { coupon: "THREE", coupon_cycles })
    expect(await read(header, having(""), having("0"))).toEqual([
      [2, 'coupon_cycles: expected the periods since the coupon began, got ""'],
      [3, imported("1")],
    ])
  })

  it("that is empty is none", async () => {
    expect(await read(header, row("1"), "", row("2"), "", "")).toEqual([
      [2, imported("1")],
      [4, imported("2")],
    ])
  })

  it.each([
    ["that is not closed", '"Acme', "Invalid Closing Quote"],
    ["that is closed too early", '"Acme" Ltd', "Invalid Closing Quote"],
  ])("with a quote %s ends the file, so that nobody gets the card of another one", async (_, name, fault) => {
    expect(await read(header, row("1"), row("2", name), row("3", '"Acme, Inc"'), row("4"))).toEqual([
      [2, imported("1")],
      [3, expect.stringMatching(`no row from here on is read.*${fault}`)],
    ])
  })

  it("with the last quote not closed is told where it begins", async () => {
    expect(await read(header, row("1"), row("2", '"Acme'), row("3"), row("4"))).toEqual([
      [2, imported("1")],
      [3, expect.stringMatching("no row from here on is read.*Quote Not Closed")],
    ])
  })
})
