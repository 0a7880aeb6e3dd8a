// Whoever asks what an API answers changes nothing, whatever its functions do.

import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({
  title: 'Visits',
  version: '1',
  questions: { q: { question: 'Q?', values: { a: 'A.', b: 'B.' } } },
})
const visits = api.resource('visits', {
  schema: z.strictObject({ id: z.int(), by: z.string() }),
  count: 2,
  orders: { id: 'id' },
  build: () => ({ by: 'x' }),
})
type Writing = {
  create(of: typeof visits, given: { by: string }): unknown
  readonly assumptions: { readonly q: string }
}
const visit = ({ create, assumptions }: Writing) => create(visits, { by: assumptions.q })

const service = api.service({
  resources: [visits],
  operations: [
    api.operation('getAudit', 'GET', '/audit', {
      run(context) {
        visit(context)
        return { count: context.all(visits).length }
      },
    }),
    api.operation('changeFirst', 'GET', '/changed', {
      responds: visits,
      run: ({ find, update, refuse }) => update(visits, find(visits, { id: 1 }) ?? refuse(404, 'None'), { by: 'y' }),
    }),
    api.operation('deleteFirst', 'GET', '/deleted', {
      run({ find, refuse, delete: remove }) {
        remove(visits, find(visits, { id: 1 }) ?? refuse(404, 'None'))
        return null
      },
    }),
    api.list('listWithin', '/within/{by}', visits, {
      within(_path, context) {
        visit(context)
        return {}
      },
    }),
    api.list('listOrdered', '/ordered', visits, {
      order(context) {
        visit(context)
        return 'id'
      },
    }),
  ],
})

const PATHS = ['/audit', '/changed', '/deleted', '/within/me', '/ordered']

test.each(PATHS.flatMap((path) => [false, true].map((decided) => ({ path, decided }))))(
  'a question changes nothing: $path, decided $decided',
  async ({ path, decided }) => {
    const simulator = createSimulator({ service })
    const before = JSON.stringify(simulator.snapshot())
    const first = await simulator.ask({ path, decided })
    expect(first.status).toBe(200)
    const body = JSON.stringify({ path, decided })
    const second = await simulator.fetch('/_simulator/ask', { method: 'POST', body })
    expect(await second.json()).toMatchObject({ body: first.body })
    await simulator.openapi()
    expect(JSON.stringify(simulator.snapshot())).toBe(before)
    expect(simulator.changes).toBe(0)
  },
)
