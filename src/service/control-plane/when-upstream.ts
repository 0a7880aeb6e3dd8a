// The operations that only the real service has.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'

/** Places an operation that the contract does not have (assumption `operations`). */
export function whenUpstream(path: string): (assumptions: Assumptions) => string | undefined {
  return ({ operations }) => (operations === 'upstream' ? path : undefined)
}
