import { describe, expect, it } from "vitest"
import type { SchemaNode } from "../../../../simulator/server/reference/document.ts"
import { html } from "../../../../simulator/server/reference/html.ts"
import { membersOf, noteOf, typeOf } from "../../../../simulator/server/reference/schema.ts"

const text = (node: SchemaNode, of: typeof typeOf) => html`${of(node)}`.text.replaceAll(/<[^>]+>/g, "")

describe("a type", () => {
  it.each<readonly [SchemaNode, string]>([
    [{ type: "string" }, "string"],
    [{ type: "string", format: "uuid" }, "string (uuid)"],
    [{ type: "string", enum: ["A", "B"] }, "&quot;A&quot; or &quot;B&quot;"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Plan" } }, "list of Plan"],
    [{}, "anything"],
  ])("%j", (node, said) => {
    expect(text(node, typeOf)).toBe(said)
  })

  it("that stands elsewhere is a link", () => {
    expect(html`${typeOf({ $ref: "#/components/schemas/Plan" })}`.text).toBe(
      '<a href="#schema-Plan">Plan</a>',
    )
  })
})

describe("a note", () => {
  it.each<readonly [SchemaNode, string]>([
    [{ type: "integer", minimum: 1, maximum: 100, default: 20 }, "at least 1, at most 100, 20 if left out"],
    [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "at least 0"],
    [{ type: "integer", exclusiveMinimum: 0 }, "more than 0"],
    [{ type: "string", minLength: 1, maxLength: 200 }, "1 to 200 characters"],
    [{ type: "string", maxLength: 254 }, "at most 254 characters"],
    [{ type: "string", pattern: "^\\d{4}$" }, "like ^\\d{4}$"],
    [{ type: "string", description: "Why." }, "Why."],
    [{ type: "string" }, ""],
  ])("%j", (node, said) => {
    expect(text(node, noteOf)).toBe(said)
  })
})

describe("members", () => {
  const namesIn = (node: SchemaNode) =>
    Array.from(membersOf(node, "Body").text.matchAll(/<th scope="row"><code>([^<]+)/g), ([, name]) => name)
  const record: SchemaNode = { type: "object", properties: { code: { type: "string" } }, required: ["code"] }

  it("within members have their path", () => {
    const properties = {
      coupon: record,
      lines: { type: "array", items: record },
      boleto: { anyOf: [record, { type: "null" }] },
    }
    expect(namesIn({ type: "object", properties })).toEqual([
      "coupon",
      "coupon.code",
      "lines",
      "lines[].code",
      "boleto",
      "boleto.code",
    ])
  })

  it("say whether they are always there, and whether there may be others", () => {
    const optional = { ...record, required: [], additionalProperties: false }
    expect(membersOf(record, "Body").text).toContain("<td>always</td>")
    expect(membersOf(record, "Body").text).not.toContain("No other member")
    expect(membersOf(optional, "Body").text).toContain("<td>optional</td>")
    expect(membersOf(optional, "Body").text).toContain("No other member is taken.")
  })

  it("of a choice are a table each", () => {
    expect(membersOf({ anyOf: [record, record] }, "Body").text.match(/<table>/g)).toHaveLength(2)
  })

  it("that are none are said to be none", () => {
    expect(membersOf({ type: "object" }, "Body").text).toBe("<p>Body: a record without members.</p>")
  })
})
