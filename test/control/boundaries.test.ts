import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

interface Row {
  what: string
  most: number
  /** Asks for so many of something. @returns the status of the response */
  ask: (count: number) => Promise<number>
}

const list = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`)
const named = (count: number) => Object.fromEntries(list(count).map((name) => [name, '1']))

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const simulator = createSimulator({ scenario: 'empty' })
  const { status } = await simulator.fetch(`/_simulator${path}`, { method, body: JSON.stringify(body) })
  return status
}

const ROWS: readonly Row[] = [
  {
    what: 'headers of a question',
    most: 100,
    ask: (count) => send('POST', '/ask', { path: '/v2/deployments', headers: named(count) }),
  },
  {
    what: 'records that are asked for by their ids',
    most: 1000,
    ask: (count) => send('GET', `/records/deployments?ids=${list(count).join(',')}`),
  },
  {
    what: 'records in a page',
    most: 1000,
    ask: (count) => send('GET', `/records/deployments?limit=${count}`),
  },
  {
    what: 'base paths',
    most: 100,
    ask: (count) =>
      send('PATCH', '/assumptions', {
        versionPrefix: list(count)
          .map((name) => `/${name}`)
          .join(','),
      }),
  },
  {
    what: 'characters in the text that requests are searched for',
    most: 200,
    ask: (count) => send('GET', `/requests?text=${'x'.repeat(count)}`),
  },
  {
    what: 'requests in a page',
    most: 1000,
    ask: (count) => send('GET', `/requests?limit=${count}`),
  },
]

test.for(ROWS)('at most $most $what are allowed', async ({ most, ask }) => {
  expect(await ask(most)).toBeLessThan(300)
  expect(await ask(most + 1)).toBe(422)
})

test('totals leave out a field with more than a hundred values', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const readFields = async () => {
    const response = await simulator.fetch('/_simulator/totals/deployments')
    return Object.keys((await response.json()).by)
  }
  for (const version of list(100)) simulator.db.deployments.create({ image_version: version })
  expect(await readFields()).toContain('image_version')
  simulator.db.deployments.create({ image_version: 'one more' })
  expect(await readFields()).not.toContain('image_version')
})

test.for([
  [1e9, true],
  [1e9 + 1, false],
  ['1000000000x', true],
  ['1000000001x', false],
  [Number.MIN_VALUE, true],
  [0, false],
  [-1, false],
] as const)('the speed %s is allowed: %s', ([speed, isAllowed]) => {
  const create = () => createSimulator({ scenario: 'empty', speed })
  if (isAllowed) expect(create).not.toThrow()
  else expect(create).toThrow(/^Failed to set the speed/)
})
