// Runs the model: the protocol as it is, and each planted fault until an invariant fails. Writes the traces that
// `npm test` replays to traces.jsonl, one a line: first the fault, then the trace as quint exports it.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const quint = join(import.meta.dirname, "node_modules/.bin/quint")
const model = join(import.meta.dirname, "protocol.qnt")
const faults = ["unknownReadAsDeclined", "chargeBeforeCommit", "freshKeyOnRetry", "keyWithoutMargin"]
const invariants = ["chargedAtMostOnce", "nothingReceivedIsLost", "lockedUntilKnown"]
const witnesses = ["seenPaid", "seenChargedAgain", "seenForgotten", "seenSecondAttempt"]

const folder = mkdtempSync(join(tmpdir(), "protocol-"))

const run = (main, samples, more) => {
  const args = ["run", model, "--backend", "typescript", "--main", main, "--seed", "1", "--verbosity", "1"]
  const { stdout } = spawnSync(quint, [...args, "--max-samples", samples, "--max-steps", "25", ...more], {
    encoding: "utf8",
  })
  return stdout
}

/** A name without the module that it is of. */
const nameOf = (name) => name.split("::").at(-1)

const named = (state) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [nameOf(name), value]))

const exported = (name) =>
  readdirSync(folder)
    .filter((file) => file.startsWith(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((file) => {
      const { vars, states } = JSON.parse(readFileSync(join(folder, file), "utf8"))
      return { vars: vars.map(nameOf), states: states.map(named) }
    })

/** What a trace shows: each act with its fate, and what it made of the attempts. */
const featuresOf = ({ states }) =>
  states.map(({ did, attempts, received }) => {
    const { status, lookups } = attempts.at(-1) ?? {}
    return JSON.stringify([did.act, did.fate, attempts.length, status, lookups, received.length])
  })

/** The traces that show something that those before them do not. */
const chosenOf = (traces, most) => {
  const seen = new Set()
  const chosen = []
  for (let left = [...traces]; chosen.length < most; ) {
    const news = left.map((trace) => new Set(featuresOf(trace).filter((each) => !seen.has(each))).size)
    const best = Math.max(...news)
    if (best <= 0) break
    const [trace] = left.splice(news.indexOf(best), 1)
    for (const each of featuresOf(trace)) seen.add(each)
    chosen.push(trace)
  }
  return chosen
}

try {
  execFileSync(quint, ["typecheck", model])
  const sound = run("sound", "5000", ["--invariants", ...invariants, "--witnesses", ...witnesses])
  process.stdout.write(`sound\n${sound}`)
  if (!sound.includes("No violation")) throw new Error("The protocol as it is breaks an invariant.")
  run("sound", "1000", ["--n-traces", "1000", "--out-itf", join(folder, "sound_{seq}.itf.json")])
  const lines = chosenOf(exported("sound"), 30).map((trace) => ({ fault: null, ...trace }))
  for (const fault of faults) {
    for (const invariant of invariants) {
      const file = `${fault}_${invariant}.itf.json`
      const told = run(fault, "1000", ["--invariant", invariant, "--out-itf", join(folder, file)])
      const isFound = told.includes("[violation]")
      process.stdout.write(`${fault}, ${invariant}: ${told.split("\n")[0]}\n`)
      if (isFound) lines.push({ fault: `${fault} breaks ${invariant}`, ...exported(file)[0] })
    }
    if (!lines.some((line) => line.fault?.startsWith(fault))) throw new Error(`${fault} is not found.`)
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
  writeFileSync(join(import.meta.dirname, "traces.jsonl"), text)
} finally {
  rmSync(folder, { recursive: true })
}
