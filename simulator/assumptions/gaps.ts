// The gaps of the specification, one by one, as the register has them.
import { register } from "./register.ts"

/** A question that the specification leaves open, and what was decided. */
export interface Gap {
  readonly gap: string
  readonly topic: string
  readonly question: string
  readonly decision: string
  /** `D`: a public fact of the described service. `P`: a decision of this project. */
  readonly source: string
  readonly inForce: boolean
}

const ROW = /^(\d+) \| (.*?) \| (.*) \| (D|P|D, P)$/

const gapOf = (row: string, group: { readonly topic: string; readonly inForce: boolean }): Gap => {
  const [, number = "", question = "", decision = "", source = ""] = ROW.exec(row) ?? []
  const { topic, inForce } = group
  return { gap: `GAP-${number.padStart(2, "0")}`, topic, question, decision, source, inForce }
}

/** Every gap, in the order of the register. */
export const gaps: ReadonlyArray<Gap> = register.flatMap(({ rows, ...group }) =>
  rows.map((row) => gapOf(row, group)),
)
