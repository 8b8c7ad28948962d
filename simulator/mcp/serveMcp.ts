// `studio-simulator mcp`: a server of the Model Context Protocol over the standard streams, on a simulator.

import { finished } from "node:stream/promises"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { VERSION } from "../cli/version.ts"
import { nodeStdio } from "./nodeStdio.ts"
import { makeService, type ServiceAddress } from "./Service.ts"
import { type Input, type Tool, ToolRefused } from "./Tool.ts"
import { makeTools } from "./tools.ts"

/** The versions of the protocol that the server speaks, the one it likes best first. */
export const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05,
] as const

const INSTRUCTIONS = `A simulator of the /studio billing API, to test a client of that API. service says where the client reaches it.
Make a world for each experiment, point the client at its address, inject faults, move its clock, and then read requests, charges,
events and the audit: a charge names the request that caused it, and the audit names every rule that does not hold. call makes any call of
the API and of the simulator's control plane (refunds, disputes, vouchers, webhooks, snapshots, assumptions): list_calls lists them.`

/** How long calls that are under way may take to answer after the agent's last word. */
const ANSWER_MILLIS = 5000

/**
 * Serves until standard input closes, and what is under way then has an answer, for five seconds at most. Nothing but the
 * protocol goes to standard output.
 */
export const serveMcp = async (address: ServiceAddress): Promise<void> => {
  const tools = makeTools(makeService(address))
  const server = McpServer.layerStdio({
    name: "studio-simulator",
    version: VERSION,
    instructions: INSTRUCTIONS,
    protocols,
    registrations: Layer.effectDiscard(
      Effect.flatMap(McpServer.McpServer, ({ addTool }) =>
        Effect.forEach(tools, (tool) => addTool(registrationOf(tool)), { discard: true }),
      ),
    ),
  })
  const layer = server.pipe(Layer.provide(nodeStdio), Layer.provide(Logger.layer([])))
  // Whoever read the answers may be gone; then standard input closes, too.
  process.stdout.on("error", () => undefined)
  const left = Effect.promise(() => finished(process.stdin).catch(() => undefined)).pipe(
    Effect.andThen(Effect.sleep(ANSWER_MILLIS)),
  )
  await Effect.runPromiseExit(Effect.raceFirst(Layer.launch(layer), left))
}

const registrationOf = (tool: Tool) => ({
  tool: new McpSchema.Tool({
    name: tool.name,
    description: tool.description,
    inputSchema: { ...tool.input },
    annotations: {
      readOnlyHint: tool.effect === "reads",
      destructiveHint: tool.effect === "changes",
      openWorldHint: false,
    },
  }),
  annotations: Context.empty(),
  handle: (input: Input | undefined) => Effect.promise((signal) => answerOf(tool, input ?? {}, signal)),
})

/** The answer of a tool as JSON. A refusal is an answer, too, which the agent reads and puts right. */
const answerOf = async (tool: Tool, input: Input, signal: AbortSignal): Promise<McpSchema.CallToolResult> => {
  try {
    return resultOf(await tool.run(input, signal), false)
  } catch (fault) {
    if (!(fault instanceof ToolRefused)) throw fault
    return resultOf(
      { refused: fault.message, ...(fault.answer !== undefined && { answer: fault.answer }) },
      true,
    )
  }
}

const resultOf = (answer: unknown, isError: boolean): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError, content: [{ type: "text", text: textOf(answer) }] })

/** The most characters of an answer: more would fill what an agent can keep in mind. */
const ANSWER_MAX = 40_000

const textOf = (answer: unknown): string => {
  const text = JSON.stringify(answer)
  if (text.length <= ANSWER_MAX) return text
  const tooLong = `The call is done. Its answer has ${text.length} characters, and beginning has the first ${ANSWER_MAX}: a list has fewer with a smaller limit, and a move of the clock with a smaller step; by HTTP, where service says, an answer is whole`
  return JSON.stringify({ tooLong, beginning: text.slice(0, ANSWER_MAX) })
}
