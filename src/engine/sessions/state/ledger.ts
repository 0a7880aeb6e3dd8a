// The memory that a session uses for its changes.

import type { AnyResource } from '../../define/resource/resource.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { PlanDeclarations } from '../../world/start/world-plan.ts'

// Measured: a session that has answered one request takes less, and one of which everything was read takes more.
const SESSION_BYTES = 24 * 1024
// Rows, lists and an agenda of its own, which a world sets up for its first change.
const FIRST_CHANGE_BYTES = 20 * 1024

// Sessions with equal initial data share it.
const sharedFieldsOf = derivedFrom(
  (resources: readonly AnyResource[]): ReadonlySet<string> =>
    new Set(['changes', ...resources.map(({ plan }) => plan.field)]),
)

/** Reserves the memory of a session, without the data that it starts with. @throws NoRoomError */
export function createLedger(
  name: string,
  scenario: Scenario,
  ofChanges: number,
  { declared: { resources }, budget }: { declared: PlanDeclarations; budget: ByteBudget },
) {
  const shared = sharedFieldsOf(resources)
  let hasChanged = ofChanges > 0
  const own = Object.fromEntries(Object.entries(scenario).filter(([field]) => !shared.has(field)))
  const bytes = SESSION_BYTES + (hasChanged ? FIRST_CHANGE_BYTES : 0) + ofChanges + estimateBytes(own)
  const purpose = { attempt: `create session "${name}"`, what: 'its changes take' }
  const later = { attempt: 'write the record', what: 'it takes' }
  const memory = budget.reserve('sessions', bytes, purpose)
  return {
    ...memory,
    add(difference: number) {
      memory.add(hasChanged ? difference : difference + FIRST_CHANGE_BYTES, later)
      hasChanged = true
    },
  }
}
