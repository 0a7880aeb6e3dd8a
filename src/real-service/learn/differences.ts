// What of two responses differs, in words that stay the same when the data changes.

import { type Aspects, listDifferent } from './aspects.ts'

// What these contain is data, so their names only say that they differ.
const OF_DATA: Readonly<Record<string, string>> = {
  members: 'other records are selected',
  count: 'another number of records is returned',
}

/**
 * Names the differences between a response and the expected one, such as `status: 400 instead of 422`. The same
 * difference has the same name for every request and every time, so it can be recognized.
 */
export function nameDifferences(expected: Aspects, received: Aspects): readonly string[] {
  const names = listDifferent(expected, received)
  // How many there are follows from which ones.
  const told = names.filter((name) => !(name === 'count' && names.includes('members')))
  // Everything else differs because the status does.
  if (told.includes('status')) return [describe('status', expected, received)]
  return told.map((name) => describe(name, expected, received)).sort()
}

function describe(name: string, { [name]: expected = '' }: Aspects, { [name]: received = '' }: Aspects): string {
  const ofData = OF_DATA[name]
  if (ofData !== undefined) return ofData
  if (name === 'fields') return describeFields(expected.split(' '), received.split(' '))
  if (expected === '') return `${name}: ${received} is new`
  if (received === '') return `${name}: ${expected} is gone`
  return `${name}: ${received} instead of ${expected}`
}

function describeFields(expected: readonly string[], received: readonly string[]): string {
  const gone = expected.filter((field) => !received.includes(field))
  const added = received.filter((field) => !expected.includes(field))
  const parts = [
    ...(gone.length === 0 ? [] : [`${gone.join(', ')} gone`]),
    ...(added.length === 0 ? [] : [`${added.join(', ')} new`]),
  ]
  return `fields: ${parts.join('; ')}`
}

/** Whether a difference may follow from the data. */
export function isOfData(difference: string): boolean {
  return Object.values(OF_DATA).includes(difference)
}
