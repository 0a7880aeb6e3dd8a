import { type DeploymentRecord, type DeploymentSummary, storedDeploymentSchema } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import { type IntegrationRecord, integrationSchema } from '../records/integration.ts'
import { type OAuthProviderRecord, oauthProviderSchema } from '../records/oauth-provider.ts'
import { type RepositoryRecord, repositorySchema } from '../records/repository.ts'
import type { RecordCache } from './record-cache.ts'
import { findDeploymentIssues, findProviderIssues, findRepositoryIssues, type RecordRules } from './record-rules.ts'
import { createSeededTable, type SeededTable } from './seeded-table.ts'
import { type Change, createTable, type Table } from './table.ts'

/** The tables of a world. */
export interface Database {
  providers: Table<OAuthProviderRecord>
  integrations: Table<IntegrationRecord>
  repositories: Table<RepositoryRecord>
  deployments: Table<DeploymentRecord, DeploymentSummary>
}

/** The kinds of records. */
export type Kind = keyof Database

/** The initial tables of worlds. */
export interface SeededDatabase {
  providers: SeededTable<OAuthProviderRecord>
  integrations: SeededTable<IntegrationRecord>
  repositories: SeededTable<RepositoryRecord>
  deployments: SeededTable<DeploymentRecord, DeploymentSummary>
}

/**
 * Creates empty tables for seeded records.
 *
 * @param completeDeployment builds the seeded deployment with a number, when it is first read
 * @param completed caches the deployments that were built
 */
export function createSeededDatabase(
  completeDeployment: (position: number) => unknown,
  completed: RecordCache<Frozen<DeploymentRecord>>,
): SeededDatabase {
  return {
    integrations: createSeededTable<IntegrationRecord>({ name: 'integration', schema: integrationSchema }),
    providers: createSeededTable<OAuthProviderRecord>({ name: 'provider', schema: oauthProviderSchema }),
    repositories: createSeededTable<RepositoryRecord>({ name: 'repository', schema: repositorySchema }),
    deployments: createSeededTable<DeploymentRecord, DeploymentSummary>(
      { name: 'deployment', schema: storedDeploymentSchema, complete: completeDeployment },
      completed,
    ),
  }
}

/** A change of a record of one kind. */
export type DatabaseChange =
  | { kind: Exclude<Kind, 'deployments'>; change: Change<{ readonly id: string }> }
  | { kind: 'deployments'; change: Change<DeploymentSummary> }

export interface DatabaseOptions {
  rules: RecordRules
  /** Reserves the bytes of a change before it happens. @throws NoRoomError if they don't fit */
  admit(bytes: number): void
  /** Called after every change. */
  onChange(change: DatabaseChange): void
}

/** Creates the tables of a world on top of seeded tables. */
export function createDatabase(seeded: SeededDatabase, { rules, admit, onChange }: DatabaseOptions): Database {
  const integrations = createTable(seeded.integrations, {
    findIssues: () => [],
    admit,
    onChange: (change) => onChange({ kind: 'integrations', change }),
  })
  return {
    integrations,
    providers: createTable(seeded.providers, {
      findIssues: findProviderIssues,
      admit,
      onChange: (change) => onChange({ kind: 'providers', change }),
    }),
    repositories: createTable(seeded.repositories, {
      findIssues: (record) => findRepositoryIssues(record, rules, (id) => integrations.get(id) !== undefined),
      admit,
      onChange: (change) => onChange({ kind: 'repositories', change }),
    }),
    deployments: createTable(seeded.deployments, {
      findIssues: (record) => findDeploymentIssues(record, rules),
      admit,
      onChange: (change) => onChange({ kind: 'deployments', change }),
    }),
  }
}
