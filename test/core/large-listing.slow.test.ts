import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { fetchJson, type Page } from '../support/client.ts'
import { expectList } from '../support/expected-list.ts'
import { runs } from '../support/scope.ts'

const COUNT = 21_000
const PLAIN = '/v2/auth/providers'

let large: Simulator | undefined

/** Returns a simulator that tests share as long as they only read. */
function getLarge(): Simulator {
  large ??= createSimulator({ deployments: COUNT, assumptions: { offsetBeyondEnd: '422' } })
  return large
}

/** Ends every turn after its first step, so that others have theirs also on a fast machine. */
function shortenTurns(): void {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
  onTestFinished(() => clock.mockRestore())
}

test.for([
  ['a part of a name that occurs nowhere', 'name_contains=zzqqx'],
  ['a part that occurs nowhere, in other letters', 'name_contains=ZZQQX&status=READY'],
  ['a late page of many matches', 'name_contains=a&remote_reconciled=true&offset=10000'],
  ['an offset behind all matches', 'name_contains=a&offset=20999'],
  [
    'many values',
    `tag_value_ids=${Array.from({ length: 100 }, (_, index) => `00000000-0000-4000-8000-${100 + index}000000000`)}`,
  ],
])('other requests are answered while a large list is searched for %s', async ([, query]) => {
  shortenTurns()
  const simulator = getLarge()
  const answered: string[] = []
  const send = async (path: string): Promise<void> => {
    await simulator.fetch(path)
    answered.push(path)
  }
  const path = `/v2/deployments?${query}`
  await Promise.all([send(path), send(PLAIN), send(path)])
  expect(answered).toEqual([PLAIN, path, path])
  await Promise.all([send(path), send(PLAIN)])
  expect(answered.slice(3)).toEqual([path, PLAIN])
})

test('the pages of a large list equal those after a simple filter and a simple sort, also if the data changes meanwhile', {
  timeout: 120_000,
}, async () => {
  shortenTurns()
  const assumptions = { nameMatching: 'substringIgnoringCase', imageVersionMatching: 'prefix' } as const
  const simulator = createSimulator({ deployments: COUNT, assumptions })
  const tags = [...simulator.tagValueIds]
  const query = fc.record(
    {
      name_contains: fc.constantFrom('a', 'A', 'prod', 'zzqqx', 'new'),
      status: fc.constantFrom('READY', 'UNKNOWN'),
      remote_reconciled: fc.constantFrom('true', 'false'),
      image_version: fc.constantFrom('0.6', '0.7.28'),
      tag_value_ids: fc.subarray(tags, { minLength: 1 }).map(String),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 0, max: COUNT }), fc.boolean(), async (filters, offset, isChanged) => {
      const list = () => expectList(simulator, filters, assumptions).slice(offset, offset + 20)
      const before = list()
      const response = fetchJson<Page>(
        simulator,
        `/v2/deployments?${new URLSearchParams({ ...filters, offset: String(offset) })}`,
      )
      if (isChanged) simulator.db.deployments.create({ name: 'a-new-one', status: 'READY' })
      const { resources } = await response
      const possible = [before, list()].map((each) => each.map(({ id }) => id))
      expect(possible).toContainEqual(resources.map(({ id }) => id))
    }),
    { numRuns: runs(30) },
  )
})

test('more searches of a large list than can wait are answered', async () => {
  shortenTurns()
  const simulator = getLarge()
  const sent = Array.from({ length: 120 }, (_, index) => simulator.fetch(`/v2/deployments?name_contains=zz${index}`))
  const responses = await Promise.all(sent)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a search of a large list ends when the client leaves', async () => {
  shortenTurns()
  const simulator = getLarge()
  simulator.requests.clear()
  const leaving = new AbortController()
  const response = simulator.fetch('/v2/deployments?name_contains=left', { signal: leaving.signal })
  leaving.abort()
  await expect(response).rejects.toThrow()
  await vi.waitFor(() => expect(simulator.requests.list().map(({ state }) => state)).toEqual(['aborted']))
})
