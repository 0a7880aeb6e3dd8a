// A payment service: cursors in both directions, nested forms, ids with a prefix, Unix seconds, idempotency keys.

import * as z from 'zod'
import { defineApi } from '../../../src/entries/engine/index.ts'

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

const api = defineApi({
  title: 'Payments',
  version: '2026-01-01',
  basePath: '/v1',
  credentials: { header: 'Authorization', scheme: 'Basic' },
  bodies: 'form',
  pages: { after: 'starting_after', before: 'ending_before', size: 'limit', usual: 10, most: 100, above: 'refuse' },
  envelope: ({ records, hasMore, path }) => ({ object: 'list', url: path, has_more: hasMore, data: records }),
  error: ({ status, message, issues: [first] }) => ({
    error: {
      type: status === 401 ? 'authentication_error' : 'invalid_request_error',
      message,
      param: first?.field ?? null,
    },
  }),
  invalidStatus: 400,
  idempotencyKey: 'Idempotency-Key',
  questions: {
    refundOfPending: {
      question: 'What does a refund of a pending charge get?',
      values: { refused: 'Status 400.', waits: 'It is refunded when it has succeeded.' },
    },
  },
})

const customers = api.resource('customers', {
  schema: z.strictObject({
    id: z.string().startsWith('cus_'),
    email: z.email().nullable(),
    balance: z.int(),
    address: z
      .strictObject({ city: z.string(), lines: z.array(z.string()) })
      .nullable()
      .default(null),
    created: z.int(),
  }),
  id: ({ faker }) => `cus_${faker.string.alphanumeric(14)}`,
  count: 25,
  orders: { newest: ['-created', 'id'] },
  build: ({ faker, now, index }) => ({
    email: faker.internet.email().toLowerCase(),
    balance: faker.number.int({ min: -500, max: 500 }),
    created: seconds(now) - index * 60,
  }),
})

const charges = api.resource('charges', {
  schema: z.strictObject({
    id: z.string(),
    customer: z.string().nullable(),
    amount: z.int().min(50),
    currency: z.string().length(3),
    status: z.enum(['pending', 'succeeded', 'failed']),
    created: z.int(),
  }),
  id: ({ faker }) => `ch_${faker.string.alphanumeric(24)}`,
  belongsTo: { customer: customers },
  count: 60,
  orders: { newest: '-created' },
  build: ({ faker, now, index }) => ({
    amount: faker.number.int({ min: 50, max: 100_000 }),
    currency: 'eur',
    status: faker.helpers.arrayElement(['succeeded', 'failed']),
    created: seconds(now) - index * 3600,
  }),
  view(charge, { query, find, view }) {
    if (charge.customer === null || !query.getAll('expand[]').includes('customer')) return charge
    const customer = find(customers, { id: charge.customer })
    return { ...charge, customer: customer === undefined ? null : view(customers, customer) }
  },
  next: ({ status }) => (status === 'pending' ? { after: '5s', set: { status: 'succeeded' } } : undefined),
})

const createCharge = api.operation('createCharge', 'POST', '/charges', {
  body: z.object({
    amount: z.int().min(50),
    currency: z.string().length(3),
    customer: z.string().optional(),
    capture: z.boolean().default(true),
  }),
  responds: charges,
  status: 200,
  refuses: [400, 404],
  run({ body: { amount, currency, customer }, now, find, create, refuse }) {
    if (customer !== undefined && find(customers, { id: customer }) === undefined)
      refuse(404, `No such customer: ${customer}`, [{ field: 'customer', code: 'resource_missing' }])
    return create(charges, { amount, currency, customer: customer ?? null, status: 'pending', created: seconds(now) })
  },
})

const createCustomer = api.operation('createCustomer', 'POST', '/customers', {
  body: z.object({
    email: z.email().optional(),
    balance: z.int().default(0),
    address: z.object({ city: z.string(), lines: z.array(z.string()).default([]) }).optional(),
  }),
  responds: customers,
  status: 200,
  run: ({ body: { email, balance, address }, now, create }) =>
    create(customers, { email: email ?? null, balance, address: address ?? null, created: seconds(now) }),
})

const refundCharge = api.operation('refundCharge', 'POST', '/charges/{id}/refund', {
  responds: charges,
  status: 200,
  refuses: [400, 404],
  run({ path: { id }, assumptions, find, update, refuse }) {
    const charge = find(charges, { id }) ?? refuse(404, `No such charge: ${id}`)
    if (charge.status === 'pending' && assumptions.refundOfPending === 'refused') refuse(400, 'The charge is pending')
    return update(charges, charge, { status: 'failed' })
  },
})

const listCharges = api.list('listCharges', '/charges', charges, {
  filters: {
    customer: 'equals',
    status: 'any',
    'created[gte]': { field: 'created', match: 'from' },
    'created[lt]': { field: 'created', match: 'before' },
  },
})

export const service = api.service({
  resources: [customers, charges],
  operations: [
    ...api.crud('/customers', customers, { only: ['list', 'get', 'delete'] }),
    createCustomer,
    listCharges,
    ...api.crud('/charges', charges, { only: ['get'] }),
    createCharge,
    refundCharge,
  ],
  scenarios: { empty: { customers: 0, charges: 0 } },
})
