// What of two responses differs, in words that stay the same when the data changes.

import type { FormDifference } from '../forms/differences.ts'
import { findAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, listDifferent } from './aspects.ts'
import type { Conclusions } from './conclude.ts'
import { describeRequest } from './describe.ts'

/** What differs from every service that the register describes. */
interface Unexplained extends Pick<Conclusions, 'unexplained'> {
  readonly forms: readonly FormDifference[]
}

// What these contain is data, so their names only say that they differ.
const OF_DATA: Readonly<Record<string, string>> = {
  members: 'other records are selected',
  count: 'another number of records is returned',
  offset: 'another offset is returned',
}

/**
 * Names the differences between a response and the expected one, such as `status: 400 instead of 422`. The same
 * difference has the same name for every request and every time, so it can be recognized.
 */
export function nameDifferences(expected: Aspects, received: Aspects): readonly string[] {
  const names = listDifferent(expected, received)
  // How many there are follows from which ones, and of few records, no order is told.
  const isTold = (name: string) =>
    name === 'count' ? !names.includes('members') : name !== 'order' || (name in expected && name in received)
  const told = names.filter(isTold)
  // Everything else differs because the status or the body does.
  for (const name of ['status', 'body']) if (told.includes(name)) return [describe(name, expected, received)]
  return told.map((name) => describe(name, expected, received)).sort()
}

function describe(name: string, { [name]: expected = '' }: Aspects, { [name]: received = '' }: Aspects): string {
  const ofData = OF_DATA[name]
  if (ofData !== undefined) return ofData
  if (name === 'fields') return describeFields(listWords(expected), listWords(received))
  if (expected === '') return `${name}: ${received} is new`
  if (received === '') return `${name}: ${expected} is gone`
  return `${name}: ${received} instead of ${expected}`
}

const listWords = (text: string) => text.split(' ').filter((word) => word !== '')

function describeFields(expected: readonly string[], received: readonly string[]): string {
  const gone = expected.filter((field) => !received.includes(field))
  const added = received.filter((field) => !expected.includes(field))
  const parts = [
    ...(gone.length === 0 ? [] : [`${gone.join(', ')} gone`]),
    ...(added.length === 0 ? [] : [`${added.join(', ')} new`]),
  ]
  return `fields: ${parts.join('; ')}`
}

/**
 * Names everything that differs, each with the requests whose responses show it. What is said about the fields of an
 * operation is not said again.
 */
export function nameAll({ unexplained, forms }: Unexplained): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>(forms.map(({ request, what }) => [`${request}: ${what}`, []]))
  for (const { request, expected, received } of unexplained) {
    for (const what of nameDifferences(expected, received)) {
      if (isAboutFields(what) && hasForm(forms, request)) continue
      byName.set(what, [...new Set([...(byName.get(what) ?? []), describeRequest(request)])])
    }
  }
  return byName
}

const isAboutFields = (difference: string) => difference.startsWith('fields: ')

/** Whether the form of the operation's results differs. */
export function hasForm(forms: readonly FormDifference[], request: ReadRequest): boolean {
  const operation = findAllowed(request)
  return forms.some((each) => each.operation === operation)
}

/** Whether a difference may follow from the data. */
export function isOfData(difference: string): boolean {
  return Object.values(OF_DATA).includes(difference)
}
