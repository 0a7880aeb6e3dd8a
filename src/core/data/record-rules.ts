import type { Issue } from '../option-error.ts'
import { type DeploymentRecord, storedDeploymentSchema } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { OAuthProviderRecord } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { findNull } from '../records/schema-walk.ts'
import { compareTimestamps } from '../records/timestamp.ts'

/** What a world asks of its records beyond their shape. */
export interface RecordRules {
  /** The status values that exist. */
  statuses: readonly string[]
  /** Whether a deployment's fields may be without a value. */
  allowNull: boolean
  /** Whether repository ids are shown as numbers, and so have to be made of digits. */
  numericRepositoryIds: boolean
}

/** What is wrong with a provider of the right shape, issue by mistake. */
export function findProviderIssues(record: Frozen<OAuthProviderRecord>): Issue[] {
  return findTimeIssues(record)
}

/** What is wrong with a repository of the right shape, issue by mistake. */
export function findRepositoryIssues(
  record: Frozen<RepositoryRecord>,
  rules: RecordRules,
  isIntegration: (id: string) => boolean,
): Issue[] {
  const issues: Issue[] = []
  if (!isIntegration(record.integration_id)) {
    const must = 'It must be the id of an integration of this world'
    issues.push(buildIssue('integration_id', `"${record.integration_id}". ${must}`))
  }
  if (rules.numericRepositoryIds && !/^(0|[1-9]\d{0,14})$/.test(record.id)) {
    const must = 'It must be digits, at most 15, while repositoryIdType is integer'
    issues.push(buildIssue('id', `"${record.id}". ${must}`))
  }
  return issues
}

/** What is wrong with a deployment of the right shape, issue by mistake. */
export function findDeploymentIssues(record: Frozen<DeploymentRecord>, rules: RecordRules): Issue[] {
  const issues = findTimeIssues(record)
  if (!rules.statuses.includes(record.status)) {
    issues.push(buildIssue('status', `"${record.status}". Allowed: ${rules.statuses.join(', ')}`))
  }
  const nullPath = rules.allowNull ? undefined : findNull(storedDeploymentSchema, record)
  if (nullPath !== undefined) {
    issues.push(buildIssue(nullPath, 'null. Every field must have a value while nullableFields is none'))
  }
  return issues
}

function findTimeIssues(record: { readonly created_at: string; readonly updated_at: string }): Issue[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  const must = `It must not be before "created_at", ${record.created_at}`
  return [buildIssue('updated_at', `"${record.updated_at}". ${must}`)]
}

function buildIssue(path: string, rest: string): Issue {
  return { path, message: `"${path}" is ${rest}` }
}
