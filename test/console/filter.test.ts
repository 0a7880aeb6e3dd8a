import { expect, test } from 'vitest'
import { formatFilter, parseFilter } from '../../src/programs/console/components/forms/filter-field.tsx'

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
