// `studio-simulator init`: writes the example that a seed of one's own starts from.
import { writeFile } from "node:fs/promises"
import { seedExample } from "./files/seedExample.ts"

/** A file that was not written, in one sentence. */
export class ExampleNotWritten extends Error {
  override readonly name = "ExampleNotWritten"
}

/**
 * Writes the example, and gives what to tell of it. What is there already is overwritten with `force` only. Rejects with
 * `ExampleNotWritten`.
 */
export const writeExample = async (file: string, force: boolean): Promise<string> => {
  await writeFile(file, seedExample(), { flag: force ? "w" : "wx" }).catch((fault: NodeJS.ErrnoException) => {
    throw new ExampleNotWritten(
      fault.code === "EEXIST"
        ? `${file} is there already; --force writes over it, another name leaves it alone`
        : `${file} cannot be written (${fault.code}); name a file in a folder that can be`,
    )
  })
  const word = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
  return `Wrote ${file}: organizations, users, plans, coupons and the billing policy of every world.
Change what you like, and start with it:
  npx studio-simulator --seed ${word}
`
}
