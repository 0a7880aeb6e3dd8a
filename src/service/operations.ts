// The list of operations.

import { patchDeployment } from './control-plane/deployments/changes/patch-deployment.ts'
import { patchDeploymentResourceTiers } from './control-plane/deployments/changes/patch-deployment-resource-tiers.ts'
import { patchDeploymentTier } from './control-plane/deployments/changes/patch-deployment-tier.ts'
import { createPushToken } from './control-plane/deployments/creation/create-push-token.ts'
import { createUploadUrl } from './control-plane/deployments/creation/create-upload-url.ts'
import { uploadSource } from './control-plane/deployments/creation/upload-source.ts'
import { deleteDeployment } from './control-plane/deployments/delete-deployment.ts'
import { deleteDeployments } from './control-plane/deployments/delete-deployments.ts'
import { getDeployment } from './control-plane/deployments/get-deployment.ts'
import { getFreeDeploymentCount } from './control-plane/deployments/get-free-deployment-count.ts'
import { getDocs, getOpenApi } from './control-plane/documentation.ts'
import {
  createForgeGithubInstallationLink,
  createGithubInstallationLink,
} from './control-plane/integrations/create-installation-links.ts'
import { createPickerSessionSelection } from './control-plane/integrations/create-picker-session-selection.ts'
import { getPickerSession } from './control-plane/integrations/get-picker-session.ts'
import {
  listForgeGithubInstallationRepositories,
  listGithubInstallationRepositories,
} from './control-plane/integrations/list-installation-repositories.ts'
import {
  listForgeGithubInstallations,
  listGithubInstallations,
} from './control-plane/integrations/list-installations.ts'
import { listForgeGithubIntegrations, listGithubIntegrations } from './control-plane/integrations/list-integrations.ts'
import { createListener } from './control-plane/listeners/create-listener.ts'
import { deleteListener } from './control-plane/listeners/delete-listener.ts'
import { getListener } from './control-plane/listeners/get-listener.ts'
import { listListeners } from './control-plane/listeners/list-listeners.ts'
import { patchListener } from './control-plane/listeners/patch-listener.ts'
import { listDeploymentLogEntries } from './control-plane/logs/list-deployment-log-entries.ts'
import { listDeploymentLogs, listRevisionLogs } from './control-plane/logs/list-deployment-logs.ts'
import {
  listProjectDeployLogs,
  listProjectRevisionBuildLogs,
  listProjectRevisionDeployLogs,
} from './control-plane/logs/list-project-logs.ts'
import { authenticate } from './control-plane/oauth/callbacks/authenticate.ts'
import { finalizeOAuthCallback } from './control-plane/oauth/callbacks/finalize-oauth-callback.ts'
import { getOAuthCallback } from './control-plane/oauth/callbacks/get-oauth-callback.ts'
import { setupOAuthCallback } from './control-plane/oauth/callbacks/setup-oauth-callback.ts'
import { waitForAuthCompletion } from './control-plane/oauth/callbacks/wait-for-auth-completion.ts'
import { createConnection } from './control-plane/oauth/connections/create-connection.ts'
import { listConnections } from './control-plane/oauth/connections/list-connections.ts'
import { removeConnection } from './control-plane/oauth/connections/remove-connection.ts'
import { upsertAgentProviderToken } from './control-plane/oauth/connections/upsert-agent-provider-token.ts'
import { checkOAuthTokenExists } from './control-plane/oauth/tokens/check-oauth-token-exists.ts'
import { checkOAuthTokensExistBatch } from './control-plane/oauth/tokens/check-oauth-tokens-exist-batch.ts'
import { checkWorkspaceSlackTokensExist } from './control-plane/oauth/tokens/check-workspace-slack-tokens-exist.ts'
import { deleteOAuthToken } from './control-plane/oauth/tokens/delete-oauth-token.ts'
import { deleteOAuthTokens } from './control-plane/oauth/tokens/delete-oauth-tokens.ts'
import { importOAuthToken } from './control-plane/oauth/tokens/import-oauth-token.ts'
import { listOAuthTokens } from './control-plane/oauth/tokens/list-oauth-tokens.ts'
import { listTokenEvents } from './control-plane/oauth/tokens/list-token-events.ts'
import { revokeWorkspaceSlackTokens } from './control-plane/oauth/tokens/revoke-workspace-slack-tokens.ts'
import { updateTokenMetadata } from './control-plane/oauth/tokens/update-token-metadata.ts'
import { createMcpOAuthProvider } from './control-plane/providers/create-mcp-oauth-provider.ts'
import { createOAuthProvider } from './control-plane/providers/create-oauth-provider.ts'
import { deleteOAuthProvider } from './control-plane/providers/delete-oauth-provider.ts'
import { getOAuthProvider } from './control-plane/providers/get-oauth-provider.ts'
import { getPlatformOAuthProvider } from './control-plane/providers/get-platform-oauth-provider.ts'
import { listPlatformOAuthProviders } from './control-plane/providers/list-platform-oauth-providers.ts'
import { updateOAuthProvider } from './control-plane/providers/update-oauth-provider.ts'
import { createRevision } from './control-plane/revisions/create-revision.ts'
import { getRevision } from './control-plane/revisions/get-revision.ts'
import { interruptRevision } from './control-plane/revisions/interrupt-revision.ts'
import { listRevisions } from './control-plane/revisions/list-revisions.ts'
import { redeployRevision } from './control-plane/revisions/redeploy-revision.ts'
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
