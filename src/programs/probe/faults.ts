// Which faults the client survives.

import type { Effect } from '../../engine/faults/effects/effect.ts'
import { commonEffects, effectsOf } from '../../engine/faults/effects/effects.ts'
import type { FaultEffect } from '../../engine/faults/fault.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import type { PastRun } from './history.ts'
import type { Variation } from './run/attempt.ts'
import { FAULT_ID } from './runner.ts'
import { observeEffect } from './search/findings.ts'
import { mapParallel } from './search/parallel.ts'

/** Whether the client survives a fault. A fault that never applied says nothing. */
export type FaultVerdict = 'survives' | 'fails' | 'flaky' | 'not applied'

/** What an effect on an operation does to the client. */
export interface FaultFinding {
  readonly operation: string
  readonly effect: FaultEffect['kind']
  readonly verdict: FaultVerdict
  readonly variation: Variation
}

export interface FaultSearchOptions {
  declared: ServiceDeclarations
  /** The operations that the unchanged command requested. */
  covered: readonly string[]
  /** Whether clocks run. A delay never ends while the clock stands still, which says nothing about the client. */
  clocksRun: boolean
  runWith(variation: Variation): Promise<PastRun>
  parallel: number
  onPlan(runs: number): void
}

const listProbed = (declared: ServiceDeclarations) => effectsOf(declared).filter(({ isProbed }) => isProbed)

/** The effects that are tried for any service, in the order of reports. */
export const TRIED_EFFECTS = commonEffects.filter((each) => each.isProbed).map(({ kind }) => kind)

/** Applies each effect once to each covered operation, and records what it does to the client. */
export async function searchFaults(findings: FaultFinding[], options: FaultSearchOptions): Promise<void> {
  const { declared, covered, clocksRun, parallel, onPlan } = options
  const effects = listProbed(declared).filter(({ waits }) => clocksRun || waits !== true)
  const tried = declared.operations
    .filter(({ name }) => covered.includes(name))
    .flatMap(({ name }) => effects.filter((effect) => canApply(effect, name)).map((effect) => ({ name, effect })))
  onPlan(tried.length)
  await mapParallel(tried, parallel, async ({ name: operation, effect: { kind, example } }) => {
    // The declaration has checked the example.
    const effect = { kind, ...example } as FaultEffect
    const variation = { values: {}, fault: { id: FAULT_ID, operation, effect, times: 1 } }
    findings.push({ operation, effect: effect.kind, verdict: await judge(variation, options), variation })
  })
}

function canApply({ operations: possible }: Effect, operation: string): boolean {
  return possible?.includes(operation) !== false
}

async function judge(variation: Variation, { runWith, onPlan }: FaultSearchOptions): Promise<FaultVerdict> {
  let hasApplied = false
  let runs = 0
  const effect = await observeEffect(async () => {
    runs += 1
    if (runs > 1) onPlan(1)
    const run = await runWith(variation)
    hasApplied ||= run.hasApplied
    return run.outcome
  })
  if (!hasApplied) return 'not applied'
  return ({ passes: 'survives', breaks: 'fails', refused: 'fails', flaky: 'flaky' } as const)[effect]
}
