import type { Assumptions } from '../assumptions/assumptions.ts'
import type { FactoryContext } from '../factory/context.ts'
import type { RecordRules } from './record-rules.ts'

/** What a service knows about its worlds, for the functions that it declares. */
export interface Known {
  readonly assumptions: Assumptions
  readonly context: FactoryContext
  readonly rules: RecordRules
}
