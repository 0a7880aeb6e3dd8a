// The resource: repositories.

import { buildIssue } from '../../../engine/define/resource/record-rules.ts'
import { defineResource, type Seeding, type SeedSource } from '../../../engine/define/resource/resource.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { findFirst } from '../../../engine/store/listing/find-first.ts'
import { numberRecords } from '../../../engine/store/listing/record-groups.ts'
import { buildIntegration } from '../integrations/build-integration.ts'
import type { IntegrationRecord } from '../integrations/integration.ts'
import { type IntegrationPlan, integrations } from '../integrations/integrations.ts'
import { buildCreatedRepository, buildRepository, completeRepository } from './build-repository.ts'
import { isNumericId, type RepositoryRecord, repositorySchema } from './repository.ts'
import { buildRepositoryWire, toRepositoryFields } from './wire.ts'

/** The repositories of integrations (contract section 2.2). A scenario plans them with their integration. */
export const repositories = defineResource({
  name: 'repositories',
  singular: 'repository',
  description: 'The repositories that the integrations can read.',
  typeName: 'RepositoryRecord',
  schema: repositorySchema,
  belongsTo: { integration_id: integrations },
  // Measured, because they have few fields and no list.
  recordBytes: 800,
  plan: {
    field: 'integrations',
    count: (plans: readonly IntegrationPlan[]) =>
      plans.reduce((sum, { repositories: groups }) => sum + numberRecords<unknown>(groups).count, 0),
  },
  list: { fields: {}, orderings: { created: 'added', name: { by: 'name', as: 'text' }, shuffled: 'shuffled' } },
  findIssues({ id }, { numericRepositoryIds }) {
    if (!numericRepositoryIds || isNumericId(id)) return []
    const must = 'It must consist of at most 15 digits while repositoryIdType is integer'
    return [buildIssue('id', `${quote(id)}. ${must}`)]
  },
  wire: { typeName: 'Repository', schemaOf: buildRepositoryWire },
  toWire: toRepositoryFields,
  seed: seedRepositories,
  create({ context, index, fields, parents: { integration_id } }) {
    // An unknown integration is rejected when the record is written.
    const { id, name } = { id: fields.integration_id, name: 'unknown', ...integration_id }
    return completeRepository(buildCreatedRepository(context, { id: String(id), name: String(name) }, index), fields)
  },
})

function seedRepositories(plans: readonly IntegrationPlan[], { context }: Seeding): SeedSource {
  const numbered = plans.map(({ repositories: groups }) => numberRecords<Partial<RepositoryRecord>>(groups))
  const ends: number[] = []
  for (const { count } of numbered) ends.push(count + (ends.at(-1) ?? 0))
  // Finds the integration of a repository, and the number of the repository within it.
  const locate = (index: number) => {
    const place = findFirst(ends.length, (each) => (ends[each] as number) > index)
    return { place, within: index - (ends[place - 1] ?? 0) }
  }
  const integrationsBuilt: IntegrationRecord[] = []
  const integrationAt = (place: number): IntegrationRecord => {
    integrationsBuilt[place] ??= buildIntegration(context, place, plans[place] as IntegrationPlan)
    return integrationsBuilt[place]
  }
  return {
    count: ends.at(-1) ?? 0,
    firsts: [],
    pathAt(index) {
      const { place, within } = locate(index)
      return [place, 'repositories', ...(numbered[place]?.pathAt(within) ?? [])]
    },
    build(index) {
      const { place, within } = locate(index)
      const built = buildRepository(context, integrationAt(place), place, within)
      return completeRepository(built, numbered[place]?.partAt(within) ?? {})
    },
  }
}
