// Which repository a seeded deployment runs.

import { hashText, mixBits } from '../../../../engine/store/random.ts'
import type { FactoryContext } from '../../../../engine/world/factory/context.ts'
import type { RepositoryRecord } from '../../repositories/repository.ts'

/**
 * Creates a function that picks the repository of each seeded deployment. Every candidate has a
 * pseudorandom weight for the deployment, and the highest weight wins. So an additional repository takes
 * over some deployments, and changes no others.
 *
 * The candidates for the first deployments are the first two repositories of the first four
 * integrations. Every 20 deployments, each integration contributes one more repository, and every 64
 * deployments, one more integration contributes. So in a small world, repositories and integrations
 * beyond these change nothing.
 *
 * @param seededIntegrations the repositories of each integration
 */
export function createRepositoryPicker(
  context: FactoryContext,
  seededIntegrations: readonly { readonly records: readonly RepositoryRecord[] }[],
): (index: number) => RepositoryRecord | undefined {
  const hashed = seededIntegrations.map(({ records }) =>
    records.map((repository) => ({ repository, hash: hashText(`${context.seed}/pick/${repository.id}`) })),
  )
  return (index) => {
    const integrationsInReach = Math.min(hashed.length, 4 + Math.floor(index / 64))
    const repositoriesInReach = 2 + Math.floor(index / 20)
    let [picked, best]: [RepositoryRecord | undefined, number] = [undefined, -1]
    for (let integration = 0; integration < integrationsInReach; integration += 1) {
      const candidates = hashed[integration] ?? []
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
