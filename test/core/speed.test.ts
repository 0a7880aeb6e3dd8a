import { expect, test } from 'vitest'
import { createSimulator, type SpeedInput } from '../../src/index.ts'
import { fetchJson, type Page, postDeployment } from '../support/client.ts'

/** Returns how many milliseconds pass until a created deployment has another status. */
async function timeUntilReady(speed: SpeedInput | undefined): Promise<number> {
  const simulator = createSimulator(speed === undefined ? {} : { speed })
  await postDeployment(simulator)
  const [{ id } = { id: '' }] = (await fetchJson<Page>(simulator, '/v2/deployments?limit=1')).resources
  for (const milliseconds of [0, 499, 500, 29_999, 30_000, 60_000]) {
    simulator.clock.set(new Date(Date.parse('2026-03-02T09:00:00.001Z') + milliseconds))
    if (simulator.db.deployments.get(id)?.status === 'READY') return milliseconds
  }
  return Number.POSITIVE_INFINITY
}

test.for<[SpeedInput | undefined, number]>([
  [undefined, 30_000],
  ['1x', 30_000],
  ['60x', 500],
  [60, 500],
  [1e9, 0],
  ['0.5x', 60_000],
  ['instant', 0],
])('the speed %s makes a created deployment ready after %s ms', async ([speed, milliseconds]) => {
  expect(await timeUntilReady(speed)).toBe(milliseconds)
})

test('the speed applies to every session, also after a reset', async () => {
  const simulator = createSimulator({ speed: 'instant' })
  const session = simulator.sessions.create('other')
  session.reset()
  const send: typeof fetch = (path, init) => simulator.fetch(`/_s/other${path}`, init)
  await postDeployment({ fetch: send, db: session.db })
  expect(session.db.deployments.list().at(-1)?.status).toBe('READY')
})

test.for(['fast', '', 'x', '0x', '-1x', '1e3x', 'Infinity', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2e9, null])(
  'the speed cannot be %s',
  (speed) => {
    expect(() => createSimulator({ speed: speed as SpeedInput })).toThrow(
      /^Failed to set the speed: .+ is not a speed\. Allowed: instant, or how many times faster than usual, such as 60x, 0\.5x or 1\.$/,
    )
  },
)
