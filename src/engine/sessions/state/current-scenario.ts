// A scenario that starts with the world of a state.

import { isRecord } from '../../input/schemas/schema-walk.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { WorldChanges } from '../../world/start/world-plan.ts'
import type { Snapshot } from './snapshot.ts'

export function buildCurrentScenario({ scenario, preset, current }: Snapshot): Scenario {
  const { changes: _before, assumptions: _assumptions, faults: _faults, chaos: initial, ...rest } = scenario
  const chaos = current.chaos ?? initial
  const changes = withoutEmpty(current.changes)
  return {
    ...rest,
    preset,
    ...(Object.keys(current.assumptions).length === 0 ? {} : { assumptions: current.assumptions }),
    ...(chaos === undefined ? {} : { chaos }),
    ...(current.faults.length === 0 ? {} : { faults: current.faults }),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
  }
}

/** Leaves out empty lists, zero counts, and the parts that are empty then. */
function withoutEmpty(changes: WorldChanges): WorldChanges {
  const kept = Object.entries(changes).flatMap(([name, part]) => {
    const rest = isRecord(part) ? Object.fromEntries(Object.entries(part).filter(([, field]) => !isEmpty(field))) : part
    return isEmpty(rest) ? [] : [[name, rest]]
  })
  return Object.fromEntries(kept)
}

function isEmpty(value: unknown): boolean {
  return value === 0 || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
