import { expect, it } from 'vitest'
import { createSimulator } from '../../src/index.ts'

async function matches(fault: unknown) {
  const simulator = createSimulator()
  await simulator.fetch('/v2/deployments?limit=5')
  await simulator.fetch('/v2/deployments?limit=5&offset=5')
  await simulator.fetch('/nowhere')
  const response = await simulator.fetch('/_simulator/fault-matches', {
    method: 'POST',
    body: JSON.stringify(fault),
  })
  return { status: response.status, body: await response.json(), faults: simulator.faults.list() }
}

it.each([
  ['all, without a match', { status: 503 }, [3, 2, 1]],
  ['those of an operation', { operation: 'listDeployments', status: 503 }, [2, 1]],
  ['those with a parameter', { query: { offset: '5' }, delay: 1 }, [2]],
  ['those below a path', { path: '/v2/deploy', status: 500 }, [2, 1]],
  ['later pages only, for an effect on them', { effect: 'missing-record' }, [2]],
  ['none, for a method that nobody used', { method: 'DELETE', status: 500 }, []],
])('the requests that a fault would have matched are %s', async (_, fault, requests) => {
  const { status, body } = await matches(fault)
  expect(status).toBe(200)
  expect(body).toEqual({ matching: requests.length, requests })
})

it('the requests that a fault would have matched are found without adding the fault', async () => {
  expect((await matches({ status: 503 })).faults).toEqual([])
})

it('the requests that a fault would have matched are not looked for if the fault is invalid', async () => {
  const { status, body } = await matches({ status: 99 })
  expect(status).toBe(422)
  expect(body).toMatchObject({ error: { issues: [{ path: 'status' }] } })
})
