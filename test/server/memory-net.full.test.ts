// A program without the counters of its memory: only the net below them is left.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { buildImageCreation } from '../support/control-plane.ts'

const PROGRAM = fileURLToPath(new URL('../../build/src/programs/cli/bin.js', import.meta.url))
const UNCOUNTED = new URL('../../bench/fuzz/pressure/uncounted.mjs', import.meta.url).href
const HEAP = 110
const AT_ONCE = 4

type Call = (path: string, body?: object, method?: string) => Promise<{ status: number; text: string }>

async function startProgram(): Promise<{ call: Call; hasEnded(): boolean }> {
  const flags = [`--max-old-space-size=${HEAP}`, '--import', UNCOUNTED]
  const options = ['--port', '0', '--log', 'none', '--preset', 'langsmith', '--assume', 'authentication=none']
  const program = spawn(process.execPath, [...flags, PROGRAM, ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    program.kill('SIGKILL')
  })
  const [line] = await once(createInterface(program.stdout), 'line')
  const { port } = new URL(String(line).replace(/^.* on /, ''))
  const call: Call = (path, body, method = body === undefined ? 'GET' : 'POST') =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const sent = send({ port, host: '127.0.0.1', path, method, agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part)).on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(parts)) }))
      })
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
  return { call, hasEnded: () => program.exitCode !== null || program.signalCode !== null }
}

const create = (call: Call, name: string, session = '') =>
  call(`${session}/v2/deployments`, buildImageCreation({ name }))
const toFault = (index: number) => ({
  effect: { kind: 'status', status: 503, detail: index + 'x'.repeat(50_000) },
  operation: 'listOAuthProviders',
})
const empty = createSimulator({ scenario: 'empty' }).snapshot()
const toSnapshot = (index: number) => ({
  ...empty,
  scenario: { ...empty.scenario, description: index + 'x'.repeat(200_000) },
})

const attacks: [what: string, count: number, attack: (call: Call, index: number) => Promise<{ status: number }>][] = [
  ['sessions', 4000, (call, index) => call(`/_s/s-${index}/v2/deployments?limit=1#${'f'.repeat(10_000)}`)],
  [
    'sessions with long queries',
    3000,
    (call, i) => call(`/_s/s-${i % 900}/v2/deployments?name=${i}${'q'.repeat(15_000)}`),
  ],
  ['long names', 500, (call, index) => create(call, `${index}${'a'.repeat(250_000)}`)],
  [
    'long names that are searched',
    500,
    (call, index) =>
      index % 2 === 0
        ? create(call, `${index}${'é'.repeat(100_000)}`)
        : call(`/v2/deployments?limit=5&name_contains=q${index}`),
  ],
  [
    'creations and searches',
    2000,
    (call, index) =>
      index % 2 === 0
        ? create(call, `${index}${'a'.repeat(20_000)}`, '/_s/one')
        : call('/_s/one/v2/deployments?limit=1&name_contains=none'),
  ],
  [
    'names of control characters that are listed',
    400,
    (call, index) =>
      index % 2 === 0
        ? create(call, `${index}${'\u0001'.repeat(100_000)}`)
        : call(`/v2/deployments?limit=5&offset=${index}`),
  ],
  // A session has at most 1000.
  ['faults', 2500, (call, index) => call(`/_s/s-${index % 4}/_simulator/faults`, toFault(index))],
  ['snapshots', 900, (call, index) => call(`/_simulator/snapshots/s-${index}`, toSnapshot(index), 'PUT')],
]

test.for(attacks)(
  'a server whose counters see nothing survives %s, and is as before after a reset',
  { timeout: 600_000 },
  async ([, count, attack]) => {
    const { call, hasEnded } = await startProgram()
    const statuses = new Set<number>()
    let next = 0
    const work = async (): Promise<void> => {
      while (next < count) {
        next += 1
        statuses.add((await attack(call, next)).status)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // Whatever else is refused attacks nothing.
    expect([...statuses].filter((status) => ![200, 201, 503, 507].includes(status))).toEqual([])
    const evictions = /^deploymock_memory_evictions_total (\d+)$/m.exec((await call('/_simulator/metrics')).text)
    expect([...statuses].includes(507) || Number(evictions?.[1]) > 0).toBe(true)
    for (const path of ['/v2/auth/providers', '/v2/deployments?limit=2', '/_simulator/health', '/_simulator/metrics']) {
      expect(await call(path)).toMatchObject({ status: 200 })
    }
    for (const { name } of JSON.parse((await call('/_simulator/sessions')).text))
      await call(`/_simulator/sessions/${name}`, undefined, 'DELETE')
    await call('/_simulator/faults', undefined, 'DELETE')
    await call('/_simulator/snapshots', undefined, 'DELETE')
    expect((await call('/_simulator/reset', {})).status).toBe(200)
    expect((await create(call, 'afterwards')).status).toBe(201)
    expect(hasEnded()).toBe(false)
  },
)
