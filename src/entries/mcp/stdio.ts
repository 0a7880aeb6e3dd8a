// Serves MCP to the program that has started this one.

import type { Readable, Writable } from 'node:stream'
import type { Agent } from './agent.ts'
import type { Sdk, StdioSdk } from './sdk.ts'
import { createMcpServer } from './server.ts'

export interface Pipes {
  readonly input: Readable
  readonly output: Writable
}

export interface StdioOptions extends Pipes {
  readonly agent: Agent
  readonly version: string
  readonly sdk: Sdk
  readonly stdio: StdioSdk
  /** Called with what went wrong, if no response says it. */
  onError(error: Error): void
}

/** Serves MCP. @returns a promise that resolves when the other program closes its end, and a function that ends it */
export function serveStdio({ input, output, agent, version, sdk, stdio, onError }: StdioOptions) {
  const left = new Promise<void>((resolve) => {
    if (input.readableEnded || input.destroyed || output.destroyed) return resolve()
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
