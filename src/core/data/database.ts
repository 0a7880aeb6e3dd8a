import { type Deployment, type DeploymentSummary, storedDeploymentSchema } from '../records/deployment.ts'
import { type Integration, integrationSchema } from '../records/integration.ts'
import { type OAuthProvider, oauthProviderSchema } from '../records/oauth-provider.ts'
import { type Repository, repositorySchema } from '../records/repository.ts'
import {
  findDeploymentMistakes,
  findProviderMistakes,
  findRepositoryMistakes,
  type RecordRules,
} from './record-rules.ts'
import { createTable, type Table } from './table.ts'

/** The tables of a world. */
export interface Database {
  providers: Table<OAuthProvider>
  integrations: Table<Integration>
  repositories: Table<Repository>
  deployments: Table<Deployment, DeploymentSummary>
}

/**
 * Creates an empty database.
 *
 * @param completeDeployment builds the seeded deployment of a number, when it is first read
 */
export function createDatabase(rules: RecordRules, completeDeployment: (position: number) => unknown): Database {
  const integrations = createTable<Integration>({
    kind: 'integration',
    schema: integrationSchema,
    findMistakes: () => [],
  })
  return {
    integrations,
    providers: createTable<OAuthProvider>({
      kind: 'provider',
      schema: oauthProviderSchema,
      findMistakes: findProviderMistakes,
    }),
    repositories: createTable<Repository>({
      kind: 'repository',
      schema: repositorySchema,
      findMistakes: (record) => findRepositoryMistakes(record, rules, (id) => integrations.get(id) !== undefined),
    }),
    deployments: createTable<Deployment, DeploymentSummary>({
      kind: 'deployment',
      schema: storedDeploymentSchema,
      findMistakes: (record) => findDeploymentMistakes(record, rules),
      complete: completeDeployment,
    }),
  }
}
