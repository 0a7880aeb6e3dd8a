import type { Frozen } from '../../records/freeze.ts'
import type { RepositoryRecord } from '../../records/repository.ts'
import { hashText, mixBits } from '../random.ts'
import type { FactoryContext } from './context.ts'

/**
 * Creates what picks the repository of each seeded deployment. Every repository in reach draws
 * a number for it, and the highest wins: a further repository takes over the deployments that
 * it wins and moves no other. In reach are the first two repositories of the first four
 * integrations, one more of each for every twenty deployments, and one more integration for
 * every sixty-four: what lies beyond the reach of a small world moves nothing in it.
 *
 * @param seededIntegrations the repositories of each integration
 */
export function createRepositoryPicker(
  context: FactoryContext,
  seededIntegrations: readonly { readonly records: readonly Frozen<RepositoryRecord>[] }[],
): (index: number) => Frozen<RepositoryRecord> | undefined {
  const hashed = seededIntegrations.map(({ records }) =>
    records.map((repository) => ({ repository, hash: hashText(`${context.seed}/pick/${repository.id}`) })),
  )
  return (index) => {
    const integrationsInReach = Math.min(hashed.length, 4 + Math.floor(index / 64))
    const repositoriesInReach = 2 + Math.floor(index / 20)
    let [picked, best]: [Frozen<RepositoryRecord> | undefined, number] = [undefined, -1]
    for (let shelf = 0; shelf < integrationsInReach; shelf += 1) {
      const candidates = hashed[shelf] ?? []
      const count = Math.min(candidates.length, repositoriesInReach)
      for (let place = 0; place < count; place += 1) {
        const { repository, hash } = candidates[place] as (typeof candidates)[number]
        const weight = mixBits(hash, index)
        if (weight > best) [picked, best] = [repository, weight]
      }
    }
    return picked
  }
}
