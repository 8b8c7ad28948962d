// The setting of V8's garbage collector in the simulator's own process.
import v8 from "node:v8"

/**
 * Has V8 begin all objects among the young ones. While a world is made, all its objects last, and V8 would learn to begin
 * some among the old ones. The short-lived objects of requests would then stay until a full collection.
 */
export const beginYoung = (): void => v8.setFlagsFromString("--no-allocation-site-pretenuring")
