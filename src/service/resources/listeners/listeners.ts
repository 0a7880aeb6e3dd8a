// The resource: listeners.

import type * as z from 'zod'
import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { completeTimes } from '../../../engine/world/factory/ages.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../../engine/world/start/planned-groups.ts'
import { completeFields, withTimestamps } from '../../../fastapi/wire-fields.ts'
import { buildCreatedListener, buildListener } from './build-listener.ts'
import { type ListenerRecordInput, listenerSchema } from './listener.ts'

const NESTED = ['compute_config'] as const

/** A listener in a response. */
export type Listener = z.output<typeof listenerSchema>

/** The listeners: programs in clusters of the customer that deploy there what the service tells them to. */
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
  list: { fields: {}, orderings: { createdDescending: { by: 'created_at', as: 'timestamp', isDescending: true } } },
  findIssues: findTimeIssues,
  wire: { typeName: 'Listener', schemaOf: () => listenerSchema },
  toWire: (record, assumptions) => completeFields(listenerSchema, withTimestamps(record, assumptions), assumptions),
  seed: (plan, { context }) => seedGroups(plan, (index, fields) => buildListener(context, index, fields)),
  create: ({ context, index, now, fields }) => ({
    ...buildCreatedListener(context, index),
    ...fields,
    ...completeTimes(fields, now),
  }),
})
