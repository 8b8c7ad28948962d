// `npm run conformance -- --url URL --token TOKEN`: tries a server that serves /studio. Status 0 is a server that did
// all as the model says, 1 one that did not or that cannot be tried, and 2 a command line that cannot be meant.
import { parseArgs } from "node:util"
import { runConformance } from "./conformance.ts"
import { reportOf, warning } from "./report.ts"
import { CannotRun } from "./targets.ts"

const help = `Usage: npm run conformance -- --url URL --token TOKEN [options]

  --url URL               where the server is, without /studio
  --token TOKEN           an access token with every permission; not needed with --control simulator
  --organization ID       which organization to try, where the token or its user does not say
  --control simulator     the server is a simulator: its control plane is used as well
  --control-token TOKEN   the token that the control plane needs, if any
  --coupon CODE           a coupon that may be used up; repeat the flag for more
  --card-token TOKEN      stands for a test card that is approved (tok_visa)
  --runs N                how many sequences of commands, 1 to 100000 (20)
  --seed S                an integer that chooses them (by the clock)
  --path P                begins at the path of a failure
  --readings              accepts other readings of GAP-30, GAP-15 and GAP-01 than the contract's
  --help                  shows this
`

const COMMANDS_MAX = 60

const fail = (message: string, status: 1 | 2): never => {
  process.stderr.write(`conformance: ${message}\n`)
  process.exit(status)
}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: "string" },
        token: { type: "string" },
        organization: { type: "string" },
        control: { type: "string" },
        "control-token": { type: "string" },
        coupon: { type: "string", multiple: true },
        "card-token": { type: "string" },
        runs: { type: "string" },
        seed: { type: "string" },
        path: { type: "string" },
        readings: { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values
  } catch (fault) {
    return fail((fault as Error).message.split(/[.\n]/)[0] ?? "unknown flag", 2)
  }
}

const integer = (name: string, text: string, bounds: readonly [number, number]): number => {
  const value = Number(text)
  const [min, max] = bounds
  if (/^-?\d{1,12}$/.test(text) && value >= min && value <= max) return value
  return fail(`--${name} has to be an integer from ${min} to ${max}`, 2)
}

const given = parse(process.argv.slice(2))
if (given.help) {
  process.stdout.write(help)
  process.exit(0)
}
const isControlled = given.control !== undefined
if (isControlled && given.control !== "simulator") fail("--control has to be simulator", 2)
const url = (given.url ?? fail("--url URL is needed", 2)).replace(/\/$/, "")
if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) fail("--url has to be a URL of http or https", 2)
if (given.token === undefined && !isControlled) fail("--token TOKEN is needed", 2)
if (given.path !== undefined && !/^\d+(?::\d+)*(?:@[\w:+/=-]*)?$/.test(given.path))
  fail("--path has to be one of a failure", 2)

const INT32 = 2 ** 31
const seed = integer("seed", given.seed ?? String(Date.now() % INT32), [-INT32, INT32 - 1])
const runs = integer("runs", given.runs ?? "20", [1, 100_000])

const report = await runConformance({
  fetch,
  url,
  token: given.token ?? null,
  organizationId: given.organization ?? null,
  isControlled,
  controlToken: given["control-token"],
  coupons: given.coupon ?? [],
  cardToken: given["card-token"] ?? "tok_visa",
  runs,
  seed,
  path: given.path,
  commandsMax: COMMANDS_MAX,
  readings: given.readings ?? false,
  onBegin: (organizationId) => process.stdout.write(`${warning(organizationId, isControlled)}\n\n`),
  onRun: (run) => {
    if (run % 10 === 0) process.stdout.write(`${run} runs\n`)
  },
}).catch((fault: Error) =>
  fail(fault instanceof CannotRun ? fault.message : `${url} cannot be tried: ${fault.message}`, 1),
)
const again = `npm run conformance -- --url ${url}${isControlled ? " --control simulator" : " --token …"}`
process.stdout.write(`\n${reportOf(report, { seed, again })}`)
process.exitCode = report.passed ? 0 : 1
