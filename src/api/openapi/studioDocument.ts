// The OpenAPI document of the contract, with all that its readers need beside the shapes: examples, the headers of answers,
// and what receivers of webhooks are sent.
import * as OpenApi from "effect/http-api/OpenApi"
import { StudioApi } from "../StudioApi.ts"
import { type OperationDocument, withExamples } from "./document.ts"
import { event } from "./exampleRecords.ts"
import { headers } from "./headers.ts"

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

/** The OpenAPI 3.1 document of the contract, as JSON. `OpenApi.fromApi(StudioApi)` has its shapes alone. */
export const studioDocument = () => {
  const spec = OpenApi.fromApi(StudioApi)
  return { ...spec, paths: described(spec.paths), components: { ...spec.components, headers }, webhooks }
}

const described = (paths: OpenApi.OpenAPISpecPaths): OpenApi.OpenAPISpecPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          withExamples(operation as OperationDocument),
        ]),
      ),
    ]),
  )
