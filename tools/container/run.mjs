// Runs an image whose steps were executed in a folder, as Docker would.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const NODE_USER = 1000

/**
 * Starts an image, checks its health, and stops it. Throws if anything is not as it must be.
 *
 * @param args what is added to the entrypoint
 * @param print prints a line
 */
export async function runImage(image, args, print) {
  const port = await findFreePort()
  const [program, ...rest] = [...image.entrypoint, ...args, '--port', String(port)]
  print(`  start: ${[program, ...rest].join(' ')}`)
  const server = spawn(program, rest, { ...optionsOf(image), stdio: ['ignore', 'pipe', 'pipe'] })
  const errors = text(server.stderr)
  const exit = once(server, 'exit')
  try {
    await Promise.race([waitUntilUp(server), exit.then(async () => fail(`it ended: ${await errors}`))])
    await expectHealth(image, { isHealthy: true, print })
    await expectAgents(port, args[args.indexOf('--token') + 1], print)
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = await exit
  print(`  stop: exited with ${code}`)
  if (code !== 0) fail(`it exited with ${code} after SIGTERM`)
  await expectHealth(image, { isHealthy: false, print })
}

async function waitUntilUp(server) {
  const [line] = await once(createInterface(server.stdout), 'line')
  if (!/ listens on /.test(line)) fail(`it printed "${line}"`)
}

async function expectHealth(image, { isHealthy, print }) {
  const [program, ...args] = image.health
  const [code] = await once(spawn(program, args, { ...optionsOf(image), stdio: 'inherit' }), 'exit')
  print(`  health check: exited with ${code}`)
  if ((code === 0) !== isHealthy)
    fail(`its health check exited with ${code} while it was ${isHealthy ? '' : 'not '}running`)
}

/** Begins a session of MCP, which needs files of its own. */
async function expectAgents(port, token, print) {
  const clientInfo = { name: 'container', version: '1.0.0' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const response = await fetch(`http://127.0.0.1:${port}/_simulator/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  print(`  MCP: ${response.status}`)
  if (response.status !== 200) fail(`it answered an agent with ${response.status}: ${await response.text()}`)
}

// Only root can start a process as another user.
function optionsOf({ folder, environment, user }) {
  const isRoot = process.getuid?.() === 0
  const { PATH } = process.env
  return {
    cwd: folder,
    env: { PATH, ...environment },
    ...(isRoot && user === 'node' ? { uid: NODE_USER, gid: NODE_USER } : {}),
  }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await once(server.close(), 'close')
  return port
}

function fail(reason) {
  throw new Error(`Failed to run the image: ${reason}. It must start, be healthy, and stop with 0.`)
}
