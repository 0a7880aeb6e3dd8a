// The bodies of requests that create and change OAuth providers.

import {
  boolean,
  choice,
  defineModel,
  optional,
  text,
  withDefault,
} from '../../../engine/define/operation/body-value.ts'

/** `OAuthProviderCreateRequest` of the service. */
export const oauthProviderCreateRequest = defineModel('OAuthProviderCreateRequest', {
  provider_id: text(),
  name: text(),
  client_id: text(),
  client_secret: optional(text()),
  auth_url: text(),
  token_url: text(),
  uses_pkce: withDefault(boolean(), false),
  code_challenge_method: withDefault(text(), 'S256'),
  provider_type: optional(choice(['microsoft', 'salesforce', 'slack'])),
  token_endpoint_auth_method: withDefault(
    choice(['none', 'client_secret_basic', 'client_secret_post']),
    'client_secret_post',
  ),
})

/** `OAuthProviderUpdateRequest` of the service. */
export const oauthProviderUpdateRequest = defineModel('OAuthProviderUpdateRequest', {
  name: optional(text()),
  client_id: optional(text()),
  client_secret: optional(text()),
  auth_url: optional(text()),
  token_url: optional(text()),
  uses_pkce: optional(boolean()),
  code_challenge_method: optional(text()),
})

/** `MCPOAuthProviderCreateRequest` of the service. */
export const mcpOAuthProviderCreateRequest = defineModel('MCPOAuthProviderCreateRequest', {
  provider_id: text(),
  name: text(),
  mcp_server_url: text(),
})
