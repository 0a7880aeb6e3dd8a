import type { Mistake } from '../option-error.ts'
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

/** What is wrong with a provider of the right shape, mistake by mistake. */
export function findProviderMistakes(record: Frozen<OAuthProviderRecord>): Mistake[] {
  return findTimeMistakes(record)
}

/** What is wrong with a repository of the right shape, mistake by mistake. */
export function findRepositoryMistakes(
  record: Frozen<RepositoryRecord>,
  rules: RecordRules,
  isIntegration: (id: string) => boolean,
): Mistake[] {
  const mistakes: Mistake[] = []
  if (!isIntegration(record.integration_id)) {
    const must = 'It must be the id of an integration of this world'
    mistakes.push(buildMistake('integration_id', `"${record.integration_id}". ${must}`))
  }
  if (rules.numericRepositoryIds && !/^(0|[1-9]\d{0,14})$/.test(record.id)) {
    const must = 'It must be digits, at most 15, while repositoryIdType is integer'
    mistakes.push(buildMistake('id', `"${record.id}". ${must}`))
  }
  return mistakes
}

/** What is wrong with a deployment of the right shape, mistake by mistake. */
export function findDeploymentMistakes(record: Frozen<DeploymentRecord>, rules: RecordRules): Mistake[] {
  const mistakes = findTimeMistakes(record)
  if (!rules.statuses.includes(record.status)) {
    mistakes.push(buildMistake('status', `"${record.status}". Allowed: ${rules.statuses.join(', ')}`))
  }
  const nullPath = rules.allowNull ? undefined : findNull(storedDeploymentSchema, record)
  if (nullPath !== undefined) {
    mistakes.push(buildMistake(nullPath, 'null. Every field must have a value while nullableFields is none'))
  }
  return mistakes
}

function findTimeMistakes(record: { readonly created_at: string; readonly updated_at: string }): Mistake[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  const must = `It must not be before "created_at", ${record.created_at}`
  return [buildMistake('updated_at', `"${record.updated_at}". ${must}`)]
}

function buildMistake(path: string, rest: string): Mistake {
  return { path, message: `"${path}" is ${rest}` }
}
