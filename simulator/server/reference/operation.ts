// An operation on the page: what it takes, how to call it, and everything that it answers.
import {
  type ExampleNode,
  mediaOf,
  type OperationNode,
  type ParameterNode,
  type PlacedOperation,
  type ResponseNode,
} from "./document.ts"
import { type Content, type Html, html, prose } from "./html.ts"
import { membersOf, noteOf, typeOf } from "./schema.ts"

/** The anchor of an operation on the page. */
export const operationAnchor = (operationId: string): string => operationId.replaceAll(".", "-")

/** The anchor of a header on the page. */
export const headerAnchor = (name: string): string => `header-${name}`

/** The style in which a page shows its calls. */
export interface CallStyle {
  /** The origin of the service. */
  readonly origin: string
  /** The variable of a shell that holds the token; null where none is needed. */
  readonly token: string | null
}

/** The operation as a part of the page. */
export const operationPart = ({ method, path, operation }: PlacedOperation, style: CallStyle): Html => {
  const { operationId, summary, description, parameters, requestBody } = operation
  const media = mediaOf(requestBody)
  const anchor = operationAnchor(operationId)
  return html`<article aria-labelledby="${anchor}"><h3 id="${anchor}">${summary} <a class="anchor" href="#${anchor}" aria-label="Link to ${summary}">#</a></h3>
<p class="at"><span class="method">${method}</span> <code>${broken(path)}</code></p>
<p>${prose(description)}</p>
<p class="needs"><code>${operationId}</code>${operation.security.length === 0 ? ", without a token" : null}</p>
${parameters.length === 0 ? null : parameterTable(parameters)}
${media === undefined ? null : html`<h4>Body</h4>${requestBody?.required === false ? html`<p>It can be left out.</p>` : null}${membersOf(media.schema, "application/json")}`}
<h4>Call</h4>
${callsOf({ method, path, ...style }, operation)}
<h4>Answers</h4>
${successes(operation)}
<h4>Errors</h4>
${errorTable(operation)}
</article>`
}

/** A path that may be broken at its slashes. */
const broken = (path: string): Content =>
  path.split("/").map((segment, index) => (index === 0 ? segment : ["/", html`<wbr>`, segment]))

const parameterTable = (parameters: ReadonlyArray<ParameterNode>): Html =>
  html`<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Note</th></tr></thead><tbody>${parameters.map(
    (parameter) =>
      html`<tr><th scope="row"><code>${parameter.name}</code></th><td>${parameter.in}${parameter.required ? "" : ", optional"}</td><td>${typeOf(parameter.schema)}</td><td>${prose(parameter.description ?? "")} ${noteOf(parameter.schema)}</td></tr>`,
  )}</tbody></table>`

/** A text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A call in a shell: `body` is what stands behind `-d`, and `nth` numbers the calls of an operation. */
const callOf = (
  at: CallStyle & { readonly method: string; readonly path: string },
  { parameters, security }: OperationNode,
  body: string | null,
  nth: number,
): string => {
  const shown = (place: string) => parameters.filter((one) => one.in === place && one.example !== undefined)
  const exampleOf = (name: string): string =>
    String(parameters.find((one) => one.name === name)?.example ?? `{${name}}`)
  const url = at.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)))
  const query = new URLSearchParams(
    Object.fromEntries(shown("query").map(({ name, example }) => [name, String(example)])),
  )
  const parts = [
    `curl${at.method === "GET" ? "" : ` -X ${at.method}`} ${quoted(`${at.origin}${url}${query.size === 0 ? "" : `?${query}`}`)}`,
    ...(security.length === 0 || at.token === null ? [] : [`-H "Authorization: Bearer $${at.token}"`]),
    // A key that comes again with another body is refused.
    ...shown("header").map(
      ({ name, example }) => `-H ${quoted(`${name}: ${example}${nth === 0 ? "" : `-${nth + 1}`}`)}`,
    ),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${body}`]),
  ]
  return parts.join(" \\\n  ")
}

const callsOf = (at: Parameters<typeof callOf>[0], operation: OperationNode): Content => {
  const { requestBody } = operation
  const examples: ReadonlyArray<ExampleNode> = Object.values(mediaOf(requestBody)?.examples ?? {})
  if (examples.length === 0) {
    const wantsFile = requestBody?.required === true
    return [
      wantsFile ? html`<p>With the body in a file:</p>` : null,
      html`<pre><code>${callOf(at, operation, wantsFile ? "@body.json" : null, 0)}</code></pre>`,
    ]
  }
  return examples.map(({ summary, value }, nth) => [
    summary === undefined || examples.length === 1 ? null : html`<p>${summary}</p>`,
    html`<pre><code>${callOf(at, operation, quoted(JSON.stringify(value)), nth)}</code></pre>`,
  ])
}

const answersOf = ({ responses }: OperationNode, isError: boolean) =>
  Object.entries(responses).filter(([status]) => status >= "400" === isError)

const json = (value: unknown): Html => html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`

const headersOf = ({ headers = {} }: ResponseNode): Content => {
  const links = Object.keys(headers).map((name) => html` <a href="#${headerAnchor(name)}">${name}</a>`)
  return links.length === 0 ? null : html`<p class="headers">Headers:${links}</p>`
}

const successes = (operation: OperationNode): Content =>
  answersOf(operation, false).map(([status, response]) => {
    const media = mediaOf(response)
    return html`<div class="answer"><p><strong class="status">${status}</strong> ${response.description}</p>
${media === undefined ? html`<p>There is no body.</p>` : membersOf(media.schema, "application/json")}
${headersOf(response)}
${Object.values(media?.examples ?? {}).map(
  ({ summary = "", value }) => html`<details><summary>Example: ${summary}</summary>${json(value)}</details>`,
)}</div>`
  })

const errorTable = (operation: OperationNode): Html => {
  const rows = answersOf(operation, true).flatMap(([status, response]) =>
    Object.entries(mediaOf(response)?.examples ?? {}).map(
      ([code, { summary = "", value }]) =>
        html`<tr><td>${status}</td><th scope="row"><code>${broken(code)}</code></th><td>${summary}<details><summary>Body<span class="hidden"> of ${code}</span></summary>${json(value)}</details></td></tr>`,
    ),
  )
  return html`<table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}
