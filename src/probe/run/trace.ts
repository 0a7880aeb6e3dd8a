// What the requests of a run depended on.

import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A request of a run. */
export interface TracedRequest {
  operation: string | null
  status: number | null
  /** The entries of the register that the response depends on. */
  assumptions: readonly string[]
  /** Their values. */
  values: Readonly<Record<string, string>>
  /** The ids of the faults that applied. */
  faults: readonly string[]
}

/** What the requests of a run depended on, counted. */
export interface Trace {
  /** How many simulators were created. */
  simulators: number
  requests: number
  /** How many requests there were of each operation. */
  readonly operations: Map<string, number>
  /** How many requests of each operation depended on an entry, by its id. */
  readonly touched: Map<string, Map<string, number>>
  /** The values that the entries had. */
  readonly values: Map<string, Set<string>>
  /** The faults that applied, each with the number of its requests that got a response. */
  readonly faults: Map<string, number>
}

/** The place of requests that match no operation. */
const NO_OPERATION = 'no operation'

const FILE = /^trace-.*\.jsonl$/

/** Creates an empty trace. */
export function createTrace(): Trace {
  return {
    simulators: 0,
    requests: 0,
    operations: new Map(),
    touched: new Map(),
    values: new Map(),
    faults: new Map(),
  }
}

/** Adds a request to a trace. */
export function addRequest(trace: Trace, { operation, status, assumptions, values, faults }: TracedRequest): void {
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
  for (const id of faults) count(trace.faults, id, status === null ? 0 : 1)
}

/** Adds what the simulators in other processes have written to a folder. */
export async function readTraces(folder: string, trace: Trace): Promise<void> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name))
  for (const name of names.toSorted()) {
    const lines = createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Number.POSITIVE_INFINITY })
    for await (const line of lines) addLine(line, trace)
  }
}

// The last line is incomplete if its process was ended while it wrote.
function addLine(line: string, trace: Trace): void {
  const entry = parseLine(line)
  if (entry.simulator === true) trace.simulators += 1
  if (!('operation' in entry)) return
  const { operation = null, status = null, assumptions = [], values = {}, faults = [] } = entry
  addRequest(trace, { operation, status, assumptions, values, faults })
}

function parseLine(line: string): Partial<TracedRequest> & { simulator?: boolean } {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? entry : {}
  } catch {
    return {}
  }
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function findOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create()
  map.set(key, found)
  return found
}
