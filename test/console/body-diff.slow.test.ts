import { expect, test } from 'vitest'
import { diffBodies } from '../../src/console/views/requests/compare/body-diff.ts'

const show = (before: unknown, after: unknown) =>
  diffBodies(toText(before), toText(after))
    ?.filter(({ kind }) => kind === 'added' || kind === 'removed')
    .flatMap(({ kind, lines }) => lines.map((line) => `${kind === 'added' ? '+' : '-'} ${line.trim()}`))

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const record = (id: string, name = id) => ({ id, name })

test('equal bodies have no difference', () => {
  const body = JSON.stringify({ resources: [record('a')], offset: 1 })
  expect(diffBodies(body, body)?.map(({ kind }) => kind)).toEqual(['folded'])
})

test('compares a record with the record that has its id, wherever it is', () => {
  const before = { resources: [record('a'), record('b'), record('c')], offset: 3 }
  const after = { resources: [record('new'), record('c', 'renamed'), record('a'), record('b')], offset: 3 }
  expect(show(before, after)).toEqual([
    '+ {',
    '+ "id": "new"',
    '+ "name": "new"',
    '+ }',
    '- "name": "c"',
    '+ "name": "renamed"',
  ])
})

test('shows a record that is gone where it was', () => {
  const before = [record('a'), record('b'), record('c')]
  expect(show(before, [record('a'), record('c')])).toEqual(['- {', '- "id": "b"', '- "name": "b"', '- }'])
})

test('shows what stands beside the records', () => {
  const after = { resources: [record('a')], offset: 2 }
  expect(show({ resources: [record('a')], offset: 1 }, after)).toEqual(['- "offset": 1', '+ "offset": 2'])
})

test('compares numbers as they are written', () => {
  expect(show('{"a": 1.0, "b": 12345678901234567890}', '{"a":1,"b":12345678901234567891}')).toHaveLength(4)
  expect(show('{"a": 1.0}', '{"a":1.0}')).toEqual([])
})

test('folds equal lines, and leaves some around each difference', () => {
  const list = Array.from({ length: 50 }, (_, index) => record(`r${index}`))
  const after = list.map((each) => (each.id === 'r25' ? record('r25', 'x') : each))
  const parts = diffBodies(toText(list), toText(after))
  expect(parts?.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['folded', expect.any(Number)],
    ['equal', 3],
    ['removed', 1],
    ['added', 1],
    ['equal', 3],
    ['folded', expect.any(Number)],
  ])
})

test('compares texts that are not JSON', () => {
  expect(show('one\ntwo', 'one\nthree')).toEqual(['- two', '+ three'])
})

test('gives up on bodies that are too large', () => {
  expect(diffBodies(toText(Array.from({ length: 21_000 }, () => 1)), '[]')).toBeUndefined()
})

test('compares a list with an empty one', () => {
  const before = { resources: [record('a')], offset: 1 }
  expect(show(before, { resources: [], offset: 0 })).toEqual([
    ...['- {', '- "id": "a"', '- "name": "a"', '- }'],
    ...['- "offset": 1', '+ "offset": 0'],
  ])
})

test('compares as many lines one by one', () => {
  const before = Array.from({ length: 6000 }, (_, index) => `line ${index}`)
  const after = before.map((line, index) => (index % 2 === 0 ? line : `changed ${index}`))
  const parts = diffBodies(before.join('\n'), after.join('\n')) ?? []
  const count = (kind: string) => parts.filter((part) => part.kind === kind).flatMap(({ lines }) => lines).length
  expect(['equal', 'removed', 'added'].map(count)).toEqual([3000, 3000, 3000])
})

test('replaces what stands between equal lines', () => {
  expect(show('first\nold\nlast', 'first\nnew\nnewer\nlast')).toEqual(['- old', '+ new', '+ newer'])
  expect(show('a\na', 'a\na\na')).toEqual(['+ a'])
  expect(show('', 'a\nb')).toEqual(['- ', '+ a', '+ b'])
})
