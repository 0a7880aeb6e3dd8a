// The resource: OAuth providers.

import * as z from 'zod'
import { oauthProviderFixtures } from '../../../fixtures/oauth-providers.ts'
import { completeTimes, drawTimes } from '../../engine/define/factory/context.ts'
import { findTimeIssues } from '../../engine/define/resource/resource.ts'
import { optional, partOf } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { groupsOf, planGroups, seedGroups } from '../../engine/world/start/planned-groups.ts'
import { writeFields } from '../../fastapi/wire-fields.ts'
import type { Preset } from '../assumptions/presets.ts'
import type { PresetValue } from '../assumptions/register.ts'
import { defineResource, type FactoryContext } from './building.ts'
import type { KindsOf } from './text-kinds.ts'

/** An OAuth provider with the fields of a response (contract section 2.1). */
export const oauthProviderSchema = z.strictObject({
  id: z.string().min(1).describe('The id of the record.'),
  organization_id: z.string().describe('The organization that it belongs to.'),
  provider_id: z.string().describe('The id by which tokens and requests name it.'),
  name: z.string().describe('The name that people see.'),
  client_id: z.string().describe('The id of the OAuth client.'),
  auth_url: z.string().describe('The URL where users grant access.'),
  token_url: z.string().describe('The URL that issues tokens.'),
  uses_pkce: z.boolean().describe('Whether it uses PKCE.'),
  code_challenge_method: z.string().nullable().describe('How PKCE challenges are made; null without PKCE.'),
  created_at: timestampSchema.describe('When it was created.'),
  updated_at: timestampSchema.describe('When it last changed.'),
  provider_type: optional(z.string()).describe('The kind of provider.'),
  mcp_server_url: optional(z.string()).describe('The URL of its MCP server.'),
  token_endpoint_auth_method: z
    .string()
    .default('client_secret_post')
    .describe('How the client identifies itself to the token URL.'),
  is_dynamic_client: z.boolean().default(false).describe('Whether the client registered itself.'),
})

export type OAuthProviderRecord = Frozen<z.output<typeof oauthProviderSchema>>
export type OAuthProviderRecordInput = Frozen<z.input<typeof oauthProviderSchema>>

/** What the texts of its fields are. */
export const providerKinds: KindsOf<OAuthProviderRecord> = {
  id: 'id',
  organization_id: 'id',
  provider_id: 'name',
  name: 'name',
  client_id: 'opaque',
  auth_url: 'url',
  token_url: 'url',
  code_challenge_method: { words: ['S256', 'plain'] },
  created_at: 'time',
  updated_at: 'time',
  provider_type: { words: ['mcp', 'oauth2', 'oidc'], otherwise: 'name' },
  mcp_server_url: 'url',
  token_endpoint_auth_method: {
    words: ['client_secret_post', 'client_secret_basic', 'client_secret_jwt', 'private_key_jwt', 'none'],
  },
}

/** An OAuth provider in a response (contract section 2.1), for each value of the assumption `recordShape`. */
export const oauthProviderWire = {
  written: oauthProviderSchema,
  upstream: oauthProviderSchema,
  newer: oauthProviderSchema.extend({ allowed_redirect_uris: z.array(z.string()) }),
} as const

/**
 * An OAuth provider in a response, under the presets `spec` and `langsmith` by default.
 * `GET /v2/auth/providers` returns an array of them. `OAuthProvider<'langsmith-next'>` has one more field.
 *
 * With the assumption `optionalFields: 'absent'`, `provider_type` and `mcp_server_url` can be absent
 * instead of null; `unknownFields: 'extra'` adds fields.
 */
export type OAuthProvider<Name extends Preset = 'spec'> = z.output<
  (typeof oauthProviderWire)[PresetValue<'recordShape', Name>]
>

/** The OAuth providers (contract section 2.1). */
export const providers = defineResource({
  name: 'providers',
  singular: 'provider',
  title: ['OAuth provider', 'OAuth providers'],
  description: 'The OAuth providers that users and agents authenticate with.',
  typeName: 'OAuthProviderRecord',
  schema: oauthProviderSchema,
  plan: planGroups<Partial<OAuthProviderRecordInput>>(
    'providers',
    groupsOf(partOf(oauthProviderSchema)).describe('OAuth providers: how many, or groups of them.'),
    0,
  ),
  lookups: [['provider_id']],
  list: {
    fields: {},
    orderings: {
      created: { by: 'created_at', as: 'timestamp' },
      name: { by: 'name', as: 'text' },
      shuffled: 'shuffled',
    },
  },
  findIssues: findTimeIssues,
  wire: {
    typeName: 'OAuthProvider',
    basis: { of: 'documented: contract', except: { 'seen: client': ['allowed_redirect_uris'] } },
    schemaOf: ({ recordShape }) => oauthProviderWire[recordShape],
  },
  toWire: (record, assumptions) =>
    writeFields(oauthProviderWire[assumptions.recordShape], { ...record, allowed_redirect_uris: [] }, assumptions),
  seed: (plan, { context }) => seedGroups(plan, (index, fields) => buildProvider(context, index, fields)),
  create: ({ context, index, now, fields }) => ({
    ...buildCreatedProvider(context, index),
    ...fields,
    ...completeTimes(fields, now),
  }),
})

const HALFWAY = 6

/** Builds the OAuth provider with a number. Higher numbers are younger, and repeat the providers with other clients. */
function buildProvider(
  context: FactoryContext,
  index: number,
  fields: Partial<OAuthProviderRecordInput> = {},
): OAuthProviderRecordInput {
  const open = (field: string) => context.open('provider', index, field)
  return {
    ...buildIdentity(context, 'provider', index),
    ...fields,
    ...drawTimes(fields, { now: context.now, index, halfway: HALFWAY, open }),
  }
}

/** Builds the `index`-th provider that is created after the start of a world, without its times. */
function buildCreatedProvider(context: FactoryContext, index: number) {
  // Starts at the end of the list, because the world probably has the first ones already.
  return buildIdentity(context, 'created-provider', index, oauthProviderFixtures.length - 1 - index)
}

/** Builds a well-known provider, without its times. */
function buildIdentity(context: FactoryContext, kind: string, index: number, position = index) {
  const open = (field: string) => context.open(kind, index, field)
  const count = oauthProviderFixtures.length
  const fixture = oauthProviderFixtures[((position % count) + count) % count] as (typeof oauthProviderFixtures)[number]
  const round = Math.floor(index / count)
  const isMcp = fixture.mcp_server_url !== undefined

  return {
    id: open('id').uuid(),
    organization_id: context.organizationId,
    provider_id: round === 0 ? fixture.provider_id : `${fixture.provider_id}-${round + 1}`,
    name: round === 0 ? fixture.name : `${fixture.name} ${round + 1}`,
    client_id: `mock-${context.fake(open('client_id')).string.alphanumeric({ length: 24, casing: 'lower' })}`,
    auth_url: fixture.auth_url,
    token_url: fixture.token_url,
    uses_pkce: fixture.uses_pkce,
    code_challenge_method: fixture.uses_pkce ? 'S256' : null,
    provider_type: isMcp ? 'mcp' : null,
    mcp_server_url: fixture.mcp_server_url ?? null,
    token_endpoint_auth_method: fixture.token_endpoint_auth_method,
    is_dynamic_client: isMcp,
  }
}

const OFFERED: readonly string[] = ['google', 'github', 'slack', 'microsoft', 'linear-mcp']
const MICROSECONDS_OLD = 2n * 365n * 86_400_000_000n

/** Builds the OAuth providers that the platform offers. No request changes them, so they are not in the database. */
export function buildPlatformProviders(context: FactoryContext): OAuthProviderRecord[] {
  const created_at = formatMicroseconds(context.now - MICROSECONDS_OLD)
  const organization_id = context.open('platform', 0, 'id').uuid()
  return oauthProviderFixtures.flatMap(({ provider_id }, index) => {
    if (!OFFERED.includes(provider_id)) return []
    const identity = buildIdentity(context, 'platform-provider', index)
    return oauthProviderSchema.parse({ ...identity, organization_id, created_at, updated_at: created_at })
  })
}
