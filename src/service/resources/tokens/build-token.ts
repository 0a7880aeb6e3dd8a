// OAuth tokens.

import type { Creation, Tables } from '../../../engine/define/resource/resource.ts'
import { formatMicroseconds, parseMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { ageFromOldest, completeTimes, reconcileTimes } from '../../../engine/world/factory/ages.ts'
import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import { providers } from '../providers/providers.ts'
import { findCaller } from './caller.ts'
import { drawSecret } from './secrets.ts'
import type { TokenRecordInput } from './token.ts'

const HALFWAY = 20
const SCOPES = ['openid', 'email', 'profile'] as const
const MICROSECONDS_TO_EXPIRE = 3_600_000_000n

/** Builds the token with a number. Higher numbers are newer. The providers of the world take turns. */
export function buildToken(
  context: FactoryContext,
  index: number,
  { fields = {}, tables }: { fields?: Partial<TokenRecordInput> | undefined; tables: Tables },
): TokenRecordInput {
  const open = (field: string) => context.open('token', index, field)
  const known = tables.of(providers).all()
  const age = ageFromOldest(index, HALFWAY, open('created_at').next())
  const createdAt = context.now - BigInt(age)
  const times = reconcileTimes(fields, {
    created_at: formatMicroseconds(createdAt),
    updated_at: formatMicroseconds(createdAt + BigInt(Math.floor(age * open('updated_at').next() * 0.9))),
  })
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
export function buildCreatedToken({
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
