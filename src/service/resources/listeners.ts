// The resource: listeners.

import * as z from 'zod'
import { type ClusterFixture, clusterFixtures, listenerVersions } from '../../../fixtures/listeners.ts'
import { completeTimes, drawTimes } from '../../engine/define/factory/context.ts'
import { findTimeIssues } from '../../engine/define/resource/resource.ts'
import { optional, partOf } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../engine/world/start/planned-groups.ts'
import { writeFields } from '../../fastapi/wire-fields.ts'
import { defineResource, type FactoryContext } from './building.ts'
import type { KindsOf } from './text-kinds.ts'

/** A listener with the fields of a response. The contract only mentions it, so this is the real service's form. */
export const listenerSchema = z.strictObject({
  version: optional(z.string()).describe('The version of the listener.'),
  compute_type: z.literal('k8s').describe('What it runs on.'),
  compute_id: z.string().describe('The name of its cluster.'),
  compute_config: z
    .strictObject({ k8s_namespaces: optional(z.array(z.string())) })
    .describe('The settings of its cluster.'),
  id: uuidSchema.describe('The id of the listener.'),
  created_at: timestampSchema.describe('When it was created.'),
  updated_at: timestampSchema.describe('When it last changed.'),
})

export type ListenerRecord = Frozen<z.output<typeof listenerSchema>>
export type ListenerRecordInput = Frozen<z.input<typeof listenerSchema>>

/** What the texts of its fields are. */
export const listenerKinds: KindsOf<ListenerRecord> = {
  version: 'version',
  compute_type: { words: ['k8s'] },
  compute_id: 'name',
  compute_config: { k8s_namespaces: 'name' },
  id: 'id',
  created_at: 'time',
  updated_at: 'time',
}

const NESTED = ['compute_config'] as const

/** A listener in a response. */
export type Listener = z.output<typeof listenerSchema>

export const listeners = defineResource({
  name: 'listeners',
  singular: 'listener',
  description: 'The programs in clusters of the customer that deploy there what the service tells them to.',
  typeName: 'ListenerRecord',
  schema: listenerSchema,
  nested: NESTED,
  isMinor: true,
  plan: planOptionalGroups<Partial<ListenerRecordInput>>(
    'listeners',
    groupsOf(partOf(listenerSchema, NESTED)).describe('Listeners: how many, or groups of them.'),
  ),
  lookups: [['compute_id']],
  list: { fields: {}, orderings: { createdDescending: { by: 'created_at', as: 'timestamp', isDescending: true } } },
  findIssues: findTimeIssues,
  wire: { typeName: 'Listener', basis: { of: 'documented: OpenAPI' }, schemaOf: () => listenerSchema },
  toWire: (record, assumptions) => writeFields(listenerSchema, record, assumptions),
  seed: (plan, { context }) => seedGroups(plan, (index, fields) => buildListener(context, index, fields)),
  create: ({ context, index, now, fields }) => ({
    ...buildCreatedListener(context, index),
    ...fields,
    ...completeTimes(fields, now),
  }),
})

const HALFWAY = 4

/** Builds the listener with a number. Higher numbers are newer, and repeat the clusters with other ids. */
function buildListener(
  context: FactoryContext,
  index: number,
  fields: Partial<ListenerRecordInput> = {},
): ListenerRecordInput {
  const open = (field: string) => context.open('listener', index, field)
  const { compute_id, k8s_namespaces } = findCluster(index)
  const round = Math.floor(index / clusterFixtures.length)
  return {
    id: open('id').uuid(),
    version: open('version').pick(listenerVersions),
    compute_type: 'k8s',
    compute_id: round === 0 ? compute_id : `${compute_id}-${round + 1}`,
    compute_config: { k8s_namespaces: [...k8s_namespaces] },
    ...fields,
    ...drawTimes(fields, { now: context.now, index, halfway: HALFWAY, open }),
  }
}

/** Builds the `index`-th listener that is created after the start of a world, without its times. */
function buildCreatedListener(context: FactoryContext, index: number) {
  return {
    id: context.open('created-listener', index, 'id').uuid(),
    compute_type: 'k8s',
    // No name that `buildListener` generates starts with `new-`.
    compute_id: `new-${findCluster(index).compute_id}-${index + 1}`,
    compute_config: {},
  }
}

function findCluster(index: number): ClusterFixture {
  return clusterFixtures[index % clusterFixtures.length] as ClusterFixture
}
