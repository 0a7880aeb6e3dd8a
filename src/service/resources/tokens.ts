// The resource: OAuth tokens.

import * as z from 'zod'
import { completeTimes, drawTimes } from '../../engine/define/factory/context.ts'
import { findTimeIssues, type Tables } from '../../engine/define/resource/resource.ts'
import { freeFormSchema } from '../../engine/input/schemas/free-form.ts'
import { optional, partOf } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, parseMicroseconds, timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { groupsOf, planOptionalGroups, seedGroups } from '../../engine/world/start/planned-groups.ts'
import { writeFields } from '../../fastapi/wire-fields.ts'
import { type Creation, defineResource, type FactoryContext } from './building.ts'
import { providers } from './providers.ts'
import type { KindsOf } from './text-kinds.ts'

/** An OAuth token in the database. The contract has no operation for tokens, so this is the real service's form. */
export const tokenSchema = z.strictObject({
  id: uuidSchema.describe('The id of the token.'),
  provider_id: z.string().describe('The `provider_id` of its OAuth provider.'),
  user_id: optional(z.string()).describe('The user that it belongs to; null if only agents use it.'),
  access_token: z.string().describe('The token itself.'),
  refresh_token: optional(z.string()).describe('What renews it; null if nothing does.'),
  scopes: z.array(z.string()).default([]).describe('What it allows.'),
  provider_account_label: optional(z.string()).describe('What the provider calls the account.'),
  metadata: optional(freeFormSchema).describe('Anything else that is known about it.'),
  expires_at: optional(timestampSchema).describe('When it expires; null if it does not.'),
  is_default: z.boolean().default(false).describe('Whether it is the default token of its user.'),
  created_at: timestampSchema.describe('When it was created.'),
  updated_at: timestampSchema.describe('When it last changed.'),
})

export type TokenRecord = Frozen<z.output<typeof tokenSchema>>
export type TokenRecordInput = Frozen<z.input<typeof tokenSchema>>

/** What the texts of its fields are. */
export const tokenKinds: KindsOf<TokenRecord> = {
  id: 'id',
  provider_id: 'name',
  user_id: 'id',
  access_token: 'secret',
  refresh_token: 'secret',
  scopes: { words: ['openid', 'email', 'profile', 'offline_access'], otherwise: 'name' },
  provider_account_label: 'email',
  metadata: 'freeForm',
  expires_at: 'deadline',
  created_at: 'time',
  updated_at: 'time',
}

const { id, provider_id, created_at, updated_at, provider_account_label, scopes, expires_at, is_default } =
  tokenSchema.shape

const tokenWire = z.strictObject({
  id,
  provider_id,
  created_at,
  updated_at,
  provider_account_label,
  scopes,
  expires_at,
  is_default,
})

/** An OAuth token in a response. It contains no secret. */
export type OAuthToken = z.output<typeof tokenWire>

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
  lookups: [['is_default', 'provider_id'], ['provider_id', 'user_id'], ['provider_id']],
  list: { fields: {}, orderings: { created: { by: 'created_at', as: 'timestamp' } } },
  findIssues: findTimeIssues,
  wire: { typeName: 'OAuthToken', basis: { of: 'documented: OpenAPI' }, schemaOf: () => tokenWire },
  toWire: (record, assumptions) => writeFields(tokenWire, record, assumptions),
  seed: (plan, { context, tables }) =>
    seedGroups(plan, (index, fields) => buildToken(context, index, { fields, tables })),
  create: buildCreatedToken,
})

const HALFWAY = 20
const SCOPES = ['openid', 'email', 'profile'] as const
const MICROSECONDS_TO_EXPIRE = 3_600_000_000n

interface PlannedToken {
  readonly fields?: Partial<TokenRecordInput> | undefined
  readonly tables: Tables
}

/** Builds the token with a number. Higher numbers are newer. The providers of the world take turns. */
function buildToken(context: FactoryContext, index: number, { fields = {}, tables }: PlannedToken): TokenRecordInput {
  const open = (field: string) => context.open('token', index, field)
  const known = tables.of(providers).all()
  const times = drawTimes(fields, { now: context.now, index, halfway: HALFWAY, open })
  return {
    ...buildSecrets(context, 'token', index),
    provider_id: known[index % known.length]?.provider_id ?? 'google',
    user_id: findCaller(context),
    scopes: [...SCOPES],
    provider_account_label: `team-${index + 1}@example.com`,
    expires_at: formatMicroseconds(parseMicroseconds(times.updated_at) + MICROSECONDS_TO_EXPIRE),
    // The first token of each provider.
    is_default: index < Math.max(1, known.length),
    ...fields,
    ...times,
  }
}

/** Builds the `index`-th token that is created after the start of a world. */
function buildCreatedToken({
  context,
  index,
  now,
  fields,
}: Creation<Partial<TokenRecordInput>>): Partial<TokenRecordInput> {
  return {
    ...buildSecrets(context, 'created-token', index),
    provider_id: 'google',
    user_id: findCaller(context),
    ...fields,
    ...completeTimes(fields, now),
  }
}

function buildSecrets(context: FactoryContext, kind: string, index: number) {
  return {
    id: context.open(kind, index, 'id').uuid(),
    access_token: drawSecret(context, kind, index, 'access_token'),
    refresh_token: drawSecret(context, kind, index, 'refresh_token'),
  }
}

/** Returns the id of the user that the requests of a world come from. */
export function findCaller({ open }: FactoryContext): string {
  return open('user', 0, 'id').uuid()
}

/** Draws the text of a secret. It cannot be mistaken for a real one. */
export function drawSecret(context: FactoryContext, kind: string, index: number, field: string): string {
  const text = context.fake(context.open(kind, index, field)).string.alphanumeric({ length: 32 })
  return `mock-${field.replaceAll('_', '-')}-${text}`
}
