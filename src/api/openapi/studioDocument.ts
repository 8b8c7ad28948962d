// The OpenAPI document of the contract, with all that its readers need beside the shapes: examples, the headers of answers,
// and what receivers of webhooks are sent.
import * as OpenApi from "effect/http-api/OpenApi"
import * as Record from "effect/Record"
import { StudioApi } from "../StudioApi.ts"
import { type OperationDocument, withExamples } from "./document.ts"
import { event } from "./exampleRecords.ts"
import { headers } from "./headers.ts"
import { withMeanings } from "./members.ts"

const header = (name: string, description: string, example: string) =>
  ({ name, in: "header", required: true, description, schema: { type: "string" }, example }) as const

/** The webhooks of the OpenAPI document. GAP-62 */
const webhooks = {
  event: {
    post: {
      operationId: "webhooks.event",
      summary: "An event",
      description:
        "Sent by the Standard Webhooks scheme, at least once: `webhook-id` is the event's `id`. Any 2xx within 15 seconds is success.",
      security: [],
      parameters: [
        header("webhook-id", "The event's `id`, the same each time that it is sent.", event.id),
        header("webhook-timestamp", "When it is sent, in seconds since 1970.", "1772452800"),
        header(
          "webhook-signature",
          "`v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.",
          "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Event" },
            examples: { example: { summary: "An invoice was paid.", value: event } },
          },
        },
      },
      responses: { "2XX": { description: "The event arrived." } },
    },
  },
} as const

/** What holds of all operations, beside their shapes. Rules 2 and 7 of the specification, GAP-01, GAP-04 to GAP-06, GAP-43 */
const conventions = [
  "To sign in, request a code, validate it, and exchange it for tokens. Calls need the access token as a bearer; the refresh token gives new ones.",
  "Amounts are integers in the currency's minor unit: 100 is 1.00 BRL. Times are in UTC with milliseconds.",
  "Every error has `statusCode`, `code`, `message` and `errors`. Decide by `code`.",
  "Of a list `page` begins at 1, and a page has at most `limit` records, 20 unless it says otherwise. A page after the last one is empty.",
  "A call that takes an `Idempotency-Key` can be made again under the same key: nothing happens twice. Make it again after no answer, 429 or 503; where there is `Retry-After`, after so many seconds.",
  "Records and errors may get further members: a client has to ignore those that it does not know.",
]

/** The OpenAPI 3.1 document of the contract, as JSON. `OpenApi.fromApi(StudioApi)` has its shapes alone. */
export const studioDocument = () => {
  const spec = OpenApi.fromApi(StudioApi)
  return {
    ...spec,
    info: { ...spec.info, description: [spec.info.description, ...conventions].join("\n\n") },
    paths: described(spec.paths as Paths) as OpenApi.OpenAPISpecPaths,
    components: { ...spec.components, schemas: Record.map(spec.components.schemas, withMeanings), headers },
    webhooks,
  }
}

type Paths = Readonly<Record<string, Readonly<Record<string, OperationDocument>>>>

const described = (paths: Paths): Record<string, Record<string, object>> =>
  Record.map(paths, (operations) =>
    Record.map(operations, (operation) => withMeanings(withExamples(operation), operation.operationId)),
  )
