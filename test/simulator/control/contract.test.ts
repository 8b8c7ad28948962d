// The contract of the control plane as its readers find it: a document that a linter finds clean, examples that its own
// schemas take, every refusal of the rules declared, and a page with all of it.
import { constants } from "node:buffer"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { ControlApi } from "../../../simulator/control/contract/ControlApi.ts"
import { STATE_BYTES_MAX } from "../../../simulator/control/contract/state.ts"
import { controlEndpoints } from "../../../simulator/control/controlRoutes.ts"
import type { OperationNode, ReferenceDocument } from "../../../simulator/server/reference/document.ts"
import { controlPage, referencePage } from "../../../simulator/server/reference/page.ts"
import { type Rejection, refusalOf } from "../../../src/api/index.ts"
import { rejections } from "../../core/billing/rejections/table.ts"
import { controlCalls } from "../../docs/simulatorDoc/controlCalls.ts"

const document = OpenApi.fromApi(ControlApi)

it("has a document that a linter finds clean", async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)).toEqual([])
})

const operations = controlCalls.map(({ at, operation }) => ({
  at,
  ...(operation as unknown as OperationNode),
}))

it("says of every parameter what it is, and shows those of the path", () => {
  const silent = operations.flatMap(({ at, parameters }) =>
    parameters.flatMap(({ name, in: place, description, example }) =>
      description === undefined || (place === "path" && example === undefined) ? [`${at} ${name}`] : [],
    ),
  )
  expect(silent).toEqual([])
})

it("requires a body of each call that has to say its media type, since clients send one with the other", () => {
  const wanting = operations.flatMap(({ at, requestBody }) => (requestBody?.required === true ? [at] : []))
  expect(wanting).toEqual(controlCalls.map(({ at }) => at).filter((at) => /^(?:POST|PUT|PATCH) /.test(at)))
})

describe("examples of bodies", () => {
  const bodies = operations.flatMap(({ at, requestBody }) =>
    requestBody === undefined
      ? []
      : [[at, Object.values(requestBody.content?.["application/json"]?.examples ?? {})[0]?.value] as const],
  )

  it.each(bodies)("%s takes its own", (at, body) => {
    const endpoint = controlEndpoints.find(({ method, path }) => at === `${method} ${path}`)
    if (endpoint?.takesBody === false) return expect(body).toEqual({})
    if (at === "PUT /_simulator/state") return expect(body).toBeUndefined()
    const names = Array.from(at.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    const request = {
      url: "",
      headers: {},
      params: Object.fromEntries(names.map((name) => [name, "1"])),
    } as unknown as Parameters<(typeof controlEndpoints)[number]["decode"]>[0]
    expect(endpoint?.decode(request, body as object)).toSatisfy(Result.isSuccess)
    expect(endpoint?.decode(request, { ...(body as object), unknownMember: 1 })).toSatisfy(Result.isFailure)
  })
})

it("refuses a parameter that a call does not know, whichever call it is", () => {
  const deaf = controlEndpoints.flatMap(({ method, path, decode }) => {
    const request = { method, path, url: "/?unknown=1", headers: {}, params: {}, requestId: "r", body: null }
    const faults = Result.match(decode(request, {}), { onSuccess: () => [], onFailure: (faults) => faults })
    return faults.some((fault) => fault.path === "unknown") ? [] : [`${method} ${path}`]
  })
  expect(deaf).toEqual([])
})

describe("a call that has a rule decide", () => {
  const decided: Readonly<Record<string, ReadonlyArray<keyof typeof rejections>>> = {
    "invoices.settle": ["receive"],
    "invoices.fail": ["failPayment"],
    "invoices.refund": ["operate"],
    "invoices.applyVoucher": ["applyVoucher"],
    "invoices.dispute": ["operate"],
    "invoices.winDispute": ["operate"],
    "invoices.loseDispute": ["operate"],
    "invoices.void": ["voidInvoice"],
    "invoices.writeOff": ["operate"],
    "accounts.recordUsage": ["recordUsage"],
    "accounts.grantVoucher": ["grant"],
  }
  /** What only a refund is refused with. */
  const others: Readonly<Record<string, ReadonlyArray<string>>> = {
    "invoices.refund": [],
    default: ["RefundExceedsPaid"],
  }

  it.each(Object.entries(decided))("%s declares what it is refused with", (id, names) => {
    const call = controlCalls.find(({ operation }) => operation.operationId === id)
    const skipped = others[id] ?? others.default
    const tags = names
      .flatMap((name): ReadonlyArray<string> => rejections[name])
      .filter((tag) => !skipped?.includes(tag))
    const codes = tags.map((_tag) => refusalOf({ _tag, index: 0 } as unknown as Rejection).code)
    expect(codes.filter((code) => !call?.codes.includes(code))).toEqual([])
  })
})

describe("the page", () => {
  const page = referencePage(
    document as unknown as ReferenceDocument,
    "http://127.0.0.1:4010",
    false,
    controlPage,
  )

  it("has every call with its path and its codes", () => {
    for (const { at, operation, codes } of controlCalls) {
      const anchor = operation.operationId.replaceAll(".", "-")
      const part = page.split("<article ").find((one) => one.startsWith(`aria-labelledby="${anchor}"`)) ?? ""
      const shown = part.replaceAll(/<[^>]+>/g, "")
      expect(shown).toContain(at)
      expect(codes.filter((code) => !shown.includes(code))).toEqual([])
    }
  })

  it("has each anchor once, and each link leads to one", () => {
    const anchors = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    const links = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    expect(anchors.filter((id, index) => anchors.indexOf(id) < index)).toEqual([])
    expect(links.filter((id) => !anchors.includes(id))).toEqual([])
  })

  it("shows calls as the control plane takes them", () => {
    expect(page).not.toContain("Authorization: Bearer")
    expect(page).toContain("/_simulator/reset&#39; \\\n  -H &#39;Content-Type: application/json&#39;")
    const strict = referencePage(document as unknown as ReferenceDocument, "http://x", true, controlPage)
    expect(strict).toContain("Authorization: Bearer $CONTROL_TOKEN")
  })
})

it("has a group for each name, and no call twice", () => {
  const names: Array<string> = []
  HttpApi.reflect(ControlApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => void names.push(`${group.identifier}.${endpoint.identifier}`),
  })
  expect(new Set(names).size).toBe(controlCalls.length)
})

it("takes a state far shorter than a text can be", () => {
  expect(STATE_BYTES_MAX).toBeLessThan(constants.MAX_STRING_LENGTH / 3)
})

it("has no number that may be a text, as those have that JSON cannot say", () => {
  expect(JSON.stringify(document)).not.toContain("Infinity")
})
