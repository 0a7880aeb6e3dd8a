// The resource: OAuth tokens.

import type * as z from 'zod'
import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import { defineResource } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/partial.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../../engine/world/start/planned-groups.ts'
import { completeFields, pickFields, withTimestamps, writeTimestamp } from '../../../fastapi/wire-fields.ts'
import { buildCreatedToken, buildToken } from './build-token.ts'
import { type TokenRecordInput, tokenSchema, tokenWire } from './token.ts'

/** An OAuth token in a response. It contains no secret. */
export type OAuthToken = z.output<typeof tokenWire>

/** The tokens with which users and agents access the services of OAuth providers. */
export const tokens = defineResource({
  name: 'tokens',
  singular: 'token',
  title: ['OAuth token', 'OAuth tokens'],
  description: 'The OAuth tokens with which users and agents access the services of providers.',
  typeName: 'OAuthTokenRecord',
  schema: tokenSchema,
  isMinor: true,
  plan: planOptionalGroups<Partial<TokenRecordInput>>(
    'tokens',
    groupsOf(partOf(tokenSchema)).describe('OAuth tokens: how many, or groups of them.'),
  ),
  list: { fields: {}, orderings: { created: { by: 'created_at', as: 'timestamp' } } },
  findIssues: findTimeIssues,
  wire: { typeName: 'OAuthToken', schemaOf: () => tokenWire },
  toWire(record, assumptions) {
    const { expires_at, ...others } = withTimestamps(record, assumptions)
    const written = { ...others, expires_at: expires_at && writeTimestamp(expires_at, assumptions) }
    return completeFields(tokenWire, pickFields(tokenWire, written), assumptions)
  },
  seed: (plan, { context, tables }) =>
    seedGroups(plan, (index, fields) => buildToken(context, index, { fields, tables })),
  create: buildCreatedToken,
})
