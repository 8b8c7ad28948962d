// An agent's side of the protocol, by its own client library: the command as a subprocess, and its tools as functions.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { commandFile } from "../../support/commandFile.ts"

/** What a tool answered: its JSON, and whether it is a refusal. */
export interface Told {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member
  readonly json: any
}

/** An agent with a simulator. */
export interface Agent {
  readonly client: Client
  /** Calls a tool. */
  readonly tell: (name: string, input?: Record<string, unknown>) => Promise<Told>
  /** The answer of a tool that has to succeed. */
  readonly use: (name: string, input?: Record<string, unknown>) => Promise<Told["json"]>
  readonly pid: number
  /** Closes standard input, and gives what standard error had. */
  readonly close: () => Promise<string>
}

/** Starts `studio-simulator mcp` and connects to it. */
export const startAgent = async (...args: ReadonlyArray<string>): Promise<Agent> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandFile, "mcp", ...args],
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "" },
    stderr: "pipe",
  })
  let stderr = ""
  transport.stderr?.on("data", (chunk) => {
    stderr += chunk
  })
  const client = new Client({ name: "agent", version: "1" })
  await client.connect(transport)
  const tell: Agent["tell"] = async (name, input = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    return { isError: isError === true, json: JSON.parse(text) }
  }
  return {
    client,
    tell,
    use: async (name, input) => {
      const { isError, json } = await tell(name, input)
      if (isError) throw new Error(`${name}: ${JSON.stringify(json)}`)
      return json
    },
    pid: transport.pid ?? 0,
    close: async () => {
      await client.close()
      return stderr
    },
  }
}
