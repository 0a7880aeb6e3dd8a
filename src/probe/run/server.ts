// The server of one run, for clients that cannot be varied in their own process.

import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import type { Scenario } from '../../engine/define/world/scenario.ts'
import type { FaultInput } from '../../engine/faults/fault.ts'
import { createSimulator } from '../../engine/simulator/simulator.ts'
import { withMemoryLimit } from '../../memory-limit.ts'
import { type RunningServer, serve } from '../../server/index.ts'
import { service } from '../../service/service.ts'
import type { Values } from '../search/values.ts'
import { addRequest, type Trace } from './trace.ts'

export interface ServerOptions {
  scenario: Scenario
  /** Assumptions that no request can change. */
  values: Values
  /** Faults that every session starts with. */
  faults: readonly FaultInput[]
  /** Where to add the requests. */
  trace: Trace
}

/** Starts a server on a free port, with a world of its own. */
export async function startServer({ scenario, values, faults, trace }: ServerOptions): Promise<RunningServer> {
  const run = { assumptions: values as AssumptionOverrides, faults }
  const simulator = createSimulator(service, withMemoryLimit({ scenario, clock: 'running' }), { run })
  trace.simulators += 1
  simulator.events.listen((event, explain) => {
    const explained = explain()
    if (event.type !== 'request' || explained === undefined) return
    addRequest(trace, { ...event.request, values: explained.entry.explanation.assumptions })
  })
  return serve(simulator, { port: 0 })
}
