// The API reference: a page for the contract and one for the control plane, each made of its document alone. They need no
// script and no other host.
import { mediaOf, operationsOf, type ReferenceDocument } from "./document.ts"
import { type Content, type Html, html, prose } from "./html.ts"
import { type CallStyle, headerAnchor, operationAnchor, operationPart } from "./operation.ts"
import { membersOf, schemaAnchor } from "./schema.ts"

/** The content of a page, and the links from it. */
export interface PageKind {
  readonly stylesheet: string
  readonly document: string
  readonly console: string
  readonly other: { readonly href: string; readonly title: string }
  readonly style: (at: { readonly origin: string; readonly needsControlToken: boolean }) => CallStyle
  readonly beginning: (at: { readonly origin: string; readonly needsControlToken: boolean }) => Html
}

const slug = (text: string): string => `tag-${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`

/** The page. `origin` is where the service is, for the calls that it shows; its control plane may want a token of its own. */
export const referencePage = (
  document: ReferenceDocument,
  origin: string,
  needsControlToken = false,
  kind: PageKind = contractPage,
): string => {
  const { info } = document
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: API reference</title>
<link rel="stylesheet" href="${kind.stylesheet}">
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header><p class="title">${info.title}</p><p>API reference, version ${info.version}</p><p class="places"><a href="${kind.console}">Console</a> <a href="${kind.other.href}">${kind.other.title}</a> <a href="${kind.document}">${kind.document.replace("../", "")}</a></p></header>
<div class="columns">
${navigation(document)}
<main id="main" tabindex="-1">
<h1>${info.title}</h1>
${info.description.split("\n\n").map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<section aria-labelledby="begin"><h2 id="begin">Begin</h2>
${kind.beginning({ origin, needsControlToken })}</section>
${document.tags.map((tag) => tagPart(document, tag, kind.style({ origin, needsControlToken })))}
${eventPart(document)}
${headerPart(document)}
${schemaPart(document)}
</main>
</div>
</body>
</html>
`.text
}

const navigation = (document: ReferenceDocument): Html => html`<nav aria-label="Operations">
<p><a href="#begin">Begin</a></p>
${document.tags.map(
  ({ name }) => html`<p><a href="#${slug(name)}">${name}</a></p>
<ul>${operationsOf(document, name).map(
    ({ operation }) =>
      html`<li><a href="#${operationAnchor(operation.operationId)}">${operation.summary}</a></li>`,
  )}</ul>`,
)}
${document.webhooks === undefined ? null : html`<p><a href="#events">Events</a></p>`}
<p><a href="#headers">Headers</a></p>
<p><a href="#schemas">Schemas</a></p>
</nav>`

const worlds = (origin: string): Html =>
  html`This simulator is at <code>${origin}</code>; another world of it is at <code>${origin}/w/NAME</code>.`

/** The page of the contract, at `/docs`. */
export const contractPage: PageKind = {
  stylesheet: "docs/reference.css",
  document: "openapi.json",
  console: "./",
  other: { href: "docs/control", title: "Control plane" },
  style: ({ origin }) => ({ origin, token: "TOKEN" }),
  beginning: ({
    origin,
    needsControlToken,
  }) => html`<p>${worlds(origin)} The calls below can be pasted into a shell once there is a token. Of their ids, this simulator knows those of its seed; for the others, put in what a list answers.</p>
<pre><code>TOKEN=$(curl -s -X POST '${origin}/_simulator/tokens' -H 'Content-Type: application/json'${needsControlToken ? ' -H "Authorization: Bearer $CONTROL_TOKEN"' : null} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')</code></pre>`,
}

/** The page of the control plane, at `/docs/control`. */
export const controlPage: PageKind = {
  stylesheet: "reference.css",
  document: "../openapi-control.json",
  console: "../",
  other: { href: "../docs", title: "Contract" },
  style: ({ origin, needsControlToken }) => ({
    origin,
    token: needsControlToken ? "CONTROL_TOKEN" : null,
  }),
  beginning: ({ origin, needsControlToken }) =>
    html`<p>${worlds(origin)} The calls below can be pasted into a shell${needsControlToken ? html` that has the control token as <code>CONTROL_TOKEN</code>` : null}. Of their ids, this simulator knows those of its seed; for the others, put in what a list answers.</p>`,
}

const tagPart = (
  document: ReferenceDocument,
  { name, description }: ReferenceDocument["tags"][number],
  style: CallStyle,
): Html => html`<section aria-labelledby="${slug(name)}"><h2 id="${slug(name)}">${name}</h2>
<p>${prose(description)}</p>
${operationsOf(document, name).map((placed) => operationPart(placed, style))}</section>`

const eventPart = ({ webhooks }: ReferenceDocument): Content =>
  webhooks === undefined
    ? null
    : html`<section aria-labelledby="events"><h2 id="events">Events</h2>
${Object.values(webhooks).map(({ post }) => {
  const media = mediaOf(post.requestBody)
  return html`<p>${prose(post.description)}</p>
<table><thead><tr><th scope="col">Header</th><th scope="col">Note</th></tr></thead><tbody>${post.parameters.map(
    ({ name, description = "" }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${prose(description)}</td></tr>`,
  )}</tbody></table>
${media === undefined ? null : membersOf(media.schema, "Body")}
${Object.values(media?.examples ?? {}).map(
  ({ summary = "", value }) =>
    html`<details><summary>Example: ${summary}</summary><pre><code>${JSON.stringify(value, null, 2)}</code></pre></details>`,
)}`
})}</section>`

/** The headers of answers, under the names that answers give them. */
const headersOf = (document: ReferenceDocument): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { name } of document.tags) {
    for (const { operation } of operationsOf(document, name)) {
      for (const { headers = {} } of Object.values(operation.responses)) {
        for (const [header, { $ref }] of Object.entries(headers)) names.set(header, $ref)
      }
    }
  }
  return names
}

const headerPart = (document: ReferenceDocument): Html => {
  const rows: ReadonlyArray<Content> = Array.from(headersOf(document), ([name, $ref]) => {
    const header = document.components.headers[$ref.slice($ref.lastIndexOf("/") + 1)]
    return html`<tr><th scope="row" id="${headerAnchor(name)}"><code>${name}</code></th><td>${prose(header?.description ?? "")}</td><td><code>${String(header?.example)}</code></td></tr>`
  })
  return html`<section aria-labelledby="headers"><h2 id="headers">Headers</h2>
<table><thead><tr><th scope="col">Header</th><th scope="col">Note</th><th scope="col">Example</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

const schemaPart = ({
  components,
}: ReferenceDocument): Html => html`<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  // A refusal stands with each operation that answers it.
  .filter(([, { properties = {} }]) => !("statusCode" in properties))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([name, schema]) => html`<h3 id="${schemaAnchor(name)}">${name}</h3>${membersOf(schema, name)}`,
  )}</section>`
