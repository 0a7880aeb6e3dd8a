// The resource: deletions of deployments.

import type { Lifecycle } from '../../../engine/define/resource/lifecycle.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { seedNothing } from '../../../engine/world/start/seed-nothing.ts'
import { type DeletionRecord, deletionSchema } from './deletion.ts'

const MILLISECONDS_TO_DELETE = 20_000

/** How a deployment is deleted. What remains is its name, if the tracing project keeps it. */
const deletionLifecycle: Lifecycle<DeletionRecord> = {
  field: 'state',
  next({ state, keeps_project }) {
    if (state !== 'AWAITING_DELETE') return undefined
    const after = MILLISECONDS_TO_DELETE
    return keeps_project ? { to: 'DELETED', after } : { ends: true, after }
  },
  enter: (state) => (state === 'DELETED' ? { deployment: null } : {}),
}

/** The deployments that are being deleted, and the names that deleted ones have left behind. */
export const deletions = defineResource({
  name: 'deletions',
  singular: 'deletion',
  description: 'The deployments that are being deleted, and the names that deleted ones have left behind.',
  typeName: 'DeletionRecord',
  schema: deletionSchema,
  isMinor: true,
  plan: { field: 'deployments', count: () => 0 },
  lifecycle: deletionLifecycle,
  toWire: (record) => record,
  seed: seedNothing,
  create({ context, index, fields }) {
    const id = fields.id ?? context.open('created-deletion', index, 'id').uuid()
    return { name: `deleted-${index + 1}`, state: 'DELETED', keeps_project: true, deployment: null, ...fields, id }
  },
})
