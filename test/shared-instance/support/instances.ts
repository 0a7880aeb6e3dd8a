// The instances behind a proxy: the built program in processes of its own.

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect, type RemoteSimulator } from '../../../src/entries/client/index.ts'
import { start } from './processes.ts'

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli/bin.js', import.meta.url))

/** The token that all instances require. */
export const TOKEN = 'of-the-team'

/** One of several servers that share the sessions. */
export interface Instance {
  port: number
  /** A client that bypasses the proxy. */
  remote: RemoteSimulator
  /** Kills the process, and waits until it has exited. */
  kill(): Promise<void>
  /** Sends the process a signal, and waits until it has exited. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** What it has printed. */
  output(): string
}

/** Starts an instance, by default on any free port, and waits until it listens. */
export async function startInstance(port = 0, ...more: string[]): Promise<Instance> {
  const args = ['--port', String(port), '--token', TOKEN, '--known-sessions-only', '--log', 'none', ...more]
  const running = start(process.execPath, [PROGRAM, ...args])
  const exit = once(running.process, 'exit').then(() => [])
  const [line] = await Promise.race([once(createInterface(running.process.stdout), 'line'), exit])
  const [, url, actual] = /^deploymock listens on (\S+:(\d+))$/.exec(String(line)) ?? []
  if (url === undefined) throw new Error(`Failed to start an instance: ${running.output()}. Build it: npm run build.`)
  return {
    port: Number(actual),
    remote: connect(url, { token: TOKEN }),
    kill: () => running.end(),
    end: running.end,
    output: running.output,
  }
}
