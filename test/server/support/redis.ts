import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Whether redis-server is installed (Debian: `apt-get install redis-server`). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A store that a test has for itself. */
export interface Redis {
  readonly port: number
  readonly url: string
  /** Kills it. What it has only in its memory is lost. */
  stop(): Promise<void>
  /** Stops answering, as a network does that is cut. */
  pause(): void
  resume(): void
}

/** Finds a port below those that systems give to others, because a store that is started again needs the same one. */
async function findPort(): Promise<number> {
  const server = createServer().listen(randomInt(10_000, 32_000), '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return findPort()
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function whenReady({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve()
    })
    stdout?.on('end', () => reject(new Error('redis-server has ended.')))
  })
}

/** Starts a store, by default on any free port. It keeps nothing on the disk, unless it gets a folder. */
export async function startRedis({ port, folder }: { port?: number; folder?: string } = {}): Promise<Redis> {
  const chosen = port ?? (await findPort())
  const kept = folder === undefined ? [] : ['--appendonly', 'yes', '--dir', folder]
  const child = spawn('redis-server', ['--port', String(chosen), '--save', '', '--bind', '127.0.0.1', ...kept])
  await whenReady(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}/0`,
    stop() {
      child.kill('SIGKILL')
      return ended
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}
