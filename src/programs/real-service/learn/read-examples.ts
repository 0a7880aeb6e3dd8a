// Reads what a service is learned from.

import type { ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { type ReadOptions, readRecords, type ServiceRecords } from '../records/records.ts'

// A request for each deployment of a large account would leave none to learn with.
const MOST_EXAMPLES = 20

interface ExampleOptions extends ReadOptions {
  readonly requests?: readonly ReadRequest[]
}

/**
 * Reads all lists of a service, but the revisions of only some deployments: the first ones, and those that the requests
 * name which will be compared.
 */
export function readExamples(reader: Reader, { requests = [], ...options }: ExampleOptions): Promise<ServiceRecords> {
  const isNamed = (id: string) => requests.some(({ path }) => path.includes(id))
  return readRecords(reader, { ...options, isSampled: (id, place) => place < MOST_EXAMPLES || isNamed(id) })
}

/** Returns only what was read as a whole: without the deployments whose revisions are unknown. */
export function pickExamples(read: ServiceRecords): ServiceRecords {
  const { records, sampled } = read
  if (sampled === undefined) return read
  const deployments = (records.get('deployments') ?? []).filter(({ id }) => sampled.has(String(id)))
  return { ...read, records: new Map([...records, ['deployments', deployments]]) }
}
