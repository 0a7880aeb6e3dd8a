import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { isFull } from '../support/scope.ts'

async function send(simulator: Simulator, path: string, init?: RequestInit) {
  const response = await simulator.fetch(`http://localhost/_simulator${path}`, init)
  return { status: response.status, text: await response.text() }
}

function createFilled(count: number, name: string): Simulator {
  const simulator = createSimulator({ scenario: 'empty', controlApi: true })
  for (let index = 0; index < count; index += 1) simulator.db.deployments.create({ name: `${name}-${index}` })
  return simulator
}

test('a world of very many records that is given out is taken back', { skip: !isFull, timeout: 120_000 }, async () => {
  const { status, text } = await send(createFilled(5600, 'web'), '/scenario')
  let values = 0
  JSON.parse(text, () => {
    values += 1
  })
  expect([status, values > 510_000]).toEqual([200, true])
  const back = createSimulator({ scenario: 'empty', controlApi: true })
  expect((await send(back, '/scenario', { method: 'PUT', body: text })).status).toBe(200)
  expect(back.db.deployments.count()).toBe(5600)
})

test('a scenario that nothing could load is not given out, and the answer says what to do', async () => {
  const { status, text } = await send(createFilled(80, 'x'.repeat(240_000)), '/scenario')
  expect([status, text]).toEqual([409, expect.stringContaining('it has more than 16 MB')])
  expect(text).toContain('Take a snapshot')
})
