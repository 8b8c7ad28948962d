import { expect, it } from "vitest"
import { html, prose } from "../../../../simulator/server/reference/html.ts"

it.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  [`"'&`, "&quot;&#39;&amp;"],
  [7, "7"],
  [null, ""],
  [["a", ["<b>", 1]], "a&lt;b&gt;1"],
])("what is put into a template is escaped: %j", (content, written) => {
  expect(html`<p title="${content}">${content}</p>`.text).toBe(`<p title="${written}">${written}</p>`)
})

it("pieces of HTML stand as they are", () => {
  expect(html`<ul>${["a", "<"].map((text) => html`<li>${text}</li>`)}</ul>`.text).toBe(
    "<ul><li>a</li><li>&lt;</li></ul>",
  )
})

it("what stands between backticks is code, and escaped too", () => {
  expect(html`${prose("a `<b>` c")}`.text).toBe("a <code>&lt;b&gt;</code> c")
})
