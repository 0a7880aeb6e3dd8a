import { type AnyResource, listShown, titleOf } from '../define/resource/resource.ts'
import { type Collections, collectionOf } from '../world/collections.ts'

/** Lists how many records of each resource a world has, except those that only accompany others. */
export function describeCounts(resources: readonly AnyResource[], db: Collections): string {
  const counted = listShown(resources).filter(({ isMinor }) => isMinor !== true)
  return counted.map((resource) => count(collectionOf(db, resource).count(), ...titleOf(resource))).join(', ')
}

function count(amount: number, singular: string, plural: string): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? singular : plural}`
}
