// Requests that nobody should send: a good one, spoilt in one to three places. What is spoilt is text, not values, so that
// it can be what no JSON value is: a member twice, 1e309, half a body, another encoding.
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { apiError } from "../../src/api/index.ts"
import type { Dispatcher } from "../../src/http/dispatcher.ts"
import type { RequestHeaders, ResponseValue } from "../../src/http/exchange.ts"

/** Stands in every text that is made up here, so that an answer that repeats a value of the request is seen. */
export const CANARY = "c4n4ry"

/** A request as a dispatcher takes it. */
export interface Hostile {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly body: Uint8Array | null
}

/** What is attacked: a method and a path, with good values for all that can be sent there. */
export interface Target {
  readonly method: string
  /** `{name}` segments are parameters. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Good bodies; none where the call takes no body. */
  readonly bodies: ReadonlyArray<unknown>
  readonly headers: Readonly<Record<string, string>>
}

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000)

/** What can stand in the place of a value, as raw text. */
const values: ReadonlyArray<string> = [
  ...[
    "null",
    "true",
    "0",
    "-0",
    "-1",
    "0.5",
    "1e309",
    "-1e309",
    "1e-400",
    "9007199254740993",
    "-9007199254740992",
  ],
  ...[
    "1e21",
    "9".repeat(400),
    "NaN",
    "undefined",
    "0x10",
    "01",
    "'x'",
    "",
    "/**/1",
    "[]",
    "{}",
    "[null]",
    "[[]]",
  ],
  ...[
    '""',
    '" "',
    `"${CANARY}"`,
    `"${CANARY.repeat(34)}"`,
    `"${"x".repeat(70_000)}"`,
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[
    '"\\u202e\\u0627"',
    '"😀"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"1"',
    '"2026-02-30T00:00:00Z"',
  ],
  ...[
    `"0190A000-0000-7000-8000-00000000ABCD"`,
    `"${CANARY}@${CANARY}.example"`,
    `"http://${CANARY}@127.0.0.1/"`,
  ],
  ...[
    `[${"1,".repeat(9_999)}1]`,
    deep("[", "]"),
    deep('{"a":', "}").replace("}", "1}"),
    `{"a":[{"b":["${CANARY}"]}]}`,
  ],
  ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'],
]

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "\u0000",
  "x".repeat(300),
]

/** How one member of a body is spoilt. */
type Spoil =
  | { readonly kind: "replace" | "twice"; readonly raw: string }
  | { readonly kind: "drop" }
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "add"; readonly name: string; readonly raw: string }

const anyValue = fc.constantFrom(...values)
const anyName = fc.constantFrom(...names)
const anySpoil: fc.Arbitrary<Spoil> = fc.oneof(
  { weight: 4, arbitrary: anyValue.map((raw): Spoil => ({ kind: "replace", raw })) },
  { weight: 1, arbitrary: anyValue.map((raw): Spoil => ({ kind: "twice", raw })) },
  { weight: 1, arbitrary: fc.constant<Spoil>({ kind: "drop" }) },
  { weight: 1, arbitrary: anyName.map((name): Spoil => ({ kind: "rename", name })) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyName, anyValue).map(([name, raw]): Spoil => ({ kind: "add", name, raw })),
  },
)

/** The text of a value in which the nth place, counted as it is written, is spoilt. */
const spoilt = (value: unknown, nth: number, spoil: Spoil): string => {
  let place = 0
  const write = (here: unknown): string => {
    const isHit = place++ === nth
    if (isHit && spoil.kind === "replace") return spoil.raw
    if (Array.isArray(here)) return `[${here.map(write).join()}]`
    if (typeof here !== "object" || here === null) return JSON.stringify(here)
    const members = Object.entries(here).flatMap(([name, member]) => {
      const own = place === nth ? spoil : null
      const text = write(member)
      const written = `${JSON.stringify(name)}:${text}`
      if (own?.kind === "drop") return []
      if (own?.kind === "rename") return [`${JSON.stringify(own.name)}:${text}`]
      return own?.kind === "twice" ? [written, `${JSON.stringify(name)}:${own.raw}`] : [written]
    })
    if (isHit && spoil.kind === "add") members.push(`${JSON.stringify(spoil.name)}:${spoil.raw}`)
    return `{${members.join()}}`
  }
  return write(value)
}

const placesOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce((sum: number, member) => sum + placesOf(member), 0)
    : 1

const anyText = (bodies: ReadonlyArray<unknown>): fc.Arbitrary<string> =>
  fc.constantFrom(...bodies).chain((body) =>
    fc.oneof(
      { weight: 1, arbitrary: fc.constant(JSON.stringify(body)) },
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.nat(placesOf(body) - 1), anySpoil)
          .map(([place, spoil]) => spoilt(body, place, spoil)),
      },
    ),
  )

/** How a text becomes bytes; nine times of ten as it should. */
const anyBytes = (text: string): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 18, arbitrary: fc.constant(Buffer.from(text)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        Buffer.from(`\ufeff${text}`),
        Buffer.from(text, "utf16le"),
        Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.of(0xff, 0xc0, 0x22, 0x7d)]),
        Buffer.from(`${text}${text}`),
        Buffer.from(`${text}\u0000`),
        Buffer.from("\u001f\u008b\b\u0000", "latin1"),
        Buffer.alloc(0),
        Buffer.from(" \n\t"),
      ),
    },
    { weight: 1, arbitrary: fc.nat(text.length).map((length) => Buffer.from(text.slice(0, length))) },
  )

/** What can stand in the place of a segment of a path, as it is sent. */
const segments = [
  ...[
    "",
    ".",
    "..",
    "%2e%2e",
    "%2F",
    "a%2Fb",
    "%00",
    "%",
    "%zz",
    "%E0%A4%A",
    "%ff",
    "%25",
    "%252e",
    "null",
    "*",
  ],
  ...["__proto__", "constructor", ";x=1", "%F0%9F%98%80", "%u0000", "x".repeat(5_000), "%41".repeat(2_000)],
  ...[
    "0190A000-0000-7000-8000-000000000001",
    "0190a000-0000-7000-8000-00000000ffff",
    CANARY,
    "{id}",
    "$",
    "\\",
  ],
]

const queries = [
  ...["?", "?page=0", "?page=-0", "?page=1e9", "?page=999999999", "?page=9007199254740993", "?page=1&page=2"],
  ...[
    "?limit=101",
    "?limit=100&page=3",
    "?limit=0x10",
    "?limit=",
    "?page[]=1",
    "?__proto__=1",
    "?constructor=1",
  ],
  ...[
    "?status=ACTIVE&status=PAID",
    "?status=__proto__",
    "?status=%00",
    "?%zz",
    "?&&&=",
    "?page=%ff",
    `?x=${CANARY}`,
  ],
  ...[
    `?status=${"x".repeat(10_000)}`,
    "?wait=-1",
    "?wait=0",
    "?wait=1e3",
    "?email=%00",
    "?planId=x",
    "?type=x",
  ],
  ...[`?${"page=1&".repeat(1_000)}`, "?page=１", "?page= 1", "?page=1%0d%0aX:1"],
]

const rarely = <A>(usual: A, others: fc.Arbitrary<A>, weight = 12): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others })

const types: ReadonlyArray<string | ReadonlyArray<string> | undefined> = [
  ...[
    "text/plain",
    "application/json, application/json",
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
  ],
  ...[
    "application/x-www-form-urlencoded",
    "",
    ";",
    "application/json\u0000",
    CANARY,
    "x".repeat(8_000),
    undefined,
  ],
  ["application/json", "text/plain"],
]

const authorizations = (good: string | undefined): ReadonlyArray<string | undefined> => [
  ...[
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Basic b3duZXI6eA==",
    `Bearer ${CANARY}`,
    "Bearer a.b.c",
    "Bearer ..",
  ],
  ...[
    `Bearer ${"x".repeat(12_000)}`,
    `Bearer ${"a.".repeat(4_000)}`,
    "Bearer bnVsbA.bnVsbA.bnVsbA",
    "\u00ff",
  ],
  ...(good === undefined ? [] : [good.slice(0, -1), `${good}A`, `${good}, ${good}`, good.toLowerCase()]),
]

const keys = ["", " ", "x".repeat(256), "a b", "\u00e9", "\u0000", "k", CANARY, "__proto__", "a,b"]

const others: ReadonlyArray<RequestHeaders> = [
  { "content-encoding": "gzip" },
  { "content-encoding": "identity" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { host: "evil.example" },
  { host: "" },
  { "sec-fetch-site": "cross-site" },
  { "x-request-id": CANARY },
  { "x-simulator-world": "../x" },
  { "x-simulator-world": "__proto__" },
  { "x-simulator-world": "x".repeat(65) },
  { "accept-encoding": "br" },
  { cookie: "x".repeat(8_000) },
]

/** Requests to a target, most of them spoilt somewhere. */
export const hostile = (target: Target): fc.Arbitrary<Hostile> => {
  const { method, path, params, bodies, headers } = target
  const url = fc
    .tuple(
      ...path.split("/").map((segment) => {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1]
        return name === undefined
          ? fc.constant(segment)
          : rarely(encodeURIComponent(params[name] ?? "x"), fc.constantFrom(...segments), 4)
      }),
    )
    .chain((parts) =>
      rarely("", fc.constantFrom(...queries), method === "GET" ? 1 : 12).map(
        (query) => parts.join("/") + query,
      ),
    )
  const body: fc.Arbitrary<Uint8Array | null> =
    bodies.length === 0
      ? rarely<Uint8Array | null>(
          null,
          anyValue.map((raw) => Buffer.from(raw)),
          4,
        )
      : fc.oneof(
          { weight: 20, arbitrary: anyText(bodies).chain(anyBytes) },
          { weight: 1, arbitrary: fc.constant(null) },
        )
  const allHeaders = fc
    .record({
      type: rarely<string | ReadonlyArray<string> | undefined>("application/json", fc.constantFrom(...types)),
      authorization: rarely(headers.authorization, fc.constantFrom(...authorizations(headers.authorization))),
      key: rarely<string | undefined>(undefined, fc.constantFrom(...keys), 6),
      other: rarely<RequestHeaders>({}, fc.constantFrom(...others)),
    })
    .map(({ type, authorization, key, other }) => ({
      host: "localhost",
      ...headers,
      "content-type": type,
      authorization,
      "idempotency-key": key,
      ...other,
    }))
  const anyMethod = rarely(
    method,
    fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "get", "__proto__"),
    20,
  )
  return fc.record({ method: anyMethod, url, headers: allHeaders, body })
}

/** Sends a request. */
export const send = (dispatcher: Dispatcher, { body, ...request }: Hostile): Promise<ResponseValue> =>
  Effect.runPromise(
    dispatcher({
      ...request,
      body:
        body === null
          ? null
          : (bytesMax) =>
              body.byteLength > bytesMax
                ? Effect.fail(apiError("payload_too_large"))
                : Effect.succeed(new Uint8Array(body)),
    }),
  )
