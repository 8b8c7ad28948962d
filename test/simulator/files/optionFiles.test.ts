// The files of --seed and --policy: which goes first, and one sentence for whatever is wrong with them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OPTION_FILE_BYTES_MAX } from "../../../simulator/cli/files/optionFile.ts"
import { type OptionFiles, readOptionFiles } from "../../../simulator/cli/files/optionFiles.ts"
import { seedExample } from "../../../simulator/cli/files/seedExample.ts"
import { writeExample } from "../../../simulator/cli/init.ts"
import { defaultPolicy } from "../../../src/index.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-files-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const write = (content: string | Uint8Array): string => {
  const file = join(folder, `${++files}.jsonc`)
  writeFileSync(file, content)
  return file
}
const json = (value: unknown): string => write(JSON.stringify(value, null, 2))

const organizations = [
  { organizationId: "0190a000-0000-7000-8000-000000000001", name: "One", currency: "BRL" },
]

/** What is said of files, without the folder that they are in. */
const refusal = (named: OptionFiles): Promise<string> =>
  readOptionFiles(named).then(
    () => "",
    (fault) => fault.message.replaceAll(`${folder}/`, ""),
  )

describe("the policy of two files", () => {
  it("is that of each member's first: --policy, the seed, the default", async () => {
    const seed = json({ organizations, policy: { onExhausted: "PAUSE", dunningDays: [1] } })
    const policy = json({ onExhausted: "CANCEL", graceMillis: 5 })
    const read = await readOptionFiles({ seed, policy })
    expect(read.policy).toEqual({ ...defaultPolicy, onExhausted: "CANCEL", dunningDays: [1], graceMillis: 5 })
    expect(read.seed?.organizations).toMatchObject(organizations)
  })

  it("is that of one, where there is one", async () => {
    const seed = json({ organizations, policy: { onExhausted: "PAUSE" } })
    expect((await readOptionFiles({ seed })).policy).toEqual({ ...defaultPolicy, onExhausted: "PAUSE" })
    const policy = json({ slipDueDays: 7 })
    const read = await readOptionFiles({ policy })
    expect(read).toEqual({ policy: { ...defaultPolicy, slipDueDays: 7 } })
  })

  it("is refused at the file that says what is wrong", async () => {
    const seed = json({ organizations, policy: { chargeDeadlineMillis: 60_000 } })
    expect(await refusal({ seed })).toMatch(
      /^the seed file \d+\.jsonc, line 10: policy\.chargeDeadlineMillis: Expected attemptStaleMillis to be more than/,
    )
    const enough = json({ attemptStaleMillis: 60_001 })
    expect(await refusal({ seed, policy: enough })).toBe("")
    const policy = json({ dunningDays: [1, 1] })
    expect(await refusal({ seed: json({ organizations, policy: {} }), policy })).toMatch(
      /^the policy file \d+\.jsonc, line 2: dunningDays: Expected days that rise/,
    )
  })
})

describe("a file that cannot be meant", () => {
  it.each<readonly [string, () => OptionFiles, string]>([
    [
      "no seed",
      () => ({ seed: join(folder, "none.jsonc") }),
      `there is no seed file none.jsonc; studio-simulator init FOLDERnone.jsonc writes one to begin with`,
    ],
    [
      "no policy",
      () => ({ policy: join(folder, "none.jsonc") }),
      'there is no policy file none.jsonc; write one, such as { "onExhausted": "CANCEL" }',
    ],
    ["a folder", () => ({ seed: folder }), `the seed file FOLDER is a folder; name a file in it`],
    [
      "nothing",
      () => ({ seed: write("") }),
      "the seed file N is no JSON, line 1: expected a value, found its end",
    ],
    [
      "half of it",
      () => ({ seed: write('{\n  "organizations": [\n') }),
      "the seed file N is no JSON, line 3: expected a value, found its end",
    ],
    [
      "a member twice",
      () => ({ policy: write('{\n  "slipDueDays": 1,\n  "slipDueDays": 2\n}') }),
      'the policy file N is no JSON, line 3: "slipDueDays" is there twice',
    ],
    [
      "no text",
      () => ({ seed: write(Uint8Array.of(0x7b, 0xff, 0x7d)) }),
      "the seed file N is no text in UTF-8; save it as one",
    ],
    [
      "more than there may be",
      () => ({ seed: write(" ".repeat(OPTION_FILE_BYTES_MAX + 1)) }),
      `the seed file N is larger than ${OPTION_FILE_BYTES_MAX} bytes; leave some of it out`,
    ],
    ["a list", () => ({ policy: write("[]") }), "the policy file N, line 1: Expected an object"],
    ["null", () => ({ seed: write("\nnull") }), "the seed file N, line 2: Expected an object"],
    [
      "an unknown member",
      () => ({ policy: write('// mine\n{\n  "graceDays": 1\n}') }),
      "the policy file N, line 3: graceDays: Unknown member",
    ],
    [
      "members of several records",
      () => ({ seed: json({ organizations: [{ ...organizations[0], currency: 1 }], users: {} }) }),
      'the seed file N, line 6: organizations.0.currency: Expected "BRL" or "USD" or "EUR" (and 1 more)',
    ],
  ])("is told in one sentence: %s", async (_, named, message) => {
    const said = (await refusal(named())).replaceAll(folder, "FOLDER").replace(/\d+\.jsonc/, "N")
    expect(said).toBe(message.replace("FOLDERnone", "none"))
    expect(said).not.toContain("\n")
  })

  it("is none for the mark that some editors begin a file with", async () => {
    expect(await refusal({ policy: write('\ufeff{ "slipDueDays": 1 }') })).toBe("")
  })

  it("is none for a size at the bound", async () => {
    expect(await refusal({ policy: write("{}".padEnd(OPTION_FILE_BYTES_MAX)) })).toBe("")
  })
})

describe("init", () => {
  it("writes a seed that can be read, and says what to do with it", async () => {
    const file = join(folder, "mine.jsonc")
    const told = (await writeExample(file, false)).replaceAll("'", "")
    expect(told).toContain(`npx studio-simulator --seed ${file}\n`)
    expect((await readOptionFiles({ seed: file })).policy).toEqual(defaultPolicy)
  })

  it("leaves a file alone unless it is told", async () => {
    const file = write("mine")
    await expect(writeExample(file, false)).rejects.toThrow(
      `${file} is there already; --force writes over it, another name leaves it alone`,
    )
    await writeExample(file, true)
    expect((await readOptionFiles({ seed: file })).seed).toBeDefined()
  })

  it("says where it cannot write", async () => {
    mkdirSync(join(folder, "folder"))
    await expect(writeExample(join(folder, "folder"), true)).rejects.toThrow("cannot be written (EISDIR)")
    await expect(writeExample(join(folder, "gone", "x"), false)).rejects.toThrow("cannot be written (ENOENT)")
  })

  it("shows a name with blanks as a shell takes it", async () => {
    const said = await writeExample(join(folder, "it's mine.jsonc"), false)
    expect(said).toContain(`--seed '${folder}/it'\\''s mine.jsonc'\n`)
    expect(seedExample()).toContain("studio-simulator --seed FILE")
  })
})
