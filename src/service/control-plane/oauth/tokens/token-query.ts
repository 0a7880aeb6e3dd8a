// The parameters of operations on tokens.

import type { Example } from '../../../../engine/define/operation/operation.ts'
import type { Parameters } from '../../../../engine/define/operation/parameter.ts'
import type { Collections } from '../../../../engine/world/collections.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'

/** The parameter with the provider whose tokens are meant. */
export const ownedBy = {
  provider_id: {
    in: 'query',
    kind: 'text',
    description: 'The `provider_id` of the OAuth provider.',
    isRequired: true,
  },
} as const satisfies Parameters

/** The parameter with the id of a token. */
export const tokenId = {
  token_id: { in: 'path', kind: 'text', description: 'The id of the token.', of: tokens },
} as const satisfies Parameters

/** Returns a request to try for the first provider of a world. */
export function tryProviderOf({ providers: { list } }: Pick<Collections, 'providers'>): Example {
  return { query: { provider_id: list({ offset: 0, limit: 1 })[0]?.provider_id ?? 'google' } }
}
