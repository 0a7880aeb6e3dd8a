// The requests to try that a declared API gets.

import { expect, test } from 'vitest'
import * as z from 'zod'
import { findSampleRequests } from '../../src/engine/reports/sample-requests.ts'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

test('every request to try of a declared API succeeds, or says why there is none', async () => {
  const api = defineApi({ title: 'Pay', version: '1' })
  const refunds = api.resource('refunds', {
    schema: z.strictObject({ id: z.string(), payment_intent: z.string(), batch: z.int() }),
    id: ({ faker }) => faker.string.uuid(),
    build: ({ index }) => ({ payment_intent: `pi_${index}`, batch: index }),
  })
  const create = (name: string, body: z.ZodType) =>
    api.operation(name, 'POST', `/${name}`, { body, responds: refunds, run: ({ create }) => create(refunds, {}) })
  const listed = { within: ({ pi }: { pi: string }) => ({ payment_intent: pi }) }
  const operations = [
    create('refund', z.strictObject({ payment_intent: z.string() })),
    create('refundAll', z.strictObject({ reason: z.string() })),
    create('refundSome', z.strictObject({ reason: z.string() }).optional()),
    api.list('listRefunds', '/intents/{pi}/refunds', refunds, listed),
    api.list('listBatch', '/batches/{batch}/refunds', refunds, { within: ({ batch }) => ({ batch: Number(batch) }) }),
    api.list('listFound', '/found/{key}/refunds', refunds, {
      within: ({ key }, { find }) => ({ id: find(refunds, { payment_intent: key })?.id ?? '' }),
    }),
  ]
  const simulator = createSimulator({ service: api.service({ resources: [refunds], operations }) })
  const { routes, declared } = simulator.service
  const { db, assumptions } = simulator
  const { samples } = findSampleRequests(declared, { routes, db: db as never, assumptions: assumptions as never })
  const told = samples.flatMap(({ example }) => ('missing' in example ? [example.missing] : []))
  expect(told).toEqual([
    'No request for refundAll: no record of this world has what its body needs.',
    'No request for listFound: no record of this world says what {key} is.',
  ])
  for (const { example } of samples) {
    if ('missing' in example) continue
    const { method, path, body } = example
    const response = await simulator.fetch(path, { method, ...(body !== undefined && { body }) })
    expect([path, response.ok]).toEqual([path, true])
    if (path.endsWith('/refunds')) expect(await response.json()).toMatchObject([{}])
  }
})
