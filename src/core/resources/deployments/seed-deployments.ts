// The initial deployments of a world.

import { deploymentFixtures } from '../../../../fixtures/named-deployments.ts'
import type { Frozen } from '../../schemas/freeze.ts'
import { dropNulls, omitUndefined } from '../../schemas/schema-walk.ts'
import { isUuid } from '../../schemas/uuid.ts'
import { numberRecords, type RecordGroup, type RecordGroups } from '../../store/record-groups.ts'
import { integrations } from '../integrations/integrations.ts'
import { mergeFields } from '../merge-fields.ts'
import type { RecordRules } from '../record-rules.ts'
import { repositories } from '../repositories/repositories.ts'
import type { RepositoryRecord } from '../repositories/repository.ts'
import type { Seeding, SeedSource, Tables } from '../resource.ts'
import { buildDeployment, buildDeploymentSummary, type DeploymentPlan } from './build-deployment.ts'
import { type PartialDeploymentRecord, storedDeploymentSchema } from './deployment.ts'
import { createRepositoryPicker } from './repository-picker.ts'

/** A group of similar deployments. */
export interface DeploymentGroup extends RecordGroup<PartialDeploymentRecord> {
  /** The name of a fixture to start with. `record` overrides its fields. */
  readonly fixture?: string
}

/** Returns the initial deployments of a plan. */
export function seedDeployments(
  groups: number | readonly DeploymentGroup[],
  { context, rules, tables }: Seeding,
): SeedSource {
  const { count, firsts, pathAt, partAt } = numberDeployments(groups, rules)
  const pickRepository = createRepositoryPicker(context, listCandidates(tables))
  const planOf = (index: number): DeploymentPlan => ({
    kind: 'deployment',
    index,
    repository: pickRepository(index),
    given: partAt(index) ?? {},
  })
  return {
    count,
    firsts,
    pathAt,
    build: (index) => buildDeployment(context, planOf(index)),
    summarize: (index) => buildDeploymentSummary(context, planOf(index)),
  }
}

/** Numbers the deployments of groups, one group after another. */
export function numberDeployments(
  groups: number | readonly DeploymentGroup[],
  rules: RecordRules,
): RecordGroups<PartialDeploymentRecord> {
  return numberRecords<PartialDeploymentRecord, DeploymentGroup>(groups, (group) => toPart(group, rules))
}

// The repositories of each integration. An integration may have any id, but a deployment refers to a
// UUID (contract section 2.4).
function listCandidates(tables: Tables): { records: readonly Frozen<RepositoryRecord>[] }[] {
  const byIntegration = new Map<string, Frozen<RepositoryRecord>[]>()
  for (const repository of tables.of(repositories).all()) {
    const records = byIntegration.get(repository.integration_id)
    if (records === undefined) byIntegration.set(repository.integration_id, [repository])
    else records.push(repository)
  }
  return tables
    .of(integrations)
    .all()
    .filter(({ id }) => isUuid(id))
    .map(({ id }) => ({ records: byIntegration.get(id) ?? [] }))
}

function toPart({ fixture, record }: DeploymentGroup, rules: RecordRules): PartialDeploymentRecord | undefined {
  if (fixture === undefined) return record
  const written = readFixture(fixture, rules)
  return {
    ...written,
    ...omitUndefined(record ?? {}),
    source_config: mergeFields(written?.source_config, record?.source_config),
    source_revision_config: mergeFields(written?.source_revision_config, record?.source_revision_config),
  }
}

function readFixture(fixture: string, { allowNull }: RecordRules): PartialDeploymentRecord | undefined {
  const written = Object.entries(deploymentFixtures).find(([name]) => name === fixture)?.[1]
  // If every field must have a value, the factory generates those that are null in a fixture.
  return allowNull ? written : (dropNulls(storedDeploymentSchema, written) as typeof written)
}
