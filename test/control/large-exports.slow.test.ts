// What is given out is taken back, as large as it can be.

import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { buildImageCreation } from '../support/control-plane.ts'
import { isFull } from '../support/scope.ts'

const MEGABYTE = 1024 * 1024
const upstream = { preset: 'langsmith', assumptions: { authentication: 'none' } } as const

async function send(simulator: Simulator, path: string, init?: RequestInit) {
  const response = await simulator.fetch(`http://localhost${path}`, init)
  return { status: response.status, text: await response.text() }
}

function createFilled(count: number, name: string): Simulator {
  const simulator = createSimulator({ scenario: 'empty', controlApi: true })
  for (let index = 0; index < count; index += 1) simulator.db.deployments.create({ name: `${name}-${index}` })
  return simulator
}

test('a world of very many records that is given out is taken back', { skip: !isFull, timeout: 120_000 }, async () => {
  const { status, text } = await send(createFilled(5600, 'web'), '/_simulator/scenario')
  let values = 0
  JSON.parse(text, () => {
    values += 1
  })
  expect([status, values > 510_000]).toEqual([200, true])
  const back = createSimulator({ scenario: 'empty', controlApi: true })
  expect((await send(back, '/_simulator/scenario', { method: 'PUT', body: text })).status).toBe(200)
  expect(back.db.deployments.count()).toBe(5600)
})

test('a scenario that no file could have is not given out, and the answer says what to do', async () => {
  const { status, text } = await send(createFilled(80, 'x'.repeat(240_000)), '/_simulator/scenario')
  expect([status, text]).toEqual([409, expect.stringContaining('at most 16777216 are taken back')])
  expect(text).toContain('Take a snapshot')
})

test('a large snapshot that is given out is taken back, by every method that takes one', async () => {
  const served = await serve(createFilled(30, 'x'.repeat(240_000)), { port: 0 })
  const other = await serve(createSimulator({ scenario: 'empty' }), { port: 0 })
  onTestFinished(async () => void (await Promise.all([served.close(), other.close()])))
  const from = await connect(served.url)
  const to = await connect(other.url)
  await from.snapshots.take('large')
  const snapshot = await from.snapshots.get('large')
  expect(JSON.stringify(snapshot).length).toBeGreaterThan(20 * MEGABYTE)
  if (snapshot === undefined) return
  await to.snapshots.put('large', snapshot)
  await to.snapshots.restore('large')
  expect(await to.db.deployments.count()).toBe(30)
  const session = await to.sessions.create({ name: 'copy', snapshot })
  expect(await session.db.deployments.count()).toBe(30)
})

test('a snapshot that could not be taken back is not given out, and the answer says what to do', async () => {
  const simulator = createSimulator({ scenario: 'empty', controlApi: true, memory: 200 })
  for (let index = 0; index < 25; index += 1)
    simulator.db.deployments.create({ name: `${'x'.repeat(240_000)}${index}` })
  await send(simulator, '/_simulator/snapshots', { method: 'POST', body: '{"name":"large"}' })
  const { status, text } = await send(simulator, '/_simulator/snapshots/large')
  expect([status, text]).toEqual([409, expect.stringContaining('at most 16777216 are taken back')])
  expect(text).toContain('--export-on-exit')
})

/** Creates a deployment with everything that requests can put into it. */
async function createFullest(simulator: Simulator): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const secrets = Array.from({ length: 1300 }, (_, index) => ({ name: `S${index}`, value: 'v' }))
  const creation = buildImageCreation({ name: '\u0001'.repeat(250_000) })
  const created = await send(simulator, '/v2/deployments', {
    method: 'POST',
    body: JSON.stringify(creation),
    headers: json,
  })
  const { id } = JSON.parse(created.text)
  const changed = await send(simulator, `/v2/deployments/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ secrets }),
    headers: json,
  })
  expect([created.status, changed.status]).toEqual([201, 200])
  return `records/deployments/${id}`
}

const parts: [what: string, path: string, fill: (simulator: Simulator) => string | Promise<string>][] = [
  ['a record', 'records/deployments', createFullest],
  [
    'a fault',
    'faults',
    ({ faults }) => {
      faults.add({
        effect: { kind: 'status', status: 503, detail: '\u0001'.repeat(60_000) },
      })
      return 'faults'
    },
  ],
]

test.for(parts)('%s that is as large as possible and is given out is taken back', async ([, path, fill]) => {
  const simulator = createSimulator({ ...upstream, controlApi: true })
  const place = await fill(simulator)
  const { text } = await send(simulator, `/_simulator/${place}`)
  const given = JSON.parse(text)
  const {
    description: _,
    applied: __,
    lastRequest: ___,
    coveredBy: ____,
    ...sent
  } = Array.isArray(given) ? given[0] : given
  const back = createSimulator({ ...upstream, controlApi: true })
  const taken = await send(back, `/_simulator/${path}`, { method: 'POST', body: JSON.stringify(sent) })
  expect([taken.status, JSON.parse(taken.text)]).toMatchObject([201, sent])
})
