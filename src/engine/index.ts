// A supervised engine for services that embed the rules: it does what is due, and goes on whatever fails.
export { defaultBounds, type EngineBounds } from "./EngineBounds.ts"
export type { EngineReport } from "./EngineReport.ts"
export { type EngineOptions, runEngine } from "./runEngine.ts"
export type { EngineTask } from "./runTask.ts"
