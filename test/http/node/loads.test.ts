// What a server loads before its first request: an import of `node:http` would bring the whole of Node's `fetch`.
import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"

it.each(["src/http/node/index.ts", "simulator/index.ts"])("%s loads no fetch of Node's", (module) => {
  const url = new URL(`../../../${module}`, import.meta.url)
  const program = `import(${JSON.stringify(url.href)}).then(() => console.log(JSON.stringify(process.moduleLoadList)))`
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }))
  expect(loaded.filter((name: string) => name.includes("undici"))).toEqual([])
})
