// How the OpenAPI document shows a record of which exactly one of some members is given.

interface RecordSchema {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: ReadonlyArray<string>
  readonly allOf?: ReadonlyArray<{ readonly oneOf?: ReadonlyArray<Choice> }>
}

/** What a check adds to its record: the members of one choice. */
interface Choice {
  readonly required: ReadonlyArray<string>
}

/**
 * A part of a document with such records as a union of whole records, one a choice. A check can only add what it
 * requires, as schemas without a type beside the record, and of those generators make `unknown`.
 */
export const withAlternatives = <A>(part: A): A =>
  JSON.parse(JSON.stringify(part), (_, value) => (isChoice(value) ? unionOf(value) : value))

const isChoice = (schema: RecordSchema | null): schema is RecordSchema =>
  schema?.properties !== undefined && schema.allOf?.length === 1 && schema.allOf[0]?.oneOf !== undefined

const unionOf = ({ allOf = [], properties, required = [], ...record }: RecordSchema): object => {
  const choices = allOf[0]?.oneOf ?? []
  const chosen = new Set(choices.flatMap((choice) => choice.required))
  const recordOf = (choice: Choice) => ({
    ...record,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !chosen.has(name) || choice.required.includes(name)),
    ),
    required: [...choice.required, ...required],
  })
  return { oneOf: choices.map(recordOf) }
}
