import { expect, test, vi } from 'vitest'
import * as controlApi from '../../src/engine/control/control-api.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

vi.mock(import('../../src/engine/control/control-api.ts'), { spy: true })

const readState = async ({ fetch }: Simulator) => (await fetch('/_simulator')).json()

function failOnce(): void {
  vi.mocked(controlApi.createControlApi).mockImplementationOnce(() => {
    throw new Error('Not loaded')
  })
}

test('first requests that come together share one control API', async () => {
  const simulator = createSimulator()
  const states = await Promise.all([readState(simulator), readState(simulator)])
  expect(states[1].instance).toBe(states[0].instance)
  expect((await readState(simulator)).instance).toBe(states[0].instance)
})

test('a control API that fails to load responds with 500, and the next request loads it again', async () => {
  failOnce()
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const simulator = createSimulator()
  const response = await simulator.fetch('/_simulator')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    error: { message: expect.stringContaining('Failed to answer the request'), issues: [] },
  })
  expect(String(printed.mock.lastCall?.[0])).toBe('Error: Not loaded')
  printed.mockRestore()
  expect((await simulator.fetch('/_simulator')).status).toBe(200)
})

test('a control API that fails to load has no body for HEAD', async () => {
  failOnce()
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const response = await createSimulator().fetch('/_simulator/health', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([500, ''])
  printed.mockRestore()
})

test('the service responds while the control API is loading', async () => {
  const simulator = createSimulator()
  const order: string[] = []
  const state = simulator.fetch('/_simulator').then(() => order.push('state'))
  await simulator.fetch('/v2/deployments')
  order.push('page')
  await state
  expect(order).toEqual(['page', 'state'])
})

test('the control API loads while the timers of a test are faked', async () => {
  vi.useFakeTimers()
  const response = await createSimulator().fetch('/_simulator/health')
  vi.useRealTimers()
  expect(response.status).toBe(200)
})
