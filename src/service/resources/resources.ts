import type { AnyResource } from '../../engine/define/resource/resource.ts'
import { authentications } from './authentications.ts'
import { connections } from './connections.ts'
import { deletions } from './deletions.ts'
import { deployments } from './deployments/deployments.ts'
import { revisions } from './deployments/revisions.ts'
import { integrations } from './integrations.ts'
import { listeners } from './listeners.ts'
import { pickerSessions } from './picker-sessions.ts'
import { providers } from './providers.ts'
import { repositories } from './repositories/repositories.ts'
import { tokenEvents } from './token-events.ts'
import { tokens } from './tokens.ts'
import { uploads } from './uploads.ts'

/** All resources. One comes after those that its records refer to. */
export const allResources: readonly AnyResource[] = [
  providers,
  integrations,
  repositories,
  listeners,
  tokens,
  connections,
  authentications,
  tokenEvents,
  pickerSessions,
  deployments,
  revisions,
  deletions,
  uploads,
]

// `typeof` keeps the declarations short, and the descriptions of the fields in them.

export interface ResourcesByName {
  readonly providers: typeof providers
  readonly integrations: typeof integrations
  readonly repositories: typeof repositories
  readonly listeners: typeof listeners
  readonly tokens: typeof tokens
  readonly connections: typeof connections
  readonly authentications: typeof authentications
  readonly token_events: typeof tokenEvents
  readonly picker_sessions: typeof pickerSessions
  readonly deployments: typeof deployments
  readonly revisions: typeof revisions
  readonly deletions: typeof deletions
  readonly uploads: typeof uploads
}
