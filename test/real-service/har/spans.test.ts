import { expect } from 'vitest'
import { cutSpans } from '../../../src/programs/real-service/har/spans.ts'
import { readTraffic } from '../../../src/programs/real-service/har/traffic.ts'
import { type Folder, test } from '../../support/folder.ts'
import { type Exchanged, writeHarText } from '../../support/har-entries.ts'

const LIST = 'https://api.example.com/v2/deployments'

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({ id: `0000000${String(from + place).padStart(3, '0')}`, name: 'one' }))

const page = (query: string, resources: readonly object[], rest: Partial<Exchanged> = {}): Exchanged => ({
  url: `${LIST}?${query}`,
  body: { resources, offset: 0 },
  ...rest,
})

async function cut(folder: Folder, exchanged: readonly Exchanged[]) {
  const file = await folder.write('app.har', writeHarText(exchanged))
  return cutSpans(await readTraffic([file]))
}

/** How many records of the list each span shows, and whether that is all of them. */
async function show(folder: Folder, exchanged: readonly Exchanged[]) {
  const spans = await cut(folder, exchanged)
  return spans.flatMap(({ snapshot }) => [...snapshot.values()].map(({ records, isWhole }) => [records.size, isWhole]))
}

const LISTS: readonly (readonly [
  what: string,
  exchanged: readonly Exchanged[],
  shown: readonly (readonly unknown[])[],
])[] = [
  ['a page that is shorter than its limit is the whole list', [page('limit=10', ids(7))], [[7, true]]],
  ['a page that is as long as its limit is not', [page('limit=7', ids(7))], [[7, false]]],
  ['a page without a limit may be as long as the service allows', [page('', ids(7))], [[7, false]]],
  ['a page that a filter has selected is not', [page('limit=10&status=READY', ids(7))], [[7, false]]],
  ['a page that is longer than the least of services may be cut', [page('limit=100', ids(50))], [[50, false]]],
  [
    'pages that follow each other are',
    [page('limit=30', ids(30)), page('limit=30&offset=30', ids(3, 30))],
    [[33, true]],
  ],
  ['a page whose neighbour is unknown is not', [page('limit=10&offset=20', ids(3, 20))], [[3, false]]],
  [
    'an empty page after the last record ends a list',
    [page('limit=2', ids(2)), page('limit=2&offset=2', [])],
    [[2, true]],
  ],
  ['an empty list is whole', [page('limit=10', [])], [[0, true]]],
]

test.for(LISTS)('%s', async ([, exchanged, shown], { folder }) => {
  expect(await show(folder, exchanged)).toEqual(shown)
})

const changed = ids(7).map((each) => ({ ...each, name: 'two' }))

const CUTS: readonly (readonly [
  what: string,
  between: readonly Exchanged[],
  after: readonly object[],
  spans: number,
])[] = [
  ['nothing cuts a span if the records stay the same', [], ids(7), 1],
  ['a request that changes something does', [{ method: 'PATCH', url: `${LIST}/1`, at: 1 }], ids(7), 2],
  ['one that was refused does not', [{ method: 'PATCH', url: `${LIST}/1`, status: 422, at: 1 }], ids(7), 1],
  ['one without a response does', [{ method: 'POST', url: LIST, status: 0, at: 1 }], ids(7), 2],
  ['one to another service does not', [{ method: 'POST', url: 'https://other.example', at: 1 }], ids(7), 1],
  ['a record that is another one does', [], changed, 2],
  ['a record that is gone does', [], ids(6), 2],
]

test.for(CUTS)('%s', async ([, between, after, count], { folder }) => {
  const spans = await cut(folder, [page('limit=10', ids(7), { at: 0 }), ...between, page('limit=10', after, { at: 2 })])
  expect(spans).toHaveLength(count)
})

test('what was read more than a minute later is another span', async ({ folder }) => {
  expect(await cut(folder, [page('limit=10', ids(7), { at: 0 }), page('limit=10', ids(7), { at: 61 })])).toHaveLength(2)
})

test('what was read while something changed is in no span', async ({ folder }) => {
  const spans = await cut(folder, [
    { method: 'POST', url: LIST, at: 0, time: 2000 },
    page('limit=10', ids(7), { at: 1 }),
    page('limit=10', ids(8), { at: 3, time: 2000 }),
    { method: 'POST', url: LIST, at: 4 },
  ])
  expect(spans).toEqual([])
})

test('a record that was deleted may be read for a while, and tells nothing', async ({ folder }) => {
  const [record] = ids(1)
  const url = `${LIST}/${record?.id}`
  const spans = await cut(folder, [
    { url, body: record },
    { method: 'DELETE', url, status: 204 },
    { url, body: record },
  ])
  expect(spans.map(({ exchanges }) => exchanges.length)).toEqual([1])
})
