import type { Issue } from '../option-error.ts'
import { quote } from '../quote.ts'
import { type DeploymentRecord, storedDeploymentSchema } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { OAuthProviderRecord } from '../records/oauth-provider.ts'
import type { RepositoryRecord } from '../records/repository.ts'
import { findNull } from '../records/schema-walk.ts'
import { compareTimestamps } from '../records/timestamp.ts'
import { suggestWord } from '../suggestion.ts'

/** The rules for the records of a world, in addition to their schemas. */
export interface RecordRules {
  /** The status values that exist. */
  statuses: readonly string[]
  /** Whether fields of a deployment may be null. */
  allowNull: boolean
  /** Whether responses contain repository ids as numbers, so that they must consist of digits. */
  numericRepositoryIds: boolean
}

/** Finds the issues of a provider that matches its schema. */
export function findProviderIssues(record: Frozen<OAuthProviderRecord>): Issue[] {
  return findTimeIssues(record)
}

/** Finds the issues of a repository that matches its schema. */
export function findRepositoryIssues(
  record: Frozen<RepositoryRecord>,
  rules: RecordRules,
  isIntegration: (id: string) => boolean,
): Issue[] {
  const issues: Issue[] = []
  if (!isIntegration(record.integration_id)) {
    const must = 'It must be the id of an integration of this world'
    issues.push(buildIssue('integration_id', `${quote(record.integration_id)}. ${must}`))
  }
  if (rules.numericRepositoryIds && !/^(0|[1-9]\d{0,14})$/.test(record.id)) {
    const must = 'It must consist of at most 15 digits while repositoryIdType is integer'
    issues.push(buildIssue('id', `${quote(record.id)}. ${must}`))
  }
  return issues
}

/** Finds the issues of a deployment that matches its schema. */
export function findDeploymentIssues(record: Frozen<DeploymentRecord>, rules: RecordRules): Issue[] {
  const issues = findTimeIssues(record)
  if (!rules.statuses.includes(record.status)) {
    const hint = suggestWord(record.status, rules.statuses)
    issues.push(buildIssue('status', `${quote(record.status)}.${hint} Allowed: ${rules.statuses.join(', ')}`))
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
