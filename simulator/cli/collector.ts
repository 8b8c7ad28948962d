// The setting of V8's garbage collector in the simulator's own process.
import v8 from "node:v8"

/**
 * Has V8 begin all objects among the young ones. Else it learns while a world is made, of which everything lasts, to begin
 * some among the old ones at once; the same code makes what a request needs for a moment, and what the old ones refer to,
 * which is nearly all of the request, is then kept until everything is collected.
 */
export const beginYoung = (): void => v8.setFlagsFromString("--no-allocation-site-pretenuring")
