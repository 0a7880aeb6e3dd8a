import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../processes.mjs'

const CONFIGURATION = new URL('../../docs/shared-instance/haproxy.cfg', import.meta.url)

/**
 * Starts HAProxy with the documented configuration, in front of as many instances as there are ports.
 *
 * @returns its URL, its process id, and a function that ends it
 */
export async function startHaproxy(ports, folder) {
  const port = await findFreePort()
  const file = join(folder, `haproxy-${ports.length}.cfg`)
  await writeFile(file, writeConfiguration(ports, port))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit').then(
    ([code]) => fail(`it ended with ${code}`),
    (error) => fail(error.message),
  )
  const url = `http://127.0.0.1:${port}`
  await Promise.race([waitUntilUp(url), ended])
  // From here on, an end is expected.
  ended.catch(() => undefined)
  return { url, pid: child.pid, stop: () => child.kill('SIGKILL') }
}

function writeConfiguration(ports, port) {
  const lines = readFileSync(CONFIGURATION, 'utf8')
    .split('\n')
    .filter((line) => !/^ +server /.test(line))
  const servers = ports.map((each, index) => `    server instance-${index} 127.0.0.1:${each}`)
  return [...lines, ...servers, ''].join('\n').replace('bind :4010', `bind 127.0.0.1:${port}`)
}

async function waitUntilUp(url) {
  for (;;) {
    const response = await fetch(`${url}/_simulator/health`).catch(() => undefined)
    if (response?.ok) return
  }
}

function fail(reason) {
  throw new Error(`Failed to start haproxy: ${reason}. Install it, for example with apt-get install haproxy.`)
}
