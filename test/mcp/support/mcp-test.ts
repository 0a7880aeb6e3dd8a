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

/** A call of a tool. */
export type Step = readonly [tool: string, args?: Readonly<Record<string, unknown>>]

/** Stands for the handle that an agent was told last. */
export const TOLD_LAST = '(the handle that was told last)'

/** Returns the handle of the world that a text is about. */
export function readHandle(text: string): string | undefined {
  return /\bWorld (\S+)\. /.exec(text)?.[1]
}

/** Calls tools one after the other, as an agent that gives back the handles it was told. */
export async function callAll(call: TestAgent['call'], steps: readonly Step[]): Promise<readonly Told[]> {
  const told: Told[] = []
  for (const [name, args = {}] of steps) {
    const handle = told.map(({ text }) => readHandle(text)).findLast((each) => each !== undefined)
    told.push(await call(name, args.world === TOLD_LAST ? { ...args, world: handle } : args))
  }
  return told
}

/** Connects an agent without a process and a network, and gives it a session of its own. */
export async function connectAgent({ fetch }: Pick<Simulator, 'fetch'>, { hasOwn = true } = {}): Promise<TestAgent> {
  const session = connect('http://localhost', { fetch, session: 'mine' })
  const simulator = connect('http://localhost', { fetch })
  const agent = createAgent({ simulator, fetch, own: hasOwn ? { name: 'mine', isMade: true } : undefined })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = await createMcpServer(await loadSdk(), agent, '0.0.0')
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(near)
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
