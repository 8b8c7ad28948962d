// The entry of the simulator without what is made of Effect: functions that return promises, and plain data. The build puts
// Effect inside of it, so that a test loads one file in place of hundreds.

export type { Fetch } from "../src/http/index.ts"
export { type TestCard, testCards } from "./adapters/gateway/TestCards.ts"
export { defaultSeed } from "./adapters/seed/defaultSeed.ts"
export type { Seed } from "./adapters/seed/Seed.ts"
export type { Audit, Finding } from "./audit/audit.ts"
export type { SimulatorOptions } from "./cli/members.ts"
export type { LogMode, Options } from "./cli/options.ts"
export {
  type Control,
  type ControlAddress,
  type ControlCalls,
  ControlRefused,
  makeControl,
} from "./control/client.ts"
export type { SentOtp, TokenWish } from "./control/contract/access.ts"
export type { UsageEventWish, UsageRecorded } from "./control/contract/accounts/records.ts"
export type { Advanced, TimelineEntry } from "./control/contract/clock.ts"
export type { FaultWish, PendingFault } from "./control/contract/faults.ts"
export { createSimulator, type Simulator } from "./createSimulator.ts"
export type { RandomFaultsOptions } from "./faults/randomFaults.ts"
export type { Customer, SubscribeWish } from "./world/Customer.ts"
export type { SimulatorWorld } from "./world/SimulatorWorld.ts"
