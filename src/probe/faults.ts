// Which faults the client survives.

import { findEffect } from '../engine/faults/effects/effects.ts'
import type { FaultEffect } from '../engine/faults/fault.ts'
import { type OperationName, operations } from '../service/operations.ts'
import { service } from '../service/service.ts'
import type { PastRun } from './history.ts'
import type { TriedFault, Variation } from './run/attempt.ts'
import { FAULT_ID } from './runner.ts'
import { mapParallel } from './search/parallel.ts'
import { settle } from './search/settle.ts'

/** Whether the client survives a fault. A fault that never applied says nothing. */
export type FaultVerdict = 'survives' | 'fails' | 'flaky' | 'not applied'

/** What an effect on an operation does to the client. */
export interface FaultFinding {
  readonly operation: OperationName
  readonly effect: FaultEffect['kind']
  readonly verdict: FaultVerdict
  readonly variation: Variation
}

export interface FaultSearchOptions {
  /** The operations that the unchanged command requested. */
  exercised: readonly string[]
  /** Whether clocks run. A delay never ends while the clock stands still, which says nothing about the client. */
  clocksRun: boolean
  runWith(variation: Variation): Promise<PastRun>
  parallel: number
  onPlan(runs: number): void
}

// A client that waits as long as it is told to should not take longer than this.
const WAIT_MILLISECONDS = 1000

const EFFECTS: readonly FaultEffect[] = [
  { kind: 'status', status: 503 },
  { kind: 'delay', milliseconds: WAIT_MILLISECONDS },
  { kind: 'stall' },
  { kind: 'reset' },
  { kind: 'truncate' },
  { kind: 'malformed' },
  { kind: 'wrong-length' },
  { kind: 'rate-limit', window: WAIT_MILLISECONDS },
  { kind: 'stale' },
  { kind: 'empty' },
  { kind: 'duplicate-record' },
  { kind: 'missing-record' },
]

/** The effects that are tried, in the order of reports. */
export const TRIED_EFFECTS = EFFECTS.map(({ kind }) => kind)

/** Applies each effect once to each exercised operation, and records what it does to the client. */
export async function searchFaults(findings: FaultFinding[], options: FaultSearchOptions): Promise<void> {
  const { exercised, clocksRun, parallel, onPlan } = options
  const effects = EFFECTS.filter(({ kind }) => clocksRun || kind !== 'delay')
  const tried = operations
    .filter(({ name }) => exercised.includes(name))
    .flatMap(({ name }) => effects.filter((effect) => canApply(effect, name)).map((effect) => ({ name, effect })))
  onPlan(tried.length)
  await mapParallel(tried, parallel, async ({ name, effect }) => {
    const variation = { values: {}, fault: buildFault(name, effect) }
    findings.push({ operation: name, effect: effect.kind, verdict: await judge(variation, options), variation })
  })
}

function canApply(effect: FaultEffect, operation: OperationName): boolean {
  return findEffect(service, effect).operations?.includes(operation) !== false
}

function buildFault(operation: OperationName, effect: FaultEffect): TriedFault {
  return { id: FAULT_ID, operation, effect, times: 1 }
}

async function judge(variation: Variation, { runWith, onPlan }: FaultSearchOptions): Promise<FaultVerdict> {
  let hasApplied = false
  let runs = 0
  const effect = await settle(async () => {
    runs += 1
    if (runs > 1) onPlan(1)
    const run = await runWith(variation)
    hasApplied ||= run.hasApplied
    return run.outcome
  })
  if (!hasApplied) return 'not applied'
  if (effect === 'flaky') return 'flaky'
  return effect === 'passes' ? 'survives' : 'fails'
}
