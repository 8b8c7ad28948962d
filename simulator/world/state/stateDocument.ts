// A world as one JSON document, and back. What is written of a world that was read is what was read, byte for byte.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { FIELD_ERRORS_MAX, type FieldError } from "../../../src/api/index.ts"
import { Iso } from "../../../src/index.ts"
import { makeGatewayMemory } from "../../adapters/gateway/ScriptedGateway.ts"
import { contentsOf, loadContents, mapped } from "../../adapters/memory/BillingState.ts"
import { makeTables } from "../../adapters/memory/Tables.ts"
import { makeWebhookMemory } from "../../adapters/webhooks/MemoryWebhookStore.ts"
import { instantOf } from "../../control/contract/records.ts"
import { faultsOf } from "./consistency.ts"
import { Record, SCHEMA_VERSION, StateDocument } from "./schemas/document.ts"
import { strictDecoder } from "./strictDecoder.ts"
import type { WorldSnapshot } from "./WorldSnapshot.ts"

/**
 * The document of a world, with series in place of lists: to be written once.
 *
 * Without secrets it has no inbox, no code on its way, and no webhook endpoint. It always has the hashes of codes and
 * refresh tokens, which tell nothing without their key, and the references of test cards. GAP-110
 */
export const documentOf = (
  { now, tables, gateway, webhooks, couponsBefore, inbox }: WorldSnapshot,
  options: { readonly secrets: boolean },
): object => {
  const { versions, records, outbox, due } = contentsOf(tables)
  return {
    schemaVersion: SCHEMA_VERSION,
    now: Iso.toIso(now),
    store: {
      versions,
      records,
      outbox: series(outbox, ({ kind }) => options.secrets || kind !== "OTP"),
      due: series(due),
    },
    gateway: {
      attempts: mapped(gateway.attempts.entries(), ([, attempt]) => attempt),
      cards: mapped(gateway.charged.entries(), ([card]) => card),
    },
    couponsBefore: series(couponsBefore),
    events: series(webhooks.events.values()),
    ...(options.secrets && { endpoints: series(webhooks.endpoints.values()), inbox: series(inbox) }),
  }
}

function* series<A>(list: Iterable<A>, isIn: (element: A) => boolean = () => true): Generator<A, void> {
  for (const element of list) if (isIn(element)) yield element
}

const decode = strictDecoder(StateDocument)
const decodeRecords = strictDecoder(Schema.Array(Record))

/** How many records are checked at a time: what checking makes of them is not kept. */
const CHECKED_AT_ONCE = 1_000

/** What is wrong with the form of a document. Its records are most of it, so that they are looked at apart. */
const faultsOfForm = (document: unknown): ReadonlyArray<FieldError> => {
  const { store } = (document ?? {}) as { readonly store?: { readonly records?: unknown } | null }
  const records = store?.records
  if (!Array.isArray(records)) return faultsIn(decode(document))
  const rest = { ...(document as object), store: { ...store, records: [] } }
  const faults = [...faultsIn(decode(rest))]
  for (let from = 0; from < records.length && faults.length < FIELD_ERRORS_MAX; from += CHECKED_AT_ONCE) {
    for (const { path, message } of faultsIn(decodeRecords(records.slice(from, from + CHECKED_AT_ONCE)))) {
      const [index, ...members] = path.split(".")
      faults.push({ path: ["store", "records", from + Number(index), ...members].join("."), message })
    }
  }
  return faults.slice(0, FIELD_ERRORS_MAX)
}

const faultsIn = (decoded: Result.Result<unknown, ReadonlyArray<FieldError>>): ReadonlyArray<FieldError> =>
  Result.isFailure(decoded) ? decoded.failure : []

/** The world of a document, or what is wrong with it. */
export const readDocument = (document: unknown): Result.Result<WorldSnapshot, ReadonlyArray<FieldError>> => {
  const malformed = faultsOfForm(document)
  if (malformed.length > 0) return Result.fail(malformed)
  // What was checked, not what checking made of it: records keep the order of their members, and so does an export.
  const checked = document as typeof StateDocument.Type
  const faults = faultsOf(checked)
  if (faults.length > 0) return Result.fail(faults)
  const { now, store, gateway, couponsBefore, events, endpoints = [], inbox = [] } = checked
  const tables = makeTables()
  loadContents(tables, store)
  return Result.succeed({
    now: instantOf(now),
    tables,
    gateway: makeGatewayMemory(gateway.attempts, gateway.cards),
    webhooks: makeWebhookMemory(endpoints, events),
    inbox,
    couponsBefore,
  })
}
