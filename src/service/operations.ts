import * as changeDeployment from './control-plane/deployments/change-deployment.ts'
import * as deployments from './control-plane/deployments/deployments.ts'
import * as resizeDeployment from './control-plane/deployments/resize-deployment.ts'
import * as sourceCode from './control-plane/deployments/source-code.ts'
import * as documentation from './control-plane/documentation.ts'
import * as integrations from './control-plane/integrations.ts'
import * as listeners from './control-plane/listeners.ts'
import * as logs from './control-plane/logs/logs.ts'
import * as authentications from './control-plane/oauth/authentications.ts'
import * as connections from './control-plane/oauth/connections.ts'
import * as tokens from './control-plane/oauth/tokens.ts'
import * as pickerSessions from './control-plane/picker-sessions.ts'
import * as providers from './control-plane/providers.ts'
import * as revisions from './control-plane/revisions.ts'
import { createDeployment } from './listing/create-deployment.ts'
import { listAlternateRepositories, listDeployments, listOAuthProviders, listRepositories } from './listing/lists.ts'

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
  integrations.listGithubIntegrations,
  integrations.listForgeGithubIntegrations,
  integrations.listGithubInstallations,
  integrations.listGithubInstallationRepositories,
  pickerSessions.createGithubInstallationLink,
  integrations.listForgeGithubInstallations,
  integrations.listForgeGithubInstallationRepositories,
  pickerSessions.createForgeGithubInstallationLink,
  pickerSessions.getPickerSession,
  pickerSessions.createPickerSessionSelection,
  deployments.deleteDeployments,
  deployments.getFreeDeploymentCount,
  deployments.getDeployment,
  changeDeployment.patchDeployment,
  deployments.deleteDeployment,
  resizeDeployment.patchDeploymentTier,
  resizeDeployment.patchDeploymentResourceTiers,
  sourceCode.createUploadUrl,
  sourceCode.uploadSource,
  sourceCode.createPushToken,
  revisions.listRevisions,
  revisions.createRevision,
  revisions.getRevision,
  revisions.redeployRevision,
  revisions.interruptRevision,
  logs.listDeploymentLogs,
  logs.listRevisionLogs,
  logs.listDeploymentLogEntries,
  logs.listProjectDeployLogs,
  logs.listProjectRevisionDeployLogs,
  logs.listProjectRevisionBuildLogs,
  listeners.listListeners,
  listeners.createListener,
  listeners.getListener,
  listeners.patchListener,
  listeners.deleteListener,
  providers.createOAuthProvider,
  providers.listPlatformOAuthProviders,
  providers.getPlatformOAuthProvider,
  authentications.setupOAuthCallback,
  authentications.getOAuthCallback,
  authentications.finalizeOAuthCallback,
  authentications.authenticate,
  authentications.waitForAuthCompletion,
  providers.createMcpOAuthProvider,
  providers.getOAuthProvider,
  providers.updateOAuthProvider,
  providers.deleteOAuthProvider,
  tokens.listOAuthTokens,
  tokens.deleteOAuthTokens,
  tokens.updateTokenMetadata,
  tokens.deleteOAuthToken,
  tokens.checkOAuthTokenExists,
  tokens.checkOAuthTokensExistBatch,
  tokens.importOAuthToken,
  tokens.checkWorkspaceSlackTokensExist,
  tokens.revokeWorkspaceSlackTokens,
  tokens.listTokenEvents,
  connections.listConnections,
  connections.createConnection,
  connections.removeConnection,
  connections.upsertAgentProviderToken,
  documentation.getOpenApi,
  documentation.getDocs,
] as const

/** The names of the operations with the method GET. */
export type GetOperationName = Extract<(typeof operations)[number], { readonly method: 'GET' }>['name']
