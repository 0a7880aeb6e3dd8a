// The list of resources.

import { authentications } from './authentications/authentications.ts'
import { connections } from './connections/connections.ts'
import { deletions } from './deletions/deletions.ts'
import { deployments } from './deployments/deployments.ts'
import { integrations } from './integrations/integrations.ts'
import { listeners } from './listeners/listeners.ts'
import type { ResourceName } from './names.ts'
import { pickerSessions } from './picker-sessions/picker-sessions.ts'
import { providers } from './providers/providers.ts'
import { repositories } from './repositories/repositories.ts'
import type { AnyResource } from './resource.ts'
import { revisions } from './revisions/revisions.ts'
import { tokenEvents } from './token-events/token-events.ts'
import { tokens } from './tokens/tokens.ts'
import { uploads } from './uploads/uploads.ts'

// A resource comes after those that its records refer to.
const resources = [
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
] as const

/** All resources, parents before their children. */
export const allResources: readonly AnyResource[] = [...resources]

type ByName = { readonly [Each in (typeof resources)[number] as Each['name']]: Each }

/** The resources by name. The list of names must contain the same ones. */
export type Resources = { readonly [Name in ResourceName]: ByName[Name] }
