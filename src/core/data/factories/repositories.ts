import { defaultBranches, repositoryRoles, repositorySubjects } from '../../../../fixtures/repositories.ts'
import type { Integration, IntegrationKind } from '../../records/integration.ts'
import type { Repository } from '../../records/repository.ts'
import type { FactoryContext } from './context.ts'

const NAME_COUNT = repositorySubjects.length * repositoryRoles.length
// Prime and no divisor of the count of names, so that walking in this stride meets each name once.
const NAME_STRIDE = 197
const FIRST_ID = 1_000_000_000
const ID_COUNT = 8_999_999_929
const ID_STRIDE = 736_879
const SHELVES_AT_MOST = 4096

/** The shelf of the repositories that are created after a world began. */
export const CREATED_SHELF = SHELVES_AT_MOST - 1

/** Which repository to build: the `index`-th of a shelf. Each integration of a scenario has one. */
export interface RepositoryPlace {
  shelf: number
  index: number
}

/** Builds the integration with the given number. */
export function buildIntegration(
  context: FactoryContext,
  index: number,
  given: { kind: IntegrationKind; name?: string },
): Integration {
  const draw = context.open('integration', index, 'id')
  return { id: draw.uuid(), kind: given.kind, name: given.name ?? `workspace-${index + 1}` }
}

/**
 * Builds a repository of an integration. Its owner is the account that the integration is
 * installed in, and its URL says the same as its owner and its name.
 */
export function buildRepository(
  context: FactoryContext,
  integration: Pick<Integration, 'id' | 'name'>,
  { shelf, index }: RepositoryPlace,
): Repository {
  const kind = `shelf-${shelf}/repository`
  const name = buildName(context.open(kind, 0, 'names').integer(0, NAME_COUNT - 1), index)
  const firstId = context.open('repository', 0, 'ids').integer(0, ID_COUNT - 1)
  const id = FIRST_ID + ((firstId + (index * SHELVES_AT_MOST + shelf) * ID_STRIDE) % ID_COUNT)

  return {
    integration_id: integration.id,
    id: String(id),
    name,
    owner: integration.name,
    url: buildRepositoryUrl(integration.name, name),
    default_branch: context.open(kind, index, 'default_branch').pick(defaultBranches),
  }
}

/** The URL of a repository, as the real service writes it. */
export function buildRepositoryUrl(owner: string, name: string): string {
  return `https://github.com/${owner}/${name}`
}

function buildName(start: number, index: number): string {
  const position = (start + index * NAME_STRIDE) % NAME_COUNT
  const subject = repositorySubjects[position % repositorySubjects.length]
  const role = repositoryRoles[Math.floor(position / repositorySubjects.length)]
  const round = Math.floor(index / NAME_COUNT)
  return round === 0 ? `${subject}-${role}` : `${subject}-${role}-${round + 1}`
}
