// The bounds of an engine. Each is finite, and one that is out of its range is refused when the engine starts.
import { checkWhole } from "../app/due/checkWhole.ts"

/** The bounds of an engine. */
export interface EngineBounds {
  /** How many organizations are under way at once. Each of them is in order. Default 16. */
  readonly concurrency: number
  /** How many due organizations one look claims. Default 100. */
  readonly batch: number
  /** How long it waits between two looks where nothing is due, in milliseconds. Default 10,000. */
  readonly everyMillis: number
  /**
   * How long one organization, one call of the store or one task may take before it is given up and told. Default 600,000.
   * A claim lasts a minute longer: so long wait the organizations of an engine that was killed.
   */
  readonly turnMillis: number
  /** The wait after a failure; it doubles with each further one. Default 5,000. */
  readonly backoffMillis: number
  /** The longest wait after failures of an organization; that of looks and tasks is `everyMillis`. Default 3,600,000. */
  readonly backoffMillisMax: number
  /** How long a stop waits for what is under way. Default 30,000. */
  readonly drainMillis: number
}

/** The default of each bound. */
export const defaultBounds: EngineBounds = {
  concurrency: 16,
  batch: 100,
  everyMillis: 10_000,
  turnMillis: 600_000,
  backoffMillis: 5_000,
  backoffMillisMax: 3_600_000,
  drainMillis: 30_000,
}

/** The most that each bound may be. */
const most: EngineBounds = {
  concurrency: 1_000,
  batch: 10_000,
  everyMillis: 86_400_000,
  turnMillis: 86_400_000,
  backoffMillis: 86_400_000,
  backoffMillisMax: 604_800_000,
  drainMillis: 3_600_000,
}

/** Throws a `RangeError` for a task that cannot be done every so often. */
export const checkTask = (task: { readonly name: string; readonly everyMillis: number }): void =>
  checkWhole(`everyMillis of the task ${task.name}`, task.everyMillis, most.everyMillis)

/** These bounds, with the default of each that is not given; throws a `RangeError` that names the first wrong one. */
export const boundsOf = (given: Partial<EngineBounds> = {}): EngineBounds => {
  const bounds = { ...defaultBounds, ...given }
  for (const name of Object.keys(bounds)) {
    if (!Object.hasOwn(defaultBounds, name)) {
      throw new RangeError(`${name} is no bound of an engine: use ${Object.keys(defaultBounds).join(", ")}`)
    }
    checkWhole(name, bounds[name as keyof EngineBounds], most[name as keyof EngineBounds])
  }
  if (bounds.backoffMillisMax < bounds.backoffMillis) {
    throw new RangeError("backoffMillisMax: expected at least backoffMillis")
  }
  return bounds
}
