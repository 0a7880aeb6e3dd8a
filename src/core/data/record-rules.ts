import type { Deployment } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { OAuthProvider } from '../records/oauth-provider.ts'
import type { Repository } from '../records/repository.ts'
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

/** What is wrong with a record of the right shape, a phrase each; nothing for a good one. */
export const findRuleBreaks = { provider, repository, deployment }

function provider(record: Frozen<OAuthProvider>): string[] {
  return findTimeBreaks(record)
}

function repository(record: Frozen<Repository>, rules: RecordRules, isIntegration: (id: string) => boolean): string[] {
  const breaks: string[] = []
  if (!isIntegration(record.integration_id)) {
    breaks.push(`"integration_id" is "${record.integration_id}". It must be the id of an integration of this world`)
  }
  if (rules.numericRepositoryIds && !/^(0|[1-9]\d{0,14})$/.test(record.id)) {
    breaks.push(`"id" is "${record.id}". It must be digits, at most 15, while repositoryIdType is integer`)
  }
  return breaks
}

function deployment(record: Frozen<Deployment>, rules: RecordRules): string[] {
  const breaks = findTimeBreaks(record)
  if (!rules.statuses.includes(record.status)) {
    breaks.push(`"status" is "${record.status}". Allowed: ${rules.statuses.join(', ')}`)
  }
  const nullPath = rules.allowNull ? undefined : findNull(record)
  if (nullPath !== undefined) {
    breaks.push(`"${nullPath}" is null. Every field must have a value while nullableFields is none`)
  }
  return breaks
}

function findTimeBreaks(record: { readonly created_at: string; readonly updated_at: string }): string[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  return [`"updated_at" is "${record.updated_at}". It must not be before "created_at", ${record.created_at}`]
}

function findNull(value: unknown, path = ''): string | undefined {
  if (value === null) return path
  if (typeof value !== 'object') return undefined
  for (const [key, child] of Object.entries(value)) {
    const found = findNull(child, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
