// The provider of an authentication.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import type { World } from '../../../../engine/world/world.ts'
import type { OAuthProviderRecord } from '../../../resources/providers/oauth-provider.ts'
import { buildPlatformProviders } from '../../../resources/providers/platform-providers.ts'
import { findProvider, unknownProvider } from '../../providers/find-provider.ts'

/** Finds the provider of the workspace, or the one of the platform that a request asks for. @throws ServiceError */
export function findProviderOf(
  world: World,
  request: { readonly provider: string; readonly use_agent_builder_public_oauth: boolean },
): OAuthProviderRecord {
  const { provider: id, use_agent_builder_public_oauth: isOfPlatform } = request
  const found = isOfPlatform
    ? buildPlatformProviders(world.baseline.context).find(({ provider_id }) => provider_id === id)
    : findProvider(world, id)
  return found ?? refuse(unknownProvider, id)
}
