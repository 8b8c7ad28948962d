// HTML by construction: whatever is put into a template is escaped, unless it is HTML already.

/** A piece of HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The content of a template: texts are escaped, pieces stand as they are, and null leaves nothing. */
export type Content = Html | string | number | null | ReadonlyArray<Content>

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A text as HTML, also within a quoted attribute. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ESCAPED[one] ?? one)

const written = (content: Content): string => {
  if (content === null) return ""
  if (content instanceof Html) return content.text
  if (typeof content === "object") return content.map(written).join("")
  return escapeHtml(String(content))
}

/** A template; attributes have to be quoted. */
export const html = (texts: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html =>
  new Html(texts.map((text, index) => text + written(contents[index] ?? null)).join(""))

/** A text whose `code` between backticks is code. */
export const prose = (text: string): Content =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
