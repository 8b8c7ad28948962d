// What a step that failed is called, wherever it is told of.
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"

/** The tag of what made a step fail; `Defect` is a bug in the rules or an adapter, or a broken record. */
export const causeTag = <Tag extends string>(cause: Cause.Cause<{ readonly _tag: Tag }>): Tag | "Defect" =>
  Option.match(Cause.findErrorOption(cause), {
    onSome: ({ _tag }): Tag | "Defect" => _tag,
    onNone: () => "Defect" as const,
  })
