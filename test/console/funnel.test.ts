import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { dropParameter, listFunnelSteps } from '../../src/programs/console/views/requests/explanation/funnel.tsx'

async function explain(query: string) {
  const simulator = createSimulator({ scenario: 'busy' })
  await simulator.fetch(`/v2/deployments${query}`)
  const explanation = simulator.requests.get(1)?.explanation
  if (explanation === undefined) throw new Error('The request is not in the request log.')
  return listFunnelSteps(explanation)
}

test('begins with all records and ends with those of the page', async () => {
  expect(await explain('?status=READY&limit=3')).toMatchObject([
    { title: 'all', left: 1200, share: 1 },
    { title: 'status=READY', parameter: 'status', removed: expect.any(Number) },
    { title: 'on this page', left: 3 },
  ])
})

test('has no step for the page if it contains all that matched', async () => {
  expect((await explain('?name_contains=zz')).at(-1)).toMatchObject({ parameter: 'name_contains', left: 0, share: 0 })
})

test('is linear, as all bars are', async () => {
  const [, step] = await explain('?status=READY')
  expect(step?.share).toBeCloseTo((step?.left ?? 0) / 1200)
})

test('is empty for a response that is not a page', async () => {
  const simulator = createSimulator()
  await simulator.fetch('/v2/auth/providers')
  const explanation = simulator.requests.get(1)?.explanation
  expect(explanation && listFunnelSteps(explanation)).toEqual([])
})

test('drops a parameter, however it is encoded, and leaves the others as they are', () => {
  expect(dropParameter('a=1&status=READY&b=%20+&stat%75s=2&flag', 'status')).toBe('a=1&b=%20+&flag')
  expect(dropParameter('status=READY', 'status')).toBe('')
})
