// The control plane as one value: from it come its routes, its client, its types and its OpenAPI document. All of it is
// under /_simulator.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Record from "effect/Record"
import { headers, openRecords, StudioApi, withIntegers, withMeanings } from "../../../src/api/index.ts"
import { access } from "./access.ts"
import { accounts } from "./accounts/accounts.ts"
import { assumptions } from "./assumptions.ts"
import { AnyCall } from "./call.ts"
import { catalogue } from "./catalogue.ts"
import { clock } from "./clock.ts"
import { faults } from "./faults.ts"
import { invoices } from "./invoices.ts"
import { organizations } from "./organizations.ts"
import { state } from "./state.ts"
import { webhooks } from "./webhooks.ts"
import { world } from "./world.ts"

const { RequestId, RetryAfter, WwwAuthenticate } = headers

const groups = [
  world,
  clock,
  access,
  organizations,
  accounts,
  catalogue,
  invoices,
  webhooks,
  state,
  faults,
  assumptions,
] as const

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>>

const emptyBody = {
  content: {
    "application/json": {
      schema: { type: "object", properties: {}, additionalProperties: false },
      examples: { example: { value: {} } },
    },
  },
}

/**
 * The paths with a body that each POST, PUT and PATCH requires. The guard wants their media type, and a client that is
 * made of the document sends one only with a body.
 */
const withBodies = (paths: Paths): Paths =>
  Record.map(paths, (operations) =>
    Record.map(operations, (operation, method) =>
      ["post", "put", "patch"].includes(method)
        ? { ...operation, requestBody: { ...emptyBody, ...operation.requestBody, required: true } }
        : operation,
    ),
  )

/** The schemas with the meanings of members in those that the contract of /studio has as well. */
const withSharedMeanings = <A>(schemas: Readonly<Record<string, A>>): Record<string, A> => {
  const shared = OpenApi.fromApi(StudioApi).components.schemas
  return Record.map(schemas, (schema, name) => (name in shared ? withMeanings(schema, name) : schema))
}

/**
 * The contract of the control plane of a world. A member or a parameter that a call does not know is refused. Its type
 * names the groups as they are written, without what all of them have, so that it stays short.
 */
export const ControlApi: HttpApi.HttpApi<"control", (typeof groups)[number]> = HttpApi.make("control")
  .add(...groups)
  .prefix("/_simulator")
  .middleware(AnyCall)
  .annotate(HttpApi.ParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Studio simulator: control plane",
      version: "1",
      description:
        "A test's control of a world: time, codes and tokens, records, what operators report, faults and state. A POST, PUT or PATCH has to be `application/json`, and its body is `{}` where nothing is to be said. Amounts are integers in the currency's minor unit: 100 is 1.00 BRL.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "http://127.0.0.1:4010", description: "The simulator, where it starts by itself." }],
      transform: (spec) => ({
        ...spec,
        paths: withBodies(spec.paths as Paths),
        components: {
          ...withIntegers(openRecords(spec.components)),
          schemas: withSharedMeanings(withIntegers(openRecords(spec.components.schemas))),
          headers: { RequestId, RetryAfter, WwwAuthenticate },
          securitySchemes: {
            controlToken: {
              type: "http",
              scheme: "bearer",
              description: "The token of `--control-token`, where the simulator was started with one.",
            },
          },
        },
      }),
    }),
  ) as never
