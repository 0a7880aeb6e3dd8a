import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test as base } from '../support/folder.ts'
import { isFull, sample } from '../support/scope.ts'

const dist = new URL('../../dist/src/', import.meta.url)
const bin = fileURLToPath(new URL('cli/bin.js', dist))

// A leftover timer would keep a program alive for at least half a minute after its start.
const SOON = { timeout: 25_000 }

type Program = ChildProcessByStdio<null, Readable, Readable>

interface Spawned {
  spawnNode(...args: string[]): Program
}

const test = base.extend<Spawned>({
  spawnNode: async ({}, use) => {
    const programs: Program[] = []
    await use((...args) => {
      const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      programs.push(program)
      return program
    })
    for (const program of programs) program.kill('SIGKILL')
  },
})

/** Waits for a line of output that matches. */
async function findLine(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  for await (const line of createInterface(stream)) {
    const match = pattern.exec(line)
    if (match !== null) return match
  }
  throw new Error(`It ended before it printed ${pattern}.`)
}

const send = (url: string, path: string, body: object) =>
  fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

const creation = {
  name: 'made',
  integration_id: '11111111-1111-4111-8111-111111111111',
  source_config: { repo_url: 'https://example.test/a' },
  source_revision_config: { repo_ref: 'main' },
}

const create = (url: string) => send(url, '/v2/deployments', creation)

/** Sends a request, and waits until the server has read it. */
async function sendUnanswered(url: string) {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /v2/deployments HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'connect')
  // Connections are accepted in order, and this one is later.
  await fetch(`${url}/_simulator`)
  return socket
}

const pendings: [string, (url: string) => Promise<unknown>][] = [
  ['a deployment that waits for its database', create],
  [
    'a response that is delayed by a minute',
    async (url) => {
      await send(url, '/_simulator/faults', { delay: 60_000 })
      await sendUnanswered(url)
    },
  ],
  [
    'a delayed response to a client that has disconnected',
    async (url) => {
      await send(url, '/_simulator/faults', { delay: 60_000 })
      const socket = await sendUnanswered(url)
      socket.destroy()
      await once(socket, 'close')
    },
  ],
  [
    'a stalled request',
    async (url) => {
      await send(url, '/_simulator/faults', { effect: 'stall' })
      await sendUnanswered(url)
    },
  ],
  ['a client that listens to events', (url) => fetch(`${url}/_simulator/events`)],
]

const all = async (url: string) => {
  for (const [, begin] of pendings) await begin(url)
}

// One process for all, because it takes longer to start than to stop. If it fails, the full tests tell which one it is.
test.for(isFull ? pendings : [['everything that can be pending', all] as const])(
  'a server stops at once in spite of %s, and exports its world',
  SOON,
  async ([, begin], { folder, spawnNode }) => {
    const file = folder.path('state.json')
    const assumed = ['--assume', 'creationReferences=unchecked']
    // Whoever waits for that would fail.
    const patient = ['--grace', '3600']
    const program = spawnNode(bin, '--port', '0', '--log', 'none', '--export-on-exit', file, ...assumed, ...patient)
    const [, url = ''] = await findLine(program.stdout, /listens on (\S+)$/)
    expect((await create(url)).status).toBe(201)
    await begin(url)
    program.kill('SIGINT')
    expect(await once(program, 'exit')).toEqual([0, null])
    expect(JSON.parse(await readFile(file, 'utf8')).current.changes.deployments.added).toContainEqual(
      expect.objectContaining({ name: 'made' }),
    )
  },
)

// A terminal shows when the world is being built. The signal is sent then.
const TERMINAL = 'data:text/javascript,process.stderr.isTTY = true'
// The line appears after a second. This one takes a twentieth of it.
const SHORT_SECOND =
  'data:text/javascript,const { now } = performance; performance.now = () => 20 * now.call(performance)'

test.for(sample(['SIGTERM', 'SIGINT'] as const, 2))(
  'a server that is still building its world stops at once on %s',
  async (signal, { spawnNode }) => {
    const modules = ['--import', TERMINAL, '--import', SHORT_SECOND]
    const program = spawnNode(...modules, bin, '--port', '0', '--deployments', '400000')
    const ended = once(program, 'exit')
    const [err] = await once(program.stderr, 'data')
    expect(String(err)).toMatch(/Building the world: [\d,]+ of 400,042 records/)
    program.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(await text(program.stdout)).toBe('')
  },
)

test('a server stops although nobody reads its log, and a request is still in flight', SOON, async ({ spawnNode }) => {
  const program = spawnNode(bin, '--port', '0', '--grace', '1')
  const ended = once(program, 'exit')
  const [, url = ''] = await findLine(program.stdout, /listens on (\S+)$/)
  program.stdout.pause()
  // Each is in the log, and a pipe holds 64 kB.
  const path = `/v2/deployments?limit=1&name_contains=${'a'.repeat(190)}`
  for (let count = 0; count < 600; count += 1) await fetch(url + path).then((response) => response.text())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /v2/deployments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{')
  await fetch(`${url}/_simulator`)
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a second signal ends a server that is stopping', async ({ folder, spawnNode }) => {
  // The pipe that it exports to has no reader.
  const pipe = folder.path('pipe')
  await once(spawn('mkfifo', [pipe]), 'exit')
  const program = spawnNode(bin, '--port', '0', '--export-on-exit', pipe)
  const ended = once(program, 'exit')
  const lines = createInterface(program.stdout)
  const [first] = await once(lines, 'line')
  program.kill('SIGINT')
  const url = String(first).replace(/^.* on /, '')
  while (await fetch(url).then(Boolean, () => false));
  program.kill('SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
})

// One file, which loads in half the time of the modules.
const RUNNING = `import service from '${new URL('../commonjs/src/index.js', dist)}'
const simulator = service.createSimulator({ clock: 'running', assumptions: { creationReferences: 'unchecked' } })`

test('a deployment that will change its status keeps no process alive', async ({ spawnNode }) => {
  const program = spawnNode(
    '--input-type=module',
    '--eval',
    `${RUNNING}
    const body = '${JSON.stringify(creation)}'
    const headers = { 'content-type': 'application/json' }
    const { status } = await simulator.fetch('/v2/deployments', { method: 'POST', body, headers })
    console.log(status, process.getActiveResourcesInfo().includes('Timeout'))`,
  )
  expect(await text(program.stdout)).toBe('201 false\n')
})

test('a process waits for a delayed response of its simulator', async ({ spawnNode }) => {
  const program = spawnNode(
    '--input-type=module',
    '--eval',
    `${RUNNING}
    simulator.faults.add({ delay: 20 })
    const { status } = await simulator.fetch('/v2/deployments')
    console.log(status)`,
  )
  expect(await Promise.all([text(program.stdout), once(program, 'exit')])).toEqual(['200\n', [0, null]])
})
