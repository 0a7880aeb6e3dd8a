// How many records a world has, in words.

import { titleOf } from './resources/resource.ts'
import { allResources } from './resources/resources.ts'
import { type Collections, collectionOf } from './world/collections.ts'

/** Lists how many records of each resource a world has. */
export function describeCounts(db: Collections): string {
  const counts = allResources.flatMap((resource) => {
    const amount = collectionOf(db, resource).count()
    return resource.isTransient && amount === 0 ? [] : count(amount, ...titleOf(resource))
  })
  return counts.join(', ')
}

function count(amount: number, singular: string, plural: string): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`
}
