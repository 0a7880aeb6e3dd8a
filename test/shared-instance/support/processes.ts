// Starts and kills processes.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'

/** A running process. */
export interface Running {
  process: ChildProcessByStdio<null, Readable, Readable>
  /** What it has printed. */
  output(): string
  /** Ends the process, and waits until it has exited. By default, the process cannot do anything before that. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts a process and collects what it prints. */
export function start(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    process: child,
    output: () => output,
    async end(signal = 'SIGKILL') {
      child.kill(signal)
      await exit
    },
  }
}

/** @throws if a program of the system is not installed */
export function assertInstalled(command: string, packageName = command): void {
  if (spawnSync(command, ['-v']).error === undefined) return
  throw new Error(
    `Failed to start ${command}: it is not installed. Install it, for example with apt-get install ${packageName}.`,
  )
}

/** Finds ports that nobody listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  // All at once, so that they are different.
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
