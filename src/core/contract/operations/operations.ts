// The list of operations.

import { createDeployment } from './create-deployment.ts'
import { listDeployments } from './list-deployments.ts'
import { listOAuthProviders } from './list-oauth-providers.ts'
import { listAlternateRepositories, listRepositories } from './list-repositories.ts'

/** The operations in the order of the contract, and the creation that it mentions. */
export const operations = [
  listOAuthProviders,
  listRepositories,
  listAlternateRepositories,
  listDeployments,
  createDeployment,
] as const

export type OperationName = (typeof operations)[number]['name']
