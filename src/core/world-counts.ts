// How many records a world has, in words.

import type { ResourceName } from './resources/names.ts'
import { titleOf } from './resources/resource.ts'
import { allResources } from './resources/resources.ts'
import type { Collections } from './world/collections.ts'

/** Lists how many records of each resource a world has. */
export function describeCounts(db: Collections): string {
  const counts = allResources.map((resource) => count(db[resource.name as ResourceName].count(), ...titleOf(resource)))
  return counts.join(', ')
}

function count(amount: number, singular: string, plural: string): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`
}
