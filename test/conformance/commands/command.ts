// What a command is made of. A command is always sent: whether it is granted is for the model to say.
import type * as fc from "fast-check"
import type { Model } from "../model.ts"
import type { Session } from "../session.ts"

/** A command of an organization. */
export type Command = fc.AsyncCommand<Model, Session>

/** A command with the name that a failure shows it under. */
export const command = (
  name: string,
  run: (model: Model, session: Session) => Promise<unknown>,
): Command => ({
  check: () => true,
  run: async (model, session) => void (await run(model, session)),
  toString: () => name,
})

/** One of a list by a number of any size; undefined where there is none. */
export const pickOf = <A>(list: ReadonlyArray<A>, pick: number): A | undefined =>
  list[pick % Math.max(1, list.length)]

/** The whole list on one page. */
export const all = { page: 1, limit: 100 } as const

/** The parameters of whatever belongs to the organization. */
export const paramsOf = ({ organizationId }: Session) => ({ organizationId })
