// The simulator as a value: the whole /studio API over records in memory, on a socket or in process.
export {
  type GatewayCharge,
  makeScriptedGateway,
  type ScriptedGateway,
} from "./adapters/gateway/ScriptedGateway.ts"
export * from "./plain.ts"
export { Simulator } from "./SimulatorService.ts"
