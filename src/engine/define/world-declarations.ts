import type * as z from 'zod'
import type { Assumptions } from './assumptions/assumptions.ts'
import type { BaseContext } from './factory/context.ts'
import type { WorldFacts, WorldFields, WorldSettings } from './service-types.ts'

/** What decides about worlds besides their resources. */
export interface WorldDeclarations {
  /** The fields of a scenario that belong to the world as a whole, all of them optional. */
  readonly fields: Readonly<Record<keyof WorldFields, z.ZodType>>
  /** Returns the settings of worlds under a set of assumptions. Worlds with equal settings can share their records. */
  readSettings(assumptions: Assumptions): WorldSettings
  /** Returns the settings that stored records have to fit, which may be written under other assumptions. */
  relaxSettings(settings: WorldSettings): WorldSettings
  /** Builds what all factories of a world share. */
  buildFacts(context: BaseContext, settings: WorldSettings, fields: WorldFields): WorldFacts
}
