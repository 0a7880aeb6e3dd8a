import { expect, test } from 'vitest'
import { formatFilter, parseFilter } from '../../src/console/components/forms/filter-field.tsx'
import type { ResourceDescription } from '../../src/console/store/api.ts'
import { listMistyped, readFilter } from '../../src/console/views/data/list/list-request.ts'
import { createSimulator } from '../../src/index.ts'

const NAMES = ['status', 'name_contains']

test('a filter has fields, and text that is none', () => {
  expect(parseFilter('status=READY night shift name_contains="a b"', NAMES)).toEqual({
    fields: { status: 'READY', name_contains: 'a b' },
    text: 'night shift',
  })
})

test('a name that is not a field is text', () => {
  expect(parseFilter('other=1', NAMES)).toEqual({ fields: {}, text: 'other=1' })
})

test.each(['status=READY', 'name_contains="a b" night', 'night', ''])('writes %j as it was', (text) => {
  expect(formatFilter(parseFilter(text, NAMES))).toBe(text)
})

test('a field that is being typed has an empty value', () => {
  expect(parseFilter('status=', NAMES)).toEqual({ fields: { status: '' }, text: '' })
})

test.each<[string, string[]]>([
  ['status=BAD', ['status']],
  ['deployment_type=PROD status=READY', ['deployment_type']],
  ['status=READY remote_reconciled=yes limit=5 name_contains=x', []],
  ['status=', []],
])('%j has values that are none of the known ones for %j', async (q, expected) => {
  const response = await createSimulator({ scenario: 'empty' }).fetch('/_simulator/schemas')
  const { resources } = (await response.json()) as { resources: ResourceDescription[] }
  const deployments = resources.find(({ name }) => name === 'deployments') as ResourceDescription
  expect(listMistyped(deployments, readFilter(deployments, { q })).map(({ name }) => name)).toEqual(expected)
})
