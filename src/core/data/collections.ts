import type { Deployment } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { Integration } from '../records/integration.ts'
import type { OAuthProvider, OAuthProviderInput } from '../records/oauth-provider.ts'
import type { Repository } from '../records/repository.ts'
import type { Clock } from './clock.ts'
import type { Counters } from './counters.ts'
import type { Database, Table } from './database.ts'
import type { FactoryContext } from './factories/context.ts'
import { buildDeployment, type PartialDeployment } from './factories/deployments.ts'
import { buildProvider } from './factories/providers.ts'
import { buildIntegration, buildRepository, buildRepositoryUrl, CREATED_SHELF } from './factories/repositories.ts'
import type { Scenario } from './scenario.ts'

/** The records of one kind, as a developer reads and changes them. */
export interface Collection<Item, Partial> {
  /**
   * Adds a record; what is not given is made up by the factory, so that the whole is believable.
   *
   * @returns the record, frozen
   * @throws naming the field that breaks the schema, or the id that exists; nothing is written then
   */
  create(given?: Partial): Frozen<Item>
  /** The record with an id, frozen. */
  get(id: string): Frozen<Item> | undefined
  /** All records, frozen, in the order in which they were added. */
  all(): readonly Frozen<Item>[]
  /** How many records there are. */
  count(): number
  /**
   * Changes fields of a record; the others stay, within `source_config` and
   * `source_revision_config` too.
   *
   * @throws like `create`, and for an unknown id
   */
  update(id: string, changes: Partial): Frozen<Item>
  /** Removes a record and tells whether there was one. */
  delete(id: string): boolean
}

/** The data of a world by kind: `simulator.db`. */
export interface Collections {
  providers: Collection<OAuthProvider, Partial<OAuthProviderInput>>
  /** Removing an integration removes its repositories. */
  integrations: Collection<Integration, Partial<Integration>>
  repositories: Collection<Repository, Partial<Repository>>
  deployments: Collection<Deployment, PartialDeployment>
}

/** What the collections of a world work with. */
export interface CollectionsSource {
  database: Database
  context: FactoryContext
  scenario: Scenario
  clock: Clock
  counters: Counters
}

/** Creates the collections of a world. */
export function createCollections(source: CollectionsSource): Collections {
  const { context, scenario, clock, counters } = source
  const { providers, integrations, repositories, deployments } = source.database

  const createIntegration: Collections['integrations']['create'] = (given = {}) => {
    const index = scenario.integrations.length + counters.next('integration')
    const built = buildIntegration(context, index, { kind: 'standard', ...given })
    return integrations.insert({ ...built, ...given })
  }

  return {
    providers: {
      ...readAndRemove(providers),
      create(given = {}) {
        const stamp = clock.stamp()
        const created_at = given.created_at ?? given.updated_at ?? stamp
        const built = buildProvider(context, scenario.providers + counters.next('provider'))
        return providers.insert({ ...built, created_at, updated_at: created_at, ...given })
      },
      update: (id, changes) => providers.replace(id, { ...providers.get(id), updated_at: clock.stamp(), ...changes }),
    },
    integrations: {
      ...readAndRemove(integrations),
      create: createIntegration,
      update: (id, changes) => integrations.replace(id, { ...integrations.get(id), ...changes }),
      delete(id) {
        for (const repository of repositories.all()) {
          if (repository.integration_id === id) repositories.remove(repository.id)
        }
        return integrations.remove(id)
      },
    },
    repositories: {
      ...readAndRemove(repositories),
      create(given = {}) {
        const integration = findIntegration(integrations, given.integration_id) ?? createIntegration()
        return repositories.insert(completeRepository(source, integration, given))
      },
      update: (id, changes) => repositories.replace(id, { ...repositories.get(id), ...changes }),
    },
    deployments: {
      ...readAndRemove(deployments),
      create: (given = {}) => deployments.insert(completeDeployment(source, given)),
      update(id, changes) {
        const before = deployments.get(id)
        return deployments.replace(id, {
          ...before,
          updated_at: clock.stamp(),
          ...changes,
          source_config: { ...before?.source_config, ...changes.source_config },
          source_revision_config: { ...before?.source_revision_config, ...changes.source_revision_config },
        })
      },
    },
  }
}

function readAndRemove<Item>(table: Table<Item>) {
  return { get: table.get, all: table.all, count: table.count, delete: table.remove }
}

function findIntegration(
  integrations: Table<Integration>,
  id: string | undefined,
): Pick<Integration, 'id' | 'name'> | undefined {
  if (id === undefined) return integrations.all()[0]
  // An unknown one is refused when the repository is written.
  return integrations.get(id) ?? { id, name: 'unknown' }
}

/** Completes a repository so that its URL, its owner and its name say the same. */
function completeRepository(
  { context, counters }: CollectionsSource,
  integration: Pick<Integration, 'id' | 'name'>,
  given: Partial<Repository>,
): Repository {
  const built = buildRepository(context, integration, {
    shelf: CREATED_SHELF,
    index: counters.next('repository'),
  })
  const [ownerOfUrl, nameOfUrl] =
    given.url
      ?.replace(/(\.git)?\/?$/, '')
      .split('/')
      .slice(-2) ?? []
  const owner = given.owner ?? ownerOfUrl ?? built.owner
  const name = given.name ?? nameOfUrl ?? built.name
  return { ...built, owner, name, url: buildRepositoryUrl(owner, name), ...given }
}

function completeDeployment(
  { database, context, clock, counters }: CollectionsSource,
  given: PartialDeployment,
): unknown {
  const kind = 'created-deployment'
  const index = counters.next(kind)
  const wanted = given.source_config ?? {}
  const candidates = database.repositories
    .all()
    .filter((each) => wanted.repo_url == null || each.url === wanted.repo_url)
    .filter((each) => wanted.integration_id == null || each.integration_id === wanted.integration_id)
  const draw = context.open(kind, index, 'repository')
  const repository = candidates.length === 0 ? undefined : draw.pick(candidates)
  return buildDeployment(context, { kind, index, repository, createdAt: clock.stamp(), given })
}
