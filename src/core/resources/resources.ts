import { deployments } from './deployments/deployments.ts'
import { integrations } from './integrations/integrations.ts'
import { providers } from './providers/providers.ts'
import { repositories } from './repositories/repositories.ts'
import type { AnyResource } from './resource.ts'

/** All resources. A resource comes after those that its records refer to. */
export const resources = [providers, integrations, repositories, deployments] as const

/** The same list, if the types of the records do not matter. */
export const allResources: readonly AnyResource[] = [...resources]

type Listed = (typeof resources)[number]

/** The resources by name. */
export type Resources = { readonly [Each in Listed as Each['name']]: Each }

/** The name of a resource, as in `simulator.db`. */
export type ResourceName = keyof Resources
