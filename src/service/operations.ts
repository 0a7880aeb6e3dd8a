import { patchDeployment } from './control-plane/deployments/change-deployment.ts'
import {
  deleteDeployment,
  deleteDeployments,
  getDeployment,
  getFreeDeploymentCount,
} from './control-plane/deployments/deployments.ts'
import { patchDeploymentResourceTiers, patchDeploymentTier } from './control-plane/deployments/resize-deployment.ts'
import { createPushToken, createUploadUrl, uploadSource } from './control-plane/deployments/source-code.ts'
import { getDocs, getOpenApi } from './control-plane/documentation.ts'
import {
  listForgeGithubInstallationRepositories,
  listForgeGithubInstallations,
  listForgeGithubIntegrations,
  listGithubInstallationRepositories,
  listGithubInstallations,
  listGithubIntegrations,
} from './control-plane/integrations.ts'
import { createListener, deleteListener, getListener, listListeners, patchListener } from './control-plane/listeners.ts'
import {
  listDeploymentLogEntries,
  listDeploymentLogs,
  listProjectDeployLogs,
  listProjectRevisionBuildLogs,
  listProjectRevisionDeployLogs,
  listRevisionLogs,
} from './control-plane/logs/logs.ts'
import { authenticate, finalizeOAuthCallback, waitForAuthCompletion } from './control-plane/oauth/authentications.ts'
import { getOAuthCallback, setupOAuthCallback } from './control-plane/oauth/callbacks.ts'
import {
  createConnection,
  listConnections,
  removeConnection,
  upsertAgentProviderToken,
} from './control-plane/oauth/connections.ts'
import {
  checkOAuthTokenExists,
  checkOAuthTokensExistBatch,
  checkWorkspaceSlackTokensExist,
  deleteOAuthToken,
  deleteOAuthTokens,
  importOAuthToken,
  listOAuthTokens,
  listTokenEvents,
  revokeWorkspaceSlackTokens,
  updateTokenMetadata,
} from './control-plane/oauth/tokens.ts'
import {
  createForgeGithubInstallationLink,
  createGithubInstallationLink,
  createPickerSessionSelection,
  getPickerSession,
} from './control-plane/picker-sessions.ts'
import {
  createMcpOAuthProvider,
  createOAuthProvider,
  deleteOAuthProvider,
  getOAuthProvider,
  getPlatformOAuthProvider,
  listPlatformOAuthProviders,
  updateOAuthProvider,
} from './control-plane/providers.ts'
import {
  createRevision,
  getRevision,
  interruptRevision,
  listRevisions,
  redeployRevision,
} from './control-plane/revisions.ts'
import { createDeployment } from './listing/create-deployment.ts'
import { listDeployments } from './listing/list-deployments.ts'
import { listOAuthProviders } from './listing/list-oauth-providers.ts'
import { listAlternateRepositories, listRepositories } from './listing/list-repositories.ts'

/**
 * The operations of the contract, those that assumptions add in the order of the real service, and those in
 * which it describes itself. This is the order in which they are tried.
 */
export const operations = [
  listOAuthProviders,
  listRepositories,
  listAlternateRepositories,
  listDeployments,
  createDeployment,
  listGithubIntegrations,
  listForgeGithubIntegrations,
  listGithubInstallations,
  listGithubInstallationRepositories,
  createGithubInstallationLink,
  listForgeGithubInstallations,
  listForgeGithubInstallationRepositories,
  createForgeGithubInstallationLink,
  getPickerSession,
  createPickerSessionSelection,
  deleteDeployments,
  getFreeDeploymentCount,
  getDeployment,
  patchDeployment,
  deleteDeployment,
  patchDeploymentTier,
  patchDeploymentResourceTiers,
  createUploadUrl,
  uploadSource,
  createPushToken,
  listRevisions,
  createRevision,
  getRevision,
  redeployRevision,
  interruptRevision,
  listDeploymentLogs,
  listRevisionLogs,
  listDeploymentLogEntries,
  listProjectDeployLogs,
  listProjectRevisionDeployLogs,
  listProjectRevisionBuildLogs,
  listListeners,
  createListener,
  getListener,
  patchListener,
  deleteListener,
  createOAuthProvider,
  listPlatformOAuthProviders,
  getPlatformOAuthProvider,
  setupOAuthCallback,
  getOAuthCallback,
  finalizeOAuthCallback,
  authenticate,
  waitForAuthCompletion,
  createMcpOAuthProvider,
  getOAuthProvider,
  updateOAuthProvider,
  deleteOAuthProvider,
  listOAuthTokens,
  deleteOAuthTokens,
  updateTokenMetadata,
  deleteOAuthToken,
  checkOAuthTokenExists,
  checkOAuthTokensExistBatch,
  importOAuthToken,
  checkWorkspaceSlackTokensExist,
  revokeWorkspaceSlackTokens,
  listTokenEvents,
  listConnections,
  createConnection,
  removeConnection,
  upsertAgentProviderToken,
  getOpenApi,
  getDocs,
] as const

export type OperationName = (typeof operations)[number]['name']

/** The names of the operations with the method GET. */
export type GetOperationName = Extract<(typeof operations)[number], { readonly method: 'GET' }>['name']
