import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const START_TIMEOUT = 60_000
const running = new Set()

/**
 * Starts a peer on a free port, waits until it serves a page, and checks the page.
 *
 * @returns the process, its URL, and how long the start took
 */
export async function startPeer(peer, material) {
  const port = await findFreePort()
  const { command = process.execPath, args } = peer.start(String(port), material)
  const origin = `http://127.0.0.1:${port}`
  const begin = performance.now()
  const child = spawn(command, args, { cwd: material.folder, stdio: 'ignore', env: buildEnvironment() })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const body = await fetchFirst(peer, child, { url: origin + peer.paths.plain, begin })
  const milliseconds = performance.now() - begin
  peer.check('plain', JSON.parse(body), material)
  return { peer, child, origin, milliseconds }
}

/** Ends a process, and waits until it has exited. */
export async function stop(child) {
  if (!running.has(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Ends all processes that were started. */
export async function stopAll() {
  await Promise.all([...running].map(stop))
}

/** The resident memory of a process in MB, or NaN if the system does not tell. */
export async function readMemory({ pid }) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

// The developer's settings of colours, proxies and Node's options must not affect the figures.
function buildEnvironment() {
  const { PATH, HOME, JAVA_HOME } = process.env
  return { PATH, HOME, NODE_ENV: 'production', ...(JAVA_HOME === undefined ? {} : { JAVA_HOME }) }
}

async function fetchFirst(peer, child, { url, begin }) {
  while (performance.now() - begin < START_TIMEOUT) {
    if (!running.has(child))
      throw new Error(`Failed to start ${peer.name}: it exited with ${child.exitCode}. It must listen.`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response.text()
    await response?.body?.cancel()
    await wait(2)
  }
  throw new Error(
    `Failed to start ${peer.name}: no response within ${START_TIMEOUT / 1000} s. It must respond at ${url}.`,
  )
}

/** Finds a port that nobody listens on. */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
