import { expect, test } from 'vitest'
import { measureEdits } from '../../src/engine/input/text/edit-distance.ts'
import { suggestWord } from '../../src/engine/input/text/suggestion.ts'

test.for<[given: string, known: string[], suggested: string | undefined]>([
  ['spek', ['langsmith', 'spec'], 'spec'],
  ['SPEC', ['spec'], 'spec'],
  ['spec', ['SPEC'], 'SPEC'],
  ['a', ['b', ''], undefined],
  ['ab', ['cd', 'ac'], 'ac'],
  ['abc', ['abxy'], undefined],
  ['abcd', ['abxy'], 'abxy'],
  ['abcdef', ['abcxyz'], undefined],
  ['abcdef', ['abcdxy'], 'abcdxy'],
  ['abcdefg', ['abcdxyz'], 'abcdxyz'],
  ['abcdefg', ['abcdefgxyz'], 'abcdefgxyz'],
  ['abcdefg', ['abcwxyz'], undefined],
  ['abcdefghijkl', ['abcdefghwxyz'], undefined],
  ['limits', ['limxt', 'limit', 'limis'], 'limit'],
  ['anything', [], undefined],
])('a suggestion for %j among %j is %j', ([given, known, suggested]) => {
  expect(suggestWord(given, known)).toBe(suggested === undefined ? '' : ` Did you mean "${suggested}"?`)
})

test.for<[from: string, to: string, edits: number]>([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['b', 'ab', 1],
  ['ab', 'b', 1],
  ['ab', 'ba', 1],
  ['ab', 'xa', 2],
  ['ab', 'bx', 2],
  ['kitten', 'sitting', 3],
])('the edits between two sequences %j and %j are %j', ([from, to, edits]) => {
  expect(measureEdits(from, to)).toBe(edits)
})

test('the edits between two sequences cost as much as replacing an item costs', () => {
  const ignoringCase = (one: string, other: string): number => (one.toLowerCase() === other.toLowerCase() ? 0 : 0.5)
  expect(measureEdits('Abc', 'aBx', ignoringCase)).toBe(0.5)
})
