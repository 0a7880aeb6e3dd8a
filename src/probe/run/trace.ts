// What the requests of a run depended on.

import { readTraceLines } from '../../run/read-traces.ts'

export interface TracedRequest {
  operation: string | null
  /** The entries of the register that the response depends on. */
  assumptions: readonly string[]
  values: Readonly<Record<string, string>>
  faults: readonly string[]
}

/** What the requests of a run depended on, counted. */
export interface Trace {
  simulators: number
  requests: number
  /** How many requests there were of each operation. */
  readonly operations: Map<string, number>
  /** How many requests of each operation depended on an entry, by its id. */
  readonly touched: Map<string, Map<string, number>>
  /** The values that the entries had. */
  readonly values: Map<string, Set<string>>
  readonly faults: Set<string>
}

/** The place of requests that match no operation. */
const NO_OPERATION = 'no operation'

export function createTrace(): Trace {
  return {
    simulators: 0,
    requests: 0,
    operations: new Map(),
    touched: new Map(),
    values: new Map(),
    faults: new Set(),
  }
}

export function addRequest(trace: Trace, { operation, assumptions, values, faults }: TracedRequest): void {
  const name = operation ?? NO_OPERATION
  trace.requests += 1
  count(trace.operations, name)
  for (const id of assumptions)
    count(
      findOrCreate(trace.touched, id, () => new Map<string, number>()),
      name,
    )
  for (const [id, value] of Object.entries(values)) {
    findOrCreate(trace.values, id, () => new Set<string>()).add(value)
  }
  for (const id of faults) trace.faults.add(id)
}

/** Adds what the simulators in other processes have written to a folder. */
export async function readTraces(folder: string, trace: Trace): Promise<void> {
  for await (const line of readTraceLines(folder)) addLine(line, trace)
}

function addLine(entry: Partial<TracedRequest> & { simulator?: boolean }, trace: Trace): void {
  if (entry.simulator === true) trace.simulators += 1
  if (!('operation' in entry)) return
  const { operation = null, assumptions = [], values = {}, faults = [] } = entry
  addRequest(trace, { operation, assumptions, values, faults })
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function findOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create()
  map.set(key, found)
  return found
}
