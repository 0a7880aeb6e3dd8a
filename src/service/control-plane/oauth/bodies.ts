// The bodies of requests for OAuth tokens and agent connections.

import {
  boolean,
  defineModel,
  integer,
  list,
  map,
  optional,
  text,
  uuid,
  withDefault,
} from '../../../engine/contract/operation/value.ts'

export const authAuthenticateRequest = defineModel('AuthAuthenticateRequest', {
  user_id: optional(text()),
  ls_user_id: optional(text()),
  agent_id: optional(text()),
  provider: text(),
  scopes: list(text()),
  use_agent_builder_public_oauth: withDefault(boolean(), false),
  force_new: withDefault(boolean(), false),
  token_id: optional(uuid()),
  is_default: withDefault(boolean(), true),
})

export const oauthFinalizeRequest = defineModel('OAuthFinalizeRequest', {
  code: text(),
  state: text(),
})

export const oauthTokenUpdateRequest = defineModel('OAuthTokenUpdateRequest', {
  provider_account_label: optional(text()),
  is_default: optional(boolean()),
})

export const oauthTokenStatusBatchRequest = defineModel('OAuthTokenStatusBatchRequest', {
  provider_ids: list(text()),
})

export const oauthTokenImportRequest = defineModel('OAuthTokenImportRequest', {
  provider_id: text(),
  access_token: text(),
  refresh_token: optional(text()),
  expires_in_seconds: optional(integer()),
  scopes: withDefault(list(text()), []),
  metadata: optional(map()),
  is_default: withDefault(boolean(), true),
})

export const createAgentConnectionRequest = defineModel('CreateAgentConnectionRequest', {
  oauth_token_id: text(),
})

export const upsertAgentProviderTokenRequest = defineModel('UpsertAgentProviderTokenRequest', {
  access_token: text(),
  refresh_token: optional(text()),
  expires_in_seconds: optional(integer()),
  scopes: withDefault(list(text()), []),
  provider_account_label: optional(text()),
  metadata: optional(map()),
})
