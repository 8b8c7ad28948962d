// What a run says: what it will leave behind, and at the end which operations and readings were seen, and what failed.
import type { Report } from "./conformance.ts"
import type { Tally } from "./recorder.ts"

/** What is said before anything is changed. */
export const warning = (organizationId: string, isControlled: boolean): string =>
  isControlled
    ? `Tries the organization ${organizationId} in the simulator's world "conformance", which begins anew.`
    : [
        `Tries the organization ${organizationId}. It is left with cancelled subscriptions, their invoices, vouchers for`,
        "what was returned, and used coupons; methods that are added go again, unless a payment still needs them.",
      ].join("\n")

const rowsOf = (tally: Tally): ReadonlyArray<string> => {
  const rows = Array.from(tally, ([name, cells]) => {
    const seen = Array.from(cells).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const calls = seen.reduce((total, [, times]) => total + times, 0)
    return [name, calls, seen.map(([cell, times]) => `${cell} x${times}`).join(", ")] as const
  })
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, calls, cells]) =>
    `  ${name.padEnd(width)}  ${String(calls).padStart(6)}  ${cells}`.trimEnd(),
  )
}

const share = (tally: Tally): string => {
  const covered = Array.from(tally.values()).filter(({ size }) => size > 0).length
  return `${covered} of ${tally.size}`
}

/** The whole report; `again` is the command line that finds a failure again, but for its path. */
export const reportOf = (
  report: Report,
  { seed, again }: { readonly seed: number; readonly again: string },
) => {
  const { answers, readings, failure, passed, runs, calls } = report
  const known = new Map(Array.from(answers).filter(([name]) => name !== "unknown"))
  const sections = [
    `Operations, calls, and what was answered (${share(known)} operations covered):`,
    ...rowsOf(new Map(Array.from(known).toSorted(([one], [other]) => (one < other ? -1 : 1)))),
    "",
    "Readings of gaps, and how often each was seen:",
    ...rowsOf(readings),
    "",
  ]
  const fault =
    failure === null
      ? []
      : [
          `Failed: ${failure.message}`,
          `Found again by: ${again} --seed ${seed} --path ${failure.path}`,
          "",
          "The shortest commands that were found:",
          ...failure.commands.split(/,(?=[a-z])/).map((command) => `  ${command}`),
          "",
          "Their calls, and what was answered:",
          ...failure.transcript.map((line) => `  ${line}`),
          "",
        ]
  const verdict = `${passed ? "Passed" : "Failed"}: ${runs} runs, ${calls} calls, seed ${seed}.`
  return `${[...fault, ...sections, verdict].join("\n")}\n`
}
