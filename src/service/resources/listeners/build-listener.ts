// Listeners.

import { type ClusterFixture, clusterFixtures, listenerVersions } from '../../../../fixtures/listeners.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { ageFromOldest, reconcileTimes } from '../../../engine/world/factory/ages.ts'
import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import type { ListenerRecordInput } from './listener.ts'

const HALFWAY = 4

/**
 * Builds the listener with a number. Higher numbers are newer. After the last well-known cluster, they repeat
 * with other ids.
 */
export function buildListener(
  context: FactoryContext,
  index: number,
  fields: Partial<ListenerRecordInput> = {},
): ListenerRecordInput {
  const open = (field: string) => context.open('listener', index, field)
  const { compute_id, k8s_namespaces } = findCluster(index)
  const round = Math.floor(index / clusterFixtures.length)
  const age = ageFromOldest(index, HALFWAY, open('created_at').next())
  const createdAt = context.now - BigInt(age)
  return {
    id: open('id').uuid(),
    version: open('version').pick(listenerVersions),
    compute_type: 'k8s',
    compute_id: round === 0 ? compute_id : `${compute_id}-${round + 1}`,
    compute_config: { k8s_namespaces: [...k8s_namespaces] },
    ...fields,
    ...reconcileTimes(fields, {
      created_at: formatMicroseconds(createdAt),
      updated_at: formatMicroseconds(createdAt + BigInt(Math.floor(age * open('updated_at').next() * 0.9))),
    }),
  }
}

/** Builds the `index`-th listener that is created after the start of a world, without its times. */
export function buildCreatedListener(
  context: FactoryContext,
  index: number,
): Omit<ListenerRecordInput, 'created_at' | 'updated_at'> {
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
