import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { test as base } from 'vitest'
import type { RemoteSimulator } from '../../../src/entries/client/index.ts'
import { createAgent } from '../../../src/entries/mcp/agent.ts'
import { connectToAny as connect } from '../../../src/entries/mcp/connect-to-any.ts'
import { loadSdk } from '../../../src/entries/mcp/sdk.ts'
import { createMcpServer } from '../../../src/entries/mcp/server.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'

/** A text of a tool, and whether it is an error. */
export interface Told {
  readonly text: string
  readonly isError: boolean
}

/** An agent with a session of its own, which is called `mine`. */
export interface TestAgent {
  readonly client: Client
  /** The session of the agent. */
  readonly session: RemoteSimulator
  /** Calls a tool. */
  call(name: string, args?: Record<string, unknown>): Promise<Told>
  /** Ends the session. The next call begins it anew. */
  leave(): Promise<void>
}

/** Calls a tool of a server. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const [part] = content
  return { text: part?.type === 'text' ? part.text : '', isError }
}

/** Connects an agent to a session of its own, without a process and a network. */
export async function connectAgent({ fetch }: Pick<Simulator, 'fetch'>): Promise<TestAgent> {
  const session = connect('http://localhost', { fetch, session: 'mine' })
  const agent = createAgent({ simulator: session, fetch, isOwn: true, maker: 'mcp' })
  const [own, other] = InMemoryTransport.createLinkedPair()
  const server = await createMcpServer(await loadSdk(), agent, '0.0.0')
  await server.connect(other)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(own)
  return {
    client,
    session,
    call: (name, args) => callTool(client, name, args),
    leave: agent.leave,
  }
}

/** A test with an agent. All tests share the simulator and the connection, and each has its session. */
export const mcpTest = base.extend<{ connected: TestAgent; agent: TestAgent }>({
  connected: [async ({}, use) => use(await connectAgent(createSimulator())), { scope: 'file' }],
  agent: async ({ connected }, use) => {
    await use(connected)
    await connected.leave()
  },
})
