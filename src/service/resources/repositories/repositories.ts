import { defaultBranches, repositoryRoles, repositorySubjects } from '../../../../fixtures/repositories.ts'
import { buildIssue, type SeedSource } from '../../../engine/define/resource/resource.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { findFirst } from '../../../engine/store/find-first.ts'
import { numberRecords, planWith } from '../../../engine/world/start/planned-groups.ts'
import { defineResource, type FactoryContext, type Seeding } from '../building.ts'
import { buildIntegration, type IntegrationPlan, type IntegrationRecord, integrations } from '../integrations.ts'
import { isNumericId, type RepositoryRecord, repositorySchema, splitRepositoryUrl } from './repository.ts'
import { buildRepositoryWire, toRepositoryFields } from './wire.ts'

/** The repositories of integrations (contract section 2.2). A scenario plans them with their integration. */
export const repositories = defineResource({
  name: 'repositories',
  singular: 'repository',
  description: 'The repositories that the integrations can read.',
  typeName: 'RepositoryRecord',
  schema: repositorySchema,
  belongsTo: { integration_id: integrations },
  lookups: [['integration_id', 'url'], ['url']],
  // Measured, because they have few fields and no list.
  recordBytes: 800,
  plan: planWith(integrations, (plans) =>
    plans.reduce((sum, { repositories: groups }) => sum + numberRecords<unknown>(groups).count, 0),
  ),
  list: { fields: {}, orderings: { created: 'added', name: { by: 'name', as: 'text' }, shuffled: 'shuffled' } },
  findIssues({ id }, { numericRepositoryIds }) {
    if (!numericRepositoryIds || isNumericId(id)) return []
    const must = 'It must consist of at most 15 digits while repositoryIdType is integer'
    return [buildIssue('id', `${quote(id)}. ${must}`)]
  },
  wire: { typeName: 'Repository', basis: { of: 'documented: OpenAPI' }, schemaOf: buildRepositoryWire },
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

type Owner = Pick<IntegrationRecord, 'id' | 'name'>

const NAME_COUNT = repositorySubjects.length * repositoryRoles.length
// Coprime to the number of names, so that steps of this size reach every name once.
const NAME_STRIDE = 197

// Ids have ten digits, like those of a code host. The stride is coprime to their number, so that no two
// steps reach the same id. Each integration takes every 4096th step.
const FIRST_ID = 1_000_000_000
const ID_COUNT = 8_999_999_929
const ID_STRIDE = 736_879
const INTEGRATIONS = 4096

/** Builds a repository of an integration by their numbers. Its owner is the account with the integration. */
function buildRepository(
  context: FactoryContext,
  integration: Owner,
  integrationIndex: number,
  index: number,
): RepositoryRecord {
  const kind = `integration-${integrationIndex}/repository`
  const firstId = context.open('repository', 0, 'ids').integer(0, ID_COUNT - 1)
  const step = index * INTEGRATIONS + integrationIndex
  const name = buildName(context.open(kind, 0, 'names').integer(0, NAME_COUNT - 1), index)
  const round = Math.floor(index / NAME_COUNT)
  return assemble(integration, {
    id: String(FIRST_ID + ((firstId + step * ID_STRIDE) % ID_COUNT)),
    name: round === 0 ? name : `${name}-${round + 1}`,
    default_branch: context.open(kind, index, 'default_branch').pick(defaultBranches),
  })
}

/** Builds the `index`-th repository that is created after the start of a world. */
function buildCreatedRepository(context: FactoryContext, integration: Owner, index: number): RepositoryRecord {
  const open = (field: string) => context.open('created-repository', index, field)
  return assemble(integration, {
    id: String(open('id').integer(FIRST_ID, FIRST_ID + ID_COUNT)),
    // No name that `buildRepository` generates starts with `new-`.
    name: `new-${buildName(context.open('created-repository', 0, 'names').integer(0, NAME_COUNT - 1), index)}-${index + 1}`,
    default_branch: open('default_branch').pick(defaultBranches),
  })
}

function buildRepositoryUrl(owner: string, name: string): string {
  return `https://github.com/${owner}/${name}`
}

/** Sets the given fields of a repository. Its owner, name and URL follow from each other, so that they agree. */
function completeRepository(built: RepositoryRecord, fields: Partial<RepositoryRecord>): RepositoryRecord {
  const said = splitRepositoryUrl(String(fields.url ?? ''))
  const owner = fields.owner ?? (said.owner || built.owner)
  const name = fields.name ?? (said.name || built.name)
  return { ...built, owner, name, url: buildRepositoryUrl(owner, name), ...fields }
}

function assemble(integration: Owner, own: { id: string; name: string; default_branch: string }): RepositoryRecord {
  const url = buildRepositoryUrl(integration.name, own.name)
  return { ...own, integration_id: integration.id, owner: integration.name, url }
}

function buildName(start: number, index: number): string {
  const position = (start + index * NAME_STRIDE) % NAME_COUNT
  const subject = repositorySubjects[position % repositorySubjects.length]
  const role = repositoryRoles[Math.floor(position / repositorySubjects.length)]
  return `${subject}-${role}`
}
