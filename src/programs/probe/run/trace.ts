// What the requests of a run depended on.

import { readTraceLines } from '../../../entries/run/read-traces.ts'

export interface TracedRequest {
  operation: string | null
  /** The entries of the register that the response depends on. */
  assumptions: readonly string[]
  values: Readonly<Record<string, string>>
  faults: readonly string[]
}

/** What the requests of a run depended on, counted. */
export type Trace = ReturnType<typeof createTrace>

/** The place of requests that match no operation. */
const NO_OPERATION = 'no operation'

export function createTrace() {
  return {
    simulators: 0,
    /** The titles of services that simulators had, but that the run is not about. */
    ignored: new Set<string>(),
    requests: 0,
    /** How many requests there were of each operation. */
    operations: new Map<string, number>(),
    /** How many requests of each operation depended on an entry, by its id. */
    touched: new Map<string, Map<string, number>>(),
    /** The values that the entries had. */
    values: new Map<string, Set<string>>(),
    /** The ids of the faults that applied. */
    faults: new Set<string>(),
  }
}

export function addRequest(trace: Trace, { operation, assumptions, values, faults }: TracedRequest): void {
  const name = operation ?? NO_OPERATION
  trace.requests += 1
  count(trace.operations, name)
  for (const id of assumptions) {
    const counts = trace.touched.get(id) ?? new Map<string, number>()
    trace.touched.set(id, counts)
    count(counts, name)
  }
  for (const [id, value] of Object.entries(values))
    trace.values.set(id, (trace.values.get(id) ?? new Set<string>()).add(value))
  for (const id of faults) trace.faults.add(id)
}

/** Adds what the simulators in other processes have written to a folder. */
export async function readTraces(folder: string, trace: Trace): Promise<void> {
  for await (const line of readTraceLines(folder)) {
    const entry: Partial<TracedRequest> & { simulator?: boolean; ignored?: string } = line
    if (entry.simulator === true) trace.simulators += 1
    if (entry.ignored !== undefined) trace.ignored.add(entry.ignored)
    const { operation = null, assumptions = [], values = {}, faults = [] } = entry
    if ('operation' in entry) addRequest(trace, { operation, assumptions, values, faults })
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
