// What is set for a whole run, from outside of its code.

import type { AssumptionOverrides } from '../../define/assumptions/assumptions.ts'
import type { VaryOptions } from '../../define/assumptions/variation.ts'
import type { ChaosInput } from '../../faults/chaos/chaos-input.ts'
import type { FaultInput } from '../../faults/fault.ts'

/** What is set for a whole run. It replaces what the code of the run sets, so that the run can be varied from outside. */
export interface RunSettings {
  /** Assumptions that nothing in the code can change. */
  readonly assumptions?: AssumptionOverrides
  /** Draws a value for every other entry of the register, for every session. */
  readonly vary?: VaryOptions
  /** The seed of every scenario. */
  readonly seed?: number
  /** The random faults of every session. */
  readonly chaos?: ChaosInput
  /** Faults that every session starts with, in addition to its own. */
  readonly faults?: readonly FaultInput[]
}
