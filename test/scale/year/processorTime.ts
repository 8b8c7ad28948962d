// The processor time of this process and of all that it started, which other work on the machine disturbs little.
import { existsSync, readdirSync, readFileSync } from "node:fs"

const TICK_MILLIS = 10

/** In milliseconds, of those that ended as well. It is read from /proc; where there is none it is not a number. */
export const processorMillis = (): number => {
  if (!existsSync("/proc/self/stat")) return Number.NaN
  const processes = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []))
  let ticks = 0
  const parents = [process.pid]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    ticks += processes.find(({ id }) => id === parent)?.ticks ?? 0
    for (const child of processes) if (child.parent === parent) parents.push(child.id)
  }
  return ticks * TICK_MILLIS
}

/** Nothing where it has just ended. */
const statOf = (name: string) => {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8")
    // The name of the program before it may hold anything. See proc(5).
    const [, parent, ...more] = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const ticks = more.slice(9, 13).reduce((sum, field) => sum + Number(field), 0)
    return [{ id: Number(name), parent: Number(parent), ticks }]
  } catch {
    return []
  }
}
