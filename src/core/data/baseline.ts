import { deploymentFixtures } from '../../../fixtures/named-deployments.ts'
import type { ByteBudget } from '../byte-budget.ts'
import { type DeploymentRecord, type PartialDeploymentRecord, storedDeploymentSchema } from '../records/deployment.ts'
import type { IntegrationRecord } from '../records/integration.ts'
import type { OAuthProviderRecordInput } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { dropNulls, omitUndefined } from '../records/schema-walk.ts'
import { parseMicroseconds } from '../records/timestamp.ts'
import { isUuid } from '../records/uuid.ts'
import type { Steps } from '../steps.ts'
import { type BaselineIndexes, createBaselineIndexes } from './baseline-indexes.ts'
import { createSeededDatabase, type SeededDatabase } from './database.ts'
import { createFactoryContext, type FactoryContext, type FactorySettings } from './factories/context.ts'
import { buildDeployment, buildDeploymentSummary, type DeploymentPlan, mergeConfig } from './factories/deployments.ts'
import { buildProvider } from './factories/providers.ts'
import { buildIntegration, buildRepository, completeRepository } from './factories/repositories.ts'
import { createRepositoryPicker } from './factories/repository-picker.ts'
import { createIssueCollector, type IssueCollector } from './issue-collector.ts'
import { createRecordCache } from './record-cache.ts'
import { numberRecords } from './record-groups.ts'
import { findDeploymentIssues, findProviderIssues, findRepositoryIssues, type RecordRules } from './record-rules.ts'
import { parseRecord } from './seeded-table.ts'
import { createVersion, type OpenVersion } from './version.ts'
import type { DeploymentGroup, IntegrationPlan, RecordGroup, WorldPlan } from './world-plan.ts'

/** The initial data of worlds with the same plan. It never changes, so any number of worlds can share it. */
export interface Baseline {
  plan: WorldPlan
  rules: RecordRules
  context: FactoryContext
  database: SeededDatabase
  /** Ends when the baseline may no longer be used. */
  version: OpenVersion
  /** The initial deployments. */
  indexes: BaselineIndexes
}

export type WorldSettings = Pick<FactorySettings, 'statuses' | 'allowNull' | 'freeForm'> &
  Pick<RecordRules, 'numericRepositoryIds'>

/** An integration and its repositories. */
interface SeededIntegration {
  integration: IntegrationRecord
  records: readonly RepositoryRecord[]
  /** The path of a repository in the plan's groups, by its number. */
  pathAt(index: number): readonly number[]
}

const RECORDS_PER_REPORT = 1000

/** Called every thousand records with how many of all records are built. */
export type ReportProgress = (built: number, all: number) => void

export interface BaselineOptions {
  /** The memory for records that were completed when they were read. */
  budget: ByteBudget
  report?: ReportProgress | undefined
}

/**
 * Creates the baseline of a plan, one record per step.
 *
 * @throws OptionError with the first invalid record of each group
 */
export function* createBaseline(
  plan: WorldPlan,
  settings: WorldSettings,
  { budget, report }: BaselineOptions,
): Steps<Baseline> {
  const countRecord = countRecords(plan, report)
  const context = createFactoryContext({
    ...settings,
    seed: plan.seed,
    now: parseMicroseconds(plan.now),
    organizationId: plan.organization_id,
    tenantId: plan.tenant_id,
  })
  const seededIntegrations: SeededIntegration[] = []
  for (const [place, integration] of plan.integrations.entries()) {
    seededIntegrations.push(yield* buildSeededIntegration(context, integration, place, countRecord))
  }
  // An integration may have any id, but a deployment refers to a UUID (contract section 2.4).
  const pickRepository = createRepositoryPicker(
    context,
    seededIntegrations.filter(({ integration }) => isUuid(integration.id)),
  )
  const deployments = numberRecords<PartialDeploymentRecord, DeploymentGroup>(plan.deployments, (group) =>
    toPartialDeployment(group, settings),
  )
  const planOf = (index: number): DeploymentPlan => ({
    kind: 'deployment',
    index,
    repository: pickRepository(index),
    given: deployments.partAt(index) ?? {},
  })

  const version = createVersion()
  const database = createSeededDatabase(
    (position) => buildDeployment(context, planOf(position)),
    createRecordCache(budget, version),
  )
  const collector = createIssueCollector()
  yield* seedProviders(database, plan, context, collector)
  yield* seedIntegrations(database, seededIntegrations, settings, collector)
  const pathAt = (index: number) => ['deployments', ...deployments.pathAt(index)]
  const { kind } = database.deployments
  for (const index of deployments.firsts) {
    const built = buildDeployment(context, planOf(index))
    collector.attempt('deployment', index, pathAt, () =>
      parseRecord<DeploymentRecord>('create', kind, built, (one) => findDeploymentIssues(one, settings)),
    )
    yield
  }
  for (let index = 0; index < deployments.count; index += 1) {
    countRecord()
    collector.attempt('deployment', index, pathAt, () =>
      database.deployments.seed(index, buildDeploymentSummary(context, planOf(index))),
    )
    yield
  }
  collector.settle()
  return { plan, rules: settings, context, database, version, indexes: createBaselineIndexes(database, plan.seed) }
}

// Counts only repositories and deployments, because there are few other records.
function countRecords({ integrations, deployments }: WorldPlan, report?: ReportProgress): () => void {
  if (report === undefined) return () => undefined
  const groups = [...integrations.map(({ repositories }) => repositories), deployments]
  const all = groups.reduce<number>((sum, each) => sum + numberRecords<unknown, RecordGroup<unknown>>(each).count, 0)
  let built = 0
  return () => {
    built += 1
    if (built % RECORDS_PER_REPORT === 0) report(built, all)
  }
}

function* seedProviders(
  { providers }: SeededDatabase,
  plan: WorldPlan,
  context: FactoryContext,
  { attempt }: IssueCollector,
): Steps<void> {
  const groups = numberRecords<Partial<OAuthProviderRecordInput>>(plan.providers)
  for (let index = 0; index < groups.count; index += 1) {
    const built = buildProvider(context, index, groups.partAt(index))
    const pathAt = () => ['providers', ...groups.pathAt(index)]
    attempt('provider', index, pathAt, () => providers.insert(built, findProviderIssues))
    yield
  }
}

function* seedIntegrations(
  { integrations, repositories }: SeededDatabase,
  seededIntegrations: readonly SeededIntegration[],
  rules: RecordRules,
  { attempt }: IssueCollector,
): Steps<void> {
  for (const [place, { integration, records, pathAt }] of seededIntegrations.entries()) {
    const path = ['integrations', place]
    attempt(
      'integration',
      place,
      () => path,
      () => integrations.insert(integration, () => []),
    )
    for (const [index, repository] of records.entries()) {
      const findPath = () => [...path, 'repositories', ...pathAt(index)]
      attempt(`integration ${place + 1}, repository`, index, findPath, () =>
        repositories.insert(repository, (record) => findRepositoryIssues(record, rules, () => true)),
      )
      yield
    }
  }
}

function* buildSeededIntegration(
  context: FactoryContext,
  plan: IntegrationPlan,
  place: number,
  countRecord: () => void,
): Steps<SeededIntegration> {
  const integration = buildIntegration(context, place, plan)
  const groups = numberRecords<Partial<RepositoryRecord>>(plan.repositories)
  const records: RepositoryRecord[] = []
  for (let index = 0; index < groups.count; index += 1) {
    countRecord()
    const built = buildRepository(context, integration, place, index)
    records.push(completeRepository(built, groups.partAt(index) ?? {}))
    yield
  }
  return { integration, records, pathAt: groups.pathAt }
}

function toPartialDeployment(
  { fixture, record }: DeploymentGroup,
  rules: RecordRules,
): PartialDeploymentRecord | undefined {
  if (fixture === undefined) return record
  const written = readFixture(fixture, rules)
  return {
    ...written,
    ...omitUndefined(record ?? {}),
    source_config: mergeConfig(written?.source_config, record?.source_config),
    source_revision_config: mergeConfig(written?.source_revision_config, record?.source_revision_config),
  }
}

function readFixture(fixture: string, { allowNull }: RecordRules): PartialDeploymentRecord | undefined {
  const written = Object.entries(deploymentFixtures).find(([name]) => name === fixture)?.[1]
  // If every field must have a value, the factory generates those that are null in a fixture.
  return allowNull ? written : (dropNulls(storedDeploymentSchema, written) as typeof written)
}
