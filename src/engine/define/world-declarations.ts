import type * as z from 'zod'
import type { BaseContext } from './factory/context.ts'
import type { Known } from './resource/resource.ts'

/** What decides about worlds besides their resources. */
export interface WorldDeclarations<Of extends Known = Known, Whole = object> {
  /** The fields of a scenario that belong to the world as a whole, all of them optional. */
  readonly fields: Readonly<Record<string, z.ZodType>>
  /** Returns the settings of worlds under a set of assumptions. Worlds with equal settings can share their records. */
  readSettings(assumptions: Of['assumptions']): Of['rules']
  /** Returns the settings that stored records have to fit, which may be written under other assumptions. */
  relaxSettings(settings: Of['rules']): Of['rules']
  /** Builds what all factories of a world share. */
  buildFacts(context: BaseContext, settings: Of['rules'], fields: Whole): Omit<Of['context'], keyof BaseContext>
}
