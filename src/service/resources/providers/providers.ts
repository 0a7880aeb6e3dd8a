// The resource: OAuth providers.

import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { completeTimes } from '../../../engine/world/factory/ages.ts'
import { groupsOf, planGroups, seedGroups } from '../../../engine/world/start/planned-groups.ts'
import { completeFields, withTimestamps } from '../../../fastapi/wire-fields.ts'
import { buildCreatedProvider, buildProvider } from './build-provider.ts'
import { type OAuthProviderRecordInput, oauthProviderSchema } from './oauth-provider.ts'
import { oauthProviderWire } from './wire.ts'

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
  list: {
    fields: {},
    orderings: {
      created: { by: 'created_at', as: 'timestamp' },
      name: { by: 'name', as: 'text' },
      shuffled: 'shuffled',
    },
  },
  findIssues: findTimeIssues,
  wire: { typeName: 'OAuthProvider', schemaOf: ({ recordShape }) => oauthProviderWire[recordShape] },
  toWire(record, assumptions) {
    const { recordShape } = assumptions
    const newer = recordShape === 'newer' ? { allowed_redirect_uris: [] } : {}
    return completeFields(
      oauthProviderWire[recordShape],
      { ...withTimestamps(record, assumptions), ...newer },
      assumptions,
    )
  },
  seed: (plan, { context }) => seedGroups(plan, (index, fields) => buildProvider(context, index, fields)),
  create: ({ context, index, now, fields }) => ({
    ...buildCreatedProvider(context, index),
    ...fields,
    ...completeTimes(fields, now),
  }),
})
