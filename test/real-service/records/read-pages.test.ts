import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../../src/engine/define/assumptions/assumptions.ts'
import { BudgetError } from '../../../src/programs/real-service/reader/errors.ts'
import { createAsker, type JsonObject } from '../../../src/programs/real-service/records/ask.ts'
import { readPages } from '../../../src/programs/real-service/records/read-pages.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { createReaderOf, replyWith, type SimulatedReader } from '../../support/simulated-reader.ts'

const NO_LIMIT = Number.POSITIVE_INFINITY

const listOf = (count: number, first = 0): JsonObject[] =>
  Array.from({ length: count }, (_, place) => ({ id: `d${first + place}` }))

/** A service with a list of deployments, which may be another one for each request. */
function serve(listAt: (request: number) => readonly JsonObject[], most = 100): SimulatedReader {
  let request = 0
  return createReaderOf((_, target) => {
    const { searchParams } = new URL(target, 'http://host')
    const offset = Number(searchParams.get('offset'))
    const limit = Math.min(most, Number(searchParams.get('limit') ?? 20))
    const resources = listAt(request).slice(offset, offset + limit)
    request += 1
    return replyWith({ resources, offset: offset + resources.length })
  })
}

const read = (reader: SimulatedReader, most = NO_LIMIT) =>
  readPages(createAsker(reader, resolveAssumptions(questions, 'spec')), { operation: 'listDeployments' }, { most })

test('each page begins with the last record of the one before', async () => {
  const reader = serve(() => listOf(210))
  expect(await read(reader)).toEqual({ records: listOf(210) })
  expect(reader.requests).toEqual([
    '/v2/deployments?limit=100&offset=0',
    '/v2/deployments?limit=100&offset=99',
    '/v2/deployments?limit=100&offset=198',
  ])
})

test.for([0, 1, 19, 20, 99, 100, 101, 199, 200, 201])('a list of %i records is read completely', async (count) => {
  expect(await read(serve(() => listOf(count)))).toEqual({ records: listOf(count) })
})

test('a service that returns shorter pages than requested is read completely, and their length is noted', async () => {
  expect(await read(serve(() => listOf(130), 50))).toEqual({ records: listOf(130), longest: 50 })
})

test('short pages are read completely, and their length is noted', async () => {
  expect(await read(serve(() => listOf(45), 10))).toEqual({ records: listOf(45), longest: 10 })
})

test('pages of different lengths are read completely, and are noted', async () => {
  const reader = createReaderOf(({ query }) => {
    const offset = Number(new URLSearchParams(query).get('offset'))
    const resources = listOf(300).slice(offset, offset + 50 + (offset % 11))
    return replyWith({ resources, offset: offset + resources.length })
  })
  expect(await read(reader)).toEqual({ records: listOf(300), hasShortPages: true })
})

test('a list is read again if a record was added or removed meanwhile', async () => {
  const added = serve((request) => (request === 0 ? listOf(150, 1) : listOf(151)))
  expect(await read(added)).toEqual({ records: listOf(151) })
  const removed = serve((request) => (request === 0 ? listOf(150) : listOf(149, 1)))
  expect(await read(removed)).toEqual({ records: listOf(149, 1) })
})

test('a list that changes whenever it is read says that records may be missing', async () => {
  const { records, problem } = await read(serve((request) => listOf(150, 1000 * request)))
  // Those that were there at any time.
  expect(records).toHaveLength(300)
  expect(problem).toBe('listDeployments: the list changed whenever it was read, so some of its records may be missing')
})

test('a service that ignores the offset is asked for no more than two pages', async () => {
  const reader = createReaderOf(() => replyWith({ resources: listOf(30), offset: 30 }))
  expect(await read(reader)).toEqual({
    records: listOf(30),
    problem: 'listDeployments: the service ignores "offset", so only 30 records of it could be read',
  })
  expect(reader.sent).toBe(2)
})

test('an endless list ends when no more requests may be sent', async () => {
  const reader = createReaderOf((_, target) => {
    if (reader.sent > 5) throw new BudgetError({ attempt: 'send the request', received: '5 requests were sent' })
    const offset = Number(new URL(target, 'http://host').searchParams.get('offset'))
    return replyWith({ resources: listOf(100, offset), offset: offset + 100 })
  })
  const { records, problem } = await read(reader)
  expect(records).toHaveLength(1 + 5 * 99)
  expect(problem).toBe('5 requests were sent (--requests)')
})

test('a service that refuses the limit is asked without one', async () => {
  const reader = createReaderOf((_, target) =>
    target.includes('limit=') ? replyWith({ detail: [] }, 422) : replyWith({ resources: listOf(3), offset: 3 }),
  )
  expect(await read(reader)).toEqual({ records: listOf(3), longest: 20 })
})

test('no more records than allowed are read', async () => {
  const reader = serve(() => listOf(210))
  expect(await read(reader, 7)).toEqual({ records: listOf(7) })
  expect(reader.requests).toEqual(['/v2/deployments?limit=7&offset=0'])
})

test.for([
  [{ items: listOf(2) }, listOf(2)],
  [listOf(2), listOf(2)],
  [{ deployments: listOf(2), total: 2 }, listOf(2)],
] as const)('the list in %j is found', async ([body, records]) => {
  expect(await read(createReaderOf(() => replyWith(body)))).toEqual({ records })
})
