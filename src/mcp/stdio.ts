// Serves MCP to the program that has started this one.

import type { Readable, Writable } from 'node:stream'
import type { Agent } from './agent.ts'
import { createMcpServer, loadSdk, loadStdio } from './server.ts'

/** How the other program is connected. */
export interface Pipes {
  readonly input: Readable
  readonly output: Writable
}

export interface StdioOptions extends Pipes {
  readonly agent: Agent
  /** The version of the package. */
  readonly version: string
  /** Called with what went wrong, if no response says it. */
  onError(error: Error): void
}

/**
 * Serves MCP until the other program closes its end.
 *
 * @returns a promise of that, and a function that ends it
 * @throws OptionError if the SDK is not installed
 */
export async function serveStdio({ input, output, agent, version, onError }: StdioOptions) {
  const [sdk, stdio] = await Promise.all([loadSdk(), loadStdio()])
  const left = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve)
    output.once('close', resolve).once('error', () => resolve())
  })
  const server = stdio.serveStdio(() => createMcpServer(sdk, agent, version), {
    transport: new stdio.StdioServerTransport(input, output),
    onerror: onError,
    // Nothing here ever changes on its own.
    maxSubscriptions: 0,
  })
  return { left, close: () => server.close() }
}
