// Finds the OAuth provider of a request.

import { refuse } from '../../../engine/define/operation/failure.ts'
import type { Example } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import type { Collections } from '../../../engine/world/collections.ts'
import type { World } from '../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { OAuthProviderRecord } from '../../resources/providers/oauth-provider.ts'
import { providers } from '../../resources/providers/providers.ts'

/** The refusal of an unknown provider. */
export const unknownProvider = defineRefusal({
  name: 'unknown provider',
  status: 404,
  text: (id: string) => `Provider ID ${cutText(id, MOST_ECHOED)} not found.`,
})

/** The parameter with the `provider_id` of an OAuth provider. */
export const providerId = {
  in: 'path',
  kind: 'text',
  description: 'The `provider_id` of the OAuth provider.',
} as const

/** Returns the provider with a `provider_id`; undefined if there is none. */
export function findProvider({ database }: World, id: string): OAuthProviderRecord | undefined {
  return database.of(providers).find({ provider_id: id })[0]
}

/** Returns the provider with a `provider_id`. @throws ServiceError if there is none */
export function readProvider(world: World, id: string): OAuthProviderRecord {
  return findProvider(world, id) ?? refuse(unknownProvider, id)
}

/** Returns a request to try for the first provider of a world. */
export function tryProvider({ providers: { list } }: Pick<Collections, 'providers'>, body?: object): Example {
  const [provider] = list({ offset: 0, limit: 1 })
  if (provider === undefined) return { missing: 'No OAuth provider to try this with: this world has none.' }
  return { path: { provider_id: provider.provider_id }, ...(body === undefined ? {} : { body }) }
}
