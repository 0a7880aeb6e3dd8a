import { type Deployment, storedDeploymentSchema } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { OAuthProvider } from '../records/oauth-provider.ts'
import type { Repository } from '../records/repository.ts'
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

/** What is wrong with a provider of the right shape, a phrase for each mistake. */
export function findProviderMistakes(record: Frozen<OAuthProvider>): string[] {
  return findTimeMistakes(record)
}

/** What is wrong with a repository of the right shape, a phrase for each mistake. */
export function findRepositoryMistakes(
  record: Frozen<Repository>,
  rules: RecordRules,
  isIntegration: (id: string) => boolean,
): string[] {
  const mistakes: string[] = []
  if (!isIntegration(record.integration_id)) {
    mistakes.push(`"integration_id" is "${record.integration_id}". It must be the id of an integration of this world`)
  }
  if (rules.numericRepositoryIds && !/^(0|[1-9]\d{0,14})$/.test(record.id)) {
    mistakes.push(`"id" is "${record.id}". It must be digits, at most 15, while repositoryIdType is integer`)
  }
  return mistakes
}

/** What is wrong with a deployment of the right shape, a phrase for each mistake. */
export function findDeploymentMistakes(record: Frozen<Deployment>, rules: RecordRules): string[] {
  const mistakes = findTimeMistakes(record)
  if (!rules.statuses.includes(record.status)) {
    mistakes.push(`"status" is "${record.status}". Allowed: ${rules.statuses.join(', ')}`)
  }
  const nullPath = rules.allowNull ? undefined : findNull(storedDeploymentSchema, record)
  if (nullPath !== undefined) {
    mistakes.push(`"${nullPath}" is null. Every field must have a value while nullableFields is none`)
  }
  return mistakes
}

function findTimeMistakes(record: { readonly created_at: string; readonly updated_at: string }): string[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  return [`"updated_at" is "${record.updated_at}". It must not be before "created_at", ${record.created_at}`]
}
