// The kinds of event: the list that contracts are made of names each of them.
import { expect, expectTypeOf, it } from "vitest"
import { WebhookEvent } from "../../../src/index.ts"

it("lists every kind of announcement once", () => {
  expectTypeOf<(typeof WebhookEvent.EVENT_TYPES)[number]>().toEqualTypeOf<WebhookEvent.EventType>()
  expect(new Set(WebhookEvent.EVENT_TYPES).size).toBe(WebhookEvent.EVENT_TYPES.length)
})
