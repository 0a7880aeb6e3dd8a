import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const schema = z.strictObject({
  id: z.int(),
  state: z.enum(['open', 'closed']),
  size: z.int(),
  is_new: z.boolean(),
  tags: z.array(z.string()),
})

/** The ids that a list has with a filter, out of four records. */
async function list(filter: object, query: string) {
  const api = defineApi({ title: 'Things', version: '1' })
  const things = api.resource('things', {
    schema,
    count: 4,
    build: ({ index }) => ({
      state: index < 2 ? ('open' as const) : ('closed' as const),
      size: index,
      is_new: index === 3,
      tags: index === 0 ? ['a'] : ['a', 'b'],
    }),
  })
  const operations = [api.list('listThings', '/things', things, { filters: { by: filter as never } })]
  const simulator = createSimulator({ service: api.service({ resources: [things], operations }) })
  const response = await simulator.fetch(`/things?${query}`)
  const body = (await response.json()) as { id: number }[]
  return response.status === 200 ? body.map(({ id }) => id) : response.status
}

test.each([
  [{ field: 'state', match: 'equals', usual: 'open' }, '', [1, 2]],
  [{ field: 'state', match: 'any', usual: 'closed' }, '', [3, 4]],
  [{ field: 'state', match: 'any', usual: 'open,closed' }, '', [1, 2, 3, 4]],
  [{ field: 'tags', match: 'all', usual: 'a,b' }, '', [2, 3, 4]],
  [{ field: 'size', match: 'equals', usual: '2' }, '', [3]],
  [{ field: 'size', match: 'from', usual: '2' }, 'by=1', [2, 3, 4]],
  [{ field: 'is_new', match: 'equals', usual: 'false' }, '', [1, 2, 3]],
  [
    { field: 'is_new', match: 'equals', choices: ['true', 'false', 'all'], usual: 'false', every: 'all' },
    '',
    [1, 2, 3],
  ],
  [
    { field: 'is_new', match: 'equals', choices: ['true', 'false', 'all'], usual: 'false', every: 'all' },
    'by=true',
    [4],
  ],
  [{ field: 'is_new', match: 'equals', choices: ['true', 'all'], every: 'all' }, 'by=all', [1, 2, 3, 4]],
  [{ field: 'is_new', match: 'equals', choices: ['true', 'all'], every: 'all' }, 'by=false', 422],
  [{ field: 'size', match: 'equals', choices: ['1', '2'] }, 'by=2', [3]],
  [{ field: 'size', match: 'any', choices: ['1', '2'] }, 'by=1,2', [2, 3]],
  [{ field: 'size', match: 'before', choices: ['1', '2'], usual: '2' }, '', [1, 2]],
  [{ field: 'state', match: 'any', choices: ['open', 'any'], every: 'any' }, 'by=open,any', [1, 2, 3, 4]],
  [{ field: 'tags', match: 'any', choices: ['b'] }, 'by=b', [2, 3, 4]],
])('the filter %j selects with %j what its field has', async (filter, query, ids) => {
  expect(await list(filter, query)).toEqual(ids)
})
