import * as z from 'zod'
import { findPage, pageParameters } from '../../../src/engine/contract/list-page.ts'
import {
  type DefineOperation,
  defineOperation as define,
  type OperationContext,
} from '../../../src/engine/contract/operation/operation.ts'
import { list, page, record } from '../../../src/engine/contract/operation/responses.ts'
import type { Parameters } from '../../../src/engine/contract/operation/value.ts'
import { defineResource, type GivenOf, type RecordOf } from '../../../src/engine/define/resource/resource.ts'
import type { Fields } from '../../../src/engine/input/schemas/schema-walk.ts'
import { defineService, type Service } from '../../../src/engine/scenario/service.ts'
import type { SimulatorTypes } from '../../../src/engine/simulator/simulator.ts'
import type { Condition } from '../../../src/engine/store/listing/filter.ts'
import type { Collection } from '../../../src/engine/world/collections.ts'
import { groupsOf, planGroups, seedGroups } from '../../../src/engine/world/start/planned-groups.ts'
import type { World } from '../../../src/engine/world/world.ts'
import { plainFramework } from './plain-framework.ts'

const ticketSchema = z.strictObject({
  id: z.int(),
  project_id: z.int(),
  parent_id: z.int().nullable().default(null),
  note: z.string().optional(),
  title: z.string(),
  points: z.number().nullable(),
  labels: z.array(z.int()),
  state: z.enum(['open', 'stale', 'closed']),
  reopened: z.int(),
  opened_at: z.string(),
  updated_at: z.int(),
})

const projectSchema = z.strictObject({ id: z.int().min(100), name: z.string() })

const projects = defineResource({
  name: 'projects',
  singular: 'project',
  description: 'What the tickets are about.',
  typeName: 'ProjectRecord',
  schema: projectSchema,
  plan: planGroups('projects', groupsOf(projectSchema.partial()), 3),
  wire: { typeName: 'Project', schemaOf: () => projectSchema },
  toWire: (record) => record as Fields,
  seed: (plan) =>
    seedGroups(plan as number, (index, set) => ({ id: 100 + index, name: `P${index}`, ...(set as object) })),
  create: ({ index, fields }) => ({ id: 200 + index, name: `New ${index}`, ...fields }),
})

/** The state of a ticket changes after an hour, and that of one that is stale after another. */
const HOUR = 3_600_000

export const tickets = defineResource({
  name: 'tickets',
  singular: 'ticket',
  description: 'What there is to do.',
  typeName: 'TicketRecord',
  schema: ticketSchema,
  belongsTo: { project_id: projects },
  plan: planGroups('tickets', groupsOf(ticketSchema.partial()), 12),
  list: {
    fields: { project_id: 'equality', labels: 'members', title: 'text' },
    orderings: {
      added: 'added',
      number: { by: 'id', as: 'number' },
      points: { by: 'points', as: 'number', isDescending: true },
      opened: { by: 'opened_at', as: 'timestamp' },
      state: {
        by: [
          { field: 'state', as: 'text', isDescending: true },
          { field: 'points', as: 'number' },
        ],
      },
    },
  },
  lifecycle: {
    next: ({ state, reopened }) =>
      state === 'open'
        ? { set: { state: 'stale', labels: [9] }, after: HOUR }
        : state === 'stale'
          ? { set: { state: 'open', labels: [], reopened: reopened + 1 }, after: HOUR }
          : undefined,
  },
  wire: { typeName: 'Ticket', schemaOf: () => ticketSchema },
  toWire: (record) => record as Fields,
  seed: (plan) =>
    seedGroups(plan as number, (index, set) => ({
      id: index + 1,
      project_id: 100 + (index % 3),
      title: `Ticket ${index % 4}`,
      points: index % 5 === 0 ? null : index % 4,
      labels: index % 2 === 0 ? [1] : [1, 2],
      state: 'open',
      reopened: 0,
      opened_at: `2026-01-${String(28 - index).padStart(2, '0')}T00:00:00+0${index % 3}:00`,
      updated_at: 7,
      ...(set as object),
    })),
  create: ({ index, fields, parents }) => ({
    id: 1000 + index,
    project_id: (parents.project_id as { id: number } | undefined)?.id,
    title: 'New',
    points: null,
    labels: [],
    state: 'open',
    reopened: 0,
    opened_at: '2026-03-01',
    updated_at: 7,
    ...fields,
  }),
})

type Collections = {
  readonly projects: Collection<RecordOf<typeof projects>, GivenOf<typeof projects>>
  readonly tickets: Collection<RecordOf<typeof tickets>, GivenOf<typeof tickets>>
}

interface Context extends OperationContext {
  readonly world: World & { readonly collections: Collections }
}

export interface Types extends Omit<SimulatorTypes, 'Collections'> {
  readonly Collections: Collections
}

const defineOperation: DefineOperation<Context> = define

const text = (description: string) => ({ in: 'query', kind: 'text', description }) as const

const parameters = {
  conditions: text('What tickets must be, as JSON.'),
  order: text('The name of an order.'),
  ...pageParameters('tickets'),
} as const satisfies Parameters

/** Reads conditions in which whole numbers are big ones, as those of parameters are. */
function readConditions(conditions: string): Condition[] {
  const toBig = (_: string, value: unknown) => (Number.isInteger(value) ? BigInt(value as number) : value)
  return JSON.parse(conditions, toBig)
}

const listTickets = defineOperation({
  name: 'listTickets',
  method: 'GET',
  template: '/tickets',
  summary: 'Lists tickets.',
  parameters,
  responses: { 200: page(tickets, { list: 'tickets', fields: {} }) },
  run({ world }, { values: { conditions, order, offset, limit } }) {
    const filters = [{ parameter: 'conditions', filter: readConditions(conditions ?? '[]') }]
    const found = findPage(world, tickets, {
      filters,
      ordering: (order ?? 'added') as 'added',
      offset,
      limit: Number(limit),
    })
    return { ...found, offset: offset + BigInt(found.records.length) }
  },
})

const findTickets = defineOperation({
  name: 'findTickets',
  method: 'GET',
  template: '/found',
  summary: 'Finds tickets by the values of their fields.',
  parameters: { where: text('The values, as JSON.') },
  responses: { 200: list(tickets) },
  run: ({ world }, { values: { where } }) => world.database.of(tickets).find(JSON.parse(where ?? '{}')),
})

const openTicket = defineOperation({
  name: 'openTicket',
  method: 'POST',
  template: '/opened',
  summary: 'Opens a ticket.',
  parameters: {},
  responses: { 201: record(tickets) },
  run({ assumptions, world }) {
    const ticket = world.collections.tickets.create()
    world.begin(tickets, ticket, assumptions)
    return ticket
  },
})

const none = () => []

/** A tracker of tickets with numbers for ids. */
export const tracker: Service<Types> = defineService({
  title: 'Tracker',
  version: '1',
  framework: plainFramework,
  access: { credentials: {}, listRequired: none, listUsual: none, statusOf: () => 401, refusals: [], assert: none },
  basePathsOf: () => [''],
  world: { fields: {}, readSettings: () => ({}), relaxSettings: () => ({}), buildFacts: () => ({}) },
  operations: [listTickets, findTickets, openTicket],
  resources: [projects, tickets],
  questions: { register: {}, presets: ['plain'], basePresets: {} },
  effects: [],
  mainResource: 'tickets',
  scenarios: [{ name: 'default', description: 'A few tickets.', seed: 1, now: '2026-03-02T09:00:00Z' }],
})
