// The list of operations.

import { createDeployment } from './create-deployment.ts'
import { getDocs, getOpenApi } from './documentation.ts'
import { listDeployments } from './list-deployments.ts'
import { listOAuthProviders } from './list-oauth-providers.ts'
import { listAlternateRepositories, listRepositories } from './list-repositories.ts'

/** The operations in the order of the contract, the creation that it mentions, and those that assumptions add. */
export const operations = [
  listOAuthProviders,
  listRepositories,
  listAlternateRepositories,
  listDeployments,
  createDeployment,
  getOpenApi,
  getDocs,
] as const

export type OperationName = (typeof operations)[number]['name']
