import { OptionError } from '../option-error.ts'
import type { DeploymentRecord, PartialDeploymentRecord, SourceConfigInput } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { IntegrationRecord } from '../records/integration.ts'
import type { OAuthProviderRecord, OAuthProviderRecordInput } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { isRecord, omitUndefined } from '../records/schema-walk.ts'
import { latestTimestamp } from '../records/timestamp.ts'
import { isUuid } from '../records/uuid.ts'
import type { WorldClock } from './clock.ts'
import type { Counters } from './counters.ts'
import type { Database } from './database.ts'
import { showValue } from './describe-issues.ts'
import type { FactoryContext } from './factories/context.ts'
import { buildDeployment, mergeConfig } from './factories/deployments.ts'
import { buildCreatedProvider } from './factories/providers.ts'
import { buildCreatedIntegration, buildCreatedRepository, completeRepository } from './factories/repositories.ts'
import type { Range, Table } from './table.ts'

/** The records of one kind, with methods to read and change them. */
export interface Collection<Item, Given> {
  /**
   * Creates a record. The factory generates the absent fields, so that the record is realistic.
   *
   * @returns the record, frozen
   * @throws with the invalid fields, or the id that already exists; nothing is written then
   */
  create(given?: Given): Frozen<Item>
  /** Returns the record with an id, frozen. */
  get(id: string): Frozen<Item> | undefined
  /** Returns all records, or those of a range, frozen and in the order in which they were added. */
  all(range?: Range): readonly Frozen<Item>[]
  /** How many records there are. */
  count(): number
  /**
   * Updates fields of a record. The others stay unchanged.
   *
   * @throws like `create`, and for an unknown id
   */
  update(id: string, changes: Given): Frozen<Item>
  /** Deletes a record. Returns whether it existed. */
  delete(id: string): boolean
}

/** The data of a world by kind: `simulator.db`. */
export interface Collections {
  providers: Collection<OAuthProviderRecord, Partial<OAuthProviderRecordInput>>
  /** Deleting an integration also deletes its repositories. */
  integrations: Collection<IntegrationRecord, Partial<IntegrationRecord>>
  /** A repository without `integration_id` is added to the first integration, which is created if needed. */
  repositories: Collection<RepositoryRecord, Partial<RepositoryRecord>>
  /** Only the given fields are set or changed, also inside `source_config` and `source_revision_config`. */
  deployments: Collection<DeploymentRecord, PartialDeploymentRecord>
}

/** Creates collections that forward to others, which may be replaced at any time. */
export function followCollections(find: () => Collections): Collections {
  return {
    providers: follow(() => find().providers),
    integrations: follow(() => find().integrations),
    repositories: follow(() => find().repositories),
    deployments: follow(() => find().deployments),
  }
}

function follow<Item, Given>(find: () => Collection<Item, Given>): Collection<Item, Given> {
  return {
    create: (given) => find().create(given),
    get: (id) => find().get(id),
    all: (range) => find().all(range),
    count: () => find().count(),
    update: (id, changes) => find().update(id, changes),
    delete: (id) => find().delete(id),
  }
}

/** What the collections of a world need. */
export interface CollectionsSource {
  database: Database
  context: FactoryContext
  clock: WorldClock
  counters: Counters<keyof Collections>
}

/** Creates the collections of a world. */
export function createCollections(source: CollectionsSource): Collections {
  return {
    providers: createProviders(source),
    integrations: createIntegrations(source),
    repositories: createRepositories(source),
    deployments: createDeployments(source),
  }
}

function createProviders({ database, context, clock, counters }: CollectionsSource): Collections['providers'] {
  const { providers } = database
  return {
    ...readAndRemove(providers),
    create(given = {}) {
      const built = buildCreatedProvider(context, counters.count('providers'))
      const { created_at = given.updated_at ?? clock.now(), ...others } = pickGiven(given)
      const record = providers.insert({ ...built, updated_at: created_at, ...others, created_at })
      counters.add('providers')
      clock.tick()
      return record
    },
    update(id, changes) {
      const before = providers.get(id)
      const updated_at = latestTimestamp(clock.now(), changes.created_at ?? before?.created_at)
      const record = providers.replace(id, { ...before, updated_at, ...pickGiven(changes) })
      clock.tick()
      return record
    },
  }
}

function createIntegrations({ database, context, counters }: CollectionsSource): Collections['integrations'] {
  const { integrations, repositories } = database
  return {
    ...readAndRemove(integrations),
    create(given = {}) {
      const built = buildCreatedIntegration(context, counters.count('integrations'))
      const record = integrations.insert({ ...built, ...pickGiven(given) })
      counters.add('integrations')
      return record
    },
    update: (id, changes) => integrations.replace(id, { ...integrations.get(id), ...pickGiven(changes) }),
    delete(id) {
      for (const repository of repositories.all()) {
        if (repository.integration_id === id) repositories.remove(repository.id)
      }
      return integrations.remove(id)
    },
  }
}

function createRepositories({ database, context, counters }: CollectionsSource): Collections['repositories'] {
  const { repositories, integrations } = database
  return {
    ...readAndRemove(repositories),
    create(given = {}) {
      const fields = pickGiven(given)
      const isHomeless = fields.integration_id === undefined && integrations.count() === 0
      const home = isHomeless
        ? integrations.insert(buildCreatedIntegration(context, counters.count('integrations')))
        : findIntegration(integrations, fields.integration_id)
      try {
        const built = buildCreatedRepository(context, home, counters.count('repositories'))
        const record = repositories.insert(completeRepository(built, fields))
        counters.add('repositories')
        if (isHomeless) counters.add('integrations')
        return record
      } catch (error) {
        if (isHomeless) integrations.remove(home.id)
        throw error
      }
    },
    update: (id, changes) => repositories.replace(id, { ...repositories.get(id), ...pickGiven(changes) }),
  }
}

function createDeployments(source: CollectionsSource): Collections['deployments'] {
  const { database, clock, counters } = source
  const { deployments } = database
  return {
    ...readAndRemove(deployments),
    create(given = {}) {
      const record = deployments.insert(completeDeployment(source, pickGiven(given)))
      counters.add('deployments')
      clock.tick()
      return record
    },
    update(id, changes) {
      const before = deployments.get(id)
      const record = deployments.replace(id, {
        ...before,
        updated_at: latestTimestamp(clock.now(), changes.created_at ?? before?.created_at),
        ...pickGiven(changes),
        source_config: mergeConfig(before?.source_config, changes.source_config),
        source_revision_config: mergeConfig(before?.source_revision_config, changes.source_revision_config),
      })
      clock.tick()
      return record
    },
  }
}

function readAndRemove<Item, Summary>(table: Table<Item, Summary>) {
  return { get: table.get, all: table.all, count: table.count, delete: table.remove }
}

function pickGiven<Given extends object>(given: Given): Given {
  if (!isRecord(given))
    throw new OptionError(`Failed to write a record: ${showValue(given)} is not a record. Pass an object.`)
  return omitUndefined(given)
}

function findIntegration(
  integrations: Table<IntegrationRecord>,
  id: string | undefined,
): Pick<IntegrationRecord, 'id' | 'name'> {
  const found = id === undefined ? integrations.all()[0] : integrations.get(id)
  // An unknown integration is rejected when the repository is written.
  return found ?? { id: id ?? '', name: 'unknown' }
}

function completeDeployment({ database, context, clock, counters }: CollectionsSource, given: PartialDeploymentRecord) {
  const kind = 'created-deployment'
  const index = counters.count('deployments')
  const wanted: SourceConfigInput = isRecord(given.source_config) ? given.source_config : {}
  const candidates = database.repositories
    .all()
    .filter((each) => wanted.repo_url == null || each.url === wanted.repo_url)
    .filter(({ integration_id }) =>
      wanted.integration_id == null ? isUuid(integration_id) : integration_id === wanted.integration_id,
    )
  const draw = context.open(kind, index, 'repository')
  const repository = candidates.length === 0 ? undefined : draw.pick(candidates)
  return buildDeployment(context, { kind, index, repository, createdAt: clock.now(), given })
}
