// What the requests of a run depended on.

import { showLine } from '../../../engine/input/text/quote.ts'
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
    /** Why `db` refused records. */
    refusals: new Set<string>(),
    /** The last request of each test that has not ended, as far as that is known. */
    last: new Map<string | undefined, LastRequest>(),
  }
}

interface LastRequest {
  readonly test?: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly at: number
}

/** Notes when a request was sent, or has got further. */
export function noteRequest({ last }: Trace, request: LastRequest): void {
  last.set(request.test, request)
}

const NAME_TESTS = 'If each test has a limit of its own, the test runner names the one that hangs.'

/** Says which test was probably running when a run was ended, and what its last request was. */
export function describeLast({ last }: Trace): { readonly test?: string; readonly message: readonly string[] } {
  const [latest] = [...last.values()].sort((one, other) => other.at - one.at)
  if (latest === undefined) return { message: ['It sent no request.', NAME_TESTS] }
  const { test, method, path, query } = latest
  const request = `Its last request: ${showLine(`${method} ${path}${query === '' ? '' : `?${query}`}`)}`
  return test === undefined ? { message: [request, NAME_TESTS] } : { test: showLine(test), message: [request] }
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
    const entry: Partial<TracedRequest> & { simulator?: boolean; ignored?: string; refused?: string } = line
    if (entry.simulator === true) trace.simulators += 1
    if (entry.refused !== undefined) trace.refusals.add(entry.refused)
    if (entry.ignored !== undefined) trace.ignored.add(entry.ignored)
    const { operation = null, assumptions = [], values = {}, faults = [] } = entry
    if ('at' in line) noteRequest(trace, line as LastRequest)
    if ('ended' in line) trace.last.delete(line.ended as string)
    if ('operation' in entry) addRequest(trace, { operation, assumptions, values, faults })
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
