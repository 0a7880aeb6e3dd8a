// The list of operations.

import { authenticate } from './authentication/authenticate.ts'
import { checkOAuthTokenExists } from './authentication/check-oauth-token-exists.ts'
import { checkOAuthTokensExistBatch } from './authentication/check-oauth-tokens-exist-batch.ts'
import { checkWorkspaceSlackTokensExist } from './authentication/check-workspace-slack-tokens-exist.ts'
import { createConnection } from './authentication/create-connection.ts'
import { deleteOAuthToken } from './authentication/delete-oauth-token.ts'
import { deleteOAuthTokens } from './authentication/delete-oauth-tokens.ts'
import { finalizeOAuthCallback } from './authentication/finalize-oauth-callback.ts'
import { getOAuthCallback } from './authentication/get-oauth-callback.ts'
import { importOAuthToken } from './authentication/import-oauth-token.ts'
import { listConnections } from './authentication/list-connections.ts'
import { listOAuthTokens } from './authentication/list-oauth-tokens.ts'
import { listTokenEvents } from './authentication/list-token-events.ts'
import { removeConnection } from './authentication/remove-connection.ts'
import { revokeWorkspaceSlackTokens } from './authentication/revoke-workspace-slack-tokens.ts'
import { setupOAuthCallback } from './authentication/setup-oauth-callback.ts'
import { updateTokenMetadata } from './authentication/update-token-metadata.ts'
import { upsertAgentProviderToken } from './authentication/upsert-agent-provider-token.ts'
import { waitForAuthCompletion } from './authentication/wait-for-auth-completion.ts'
import { createDeployment } from './create-deployment.ts'
import { createPushToken } from './deployments/create-push-token.ts'
import { createUploadUrl } from './deployments/create-upload-url.ts'
import { deleteDeployment } from './deployments/delete-deployment.ts'
import { deleteDeployments } from './deployments/delete-deployments.ts'
import { getDeployment } from './deployments/get-deployment.ts'
import { getFreeDeploymentCount } from './deployments/get-free-deployment-count.ts'
import { patchDeployment } from './deployments/patch-deployment.ts'
import { patchDeploymentResourceTiers } from './deployments/patch-deployment-resource-tiers.ts'
import { patchDeploymentTier } from './deployments/patch-deployment-tier.ts'
import { uploadSource } from './deployments/upload-source.ts'
import { getDocs, getOpenApi } from './documentation.ts'
import {
  createForgeGithubInstallationLink,
  createGithubInstallationLink,
} from './integrations/create-installation-links.ts'
import { createPickerSessionSelection } from './integrations/create-picker-session-selection.ts'
import { getPickerSession } from './integrations/get-picker-session.ts'
import {
  listForgeGithubInstallationRepositories,
  listGithubInstallationRepositories,
} from './integrations/list-installation-repositories.ts'
import { listForgeGithubInstallations, listGithubInstallations } from './integrations/list-installations.ts'
import { listForgeGithubIntegrations, listGithubIntegrations } from './integrations/list-integrations.ts'
import { listDeployments } from './list-deployments.ts'
import { listOAuthProviders } from './list-oauth-providers.ts'
import { listAlternateRepositories, listRepositories } from './list-repositories.ts'
import { createListener } from './listeners/create-listener.ts'
import { deleteListener } from './listeners/delete-listener.ts'
import { getListener } from './listeners/get-listener.ts'
import { listListeners } from './listeners/list-listeners.ts'
import { patchListener } from './listeners/patch-listener.ts'
import { listDeploymentLogEntries } from './logs/list-deployment-log-entries.ts'
import { listDeploymentLogs, listRevisionLogs } from './logs/list-deployment-logs.ts'
import {
  listProjectDeployLogs,
  listProjectRevisionBuildLogs,
  listProjectRevisionDeployLogs,
} from './logs/list-project-logs.ts'
import { createMcpOAuthProvider } from './providers/create-mcp-oauth-provider.ts'
import { createOAuthProvider } from './providers/create-oauth-provider.ts'
import { deleteOAuthProvider } from './providers/delete-oauth-provider.ts'
import { getOAuthProvider } from './providers/get-oauth-provider.ts'
import { getPlatformOAuthProvider } from './providers/get-platform-oauth-provider.ts'
import { listPlatformOAuthProviders } from './providers/list-platform-oauth-providers.ts'
import { updateOAuthProvider } from './providers/update-oauth-provider.ts'
import { createRevision } from './revisions/create-revision.ts'
import { getRevision } from './revisions/get-revision.ts'
import { interruptRevision } from './revisions/interrupt-revision.ts'
import { listRevisions } from './revisions/list-revisions.ts'
import { redeployRevision } from './revisions/redeploy-revision.ts'

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
