import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../src/engine/input/json/parse-json.ts'
import { countPosition, PYTHON } from '../../src/fastapi/json/read-json.ts'

const LIMITS = { values: 1000 }

function findJsonError(text: string) {
  const parsed = parseJson(text, PYTHON, LIMITS)
  if (!('error' in parsed)) return undefined
  return { position: countPosition(text, parsed.error), message: parsed.error.message }
}

test.for([
  ['{bad', 1, 'Expecting property name enclosed in double quotes'],
  ['{"name":"a"', 11, "Expecting ',' delimiter"],
  ['{"a" 1}', 5, "Expecting ':' delimiter"],
  ['{"a":}', 5, 'Expecting value'],
  ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
  ['[1 2]', 3, "Expecting ',' delimiter"],
  ['[1,]', 3, 'Expecting value'],
  ['[', 1, 'Expecting value'],
  ['"abc', 0, 'Unterminated string starting at'],
  ['"a\\', 0, 'Unterminated string starting at'],
  ['"a\\x"', 2, 'Invalid \\escape'],
  ['"\\u12g4"', 2, 'Invalid \\uXXXX escape'],
  ['"a\nb"', 2, 'Invalid control character at'],
  ['{} {}', 3, 'Extra data'],
  ['["🚀🚀" x]', 6, "Expecting ',' delimiter"],
  ['["🚀！" x]', 6, "Expecting ',' delimiter"],
  ['["\ud83d\ude00" x]', 5, "Expecting ',' delimiter"],
  ['["\ud83d" x]', 5, "Expecting ',' delimiter"],
  ['["\ude00\ud83d" x]', 6, "Expecting ',' delimiter"],
  ['["\ud83d\ud83d\ude00\ud83d" x]', 7, "Expecting ',' delimiter"],
  ['   ', 3, 'Expecting value'],
  ['01', 1, 'Extra data'],
  ['"\\u0041', 2, 'Invalid \\uXXXX escape'],
  ['-Infinit', 0, 'Expecting value'],
] as const)('the error of a text that is not valid JSON %j: at %i, %s', ([text, position, message]) => {
  expect(findJsonError(text)).toEqual({ position, message })
})

test('the error of a text that is not valid JSON is found only if JSON.parse also finds an error', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, at, noise) => {
      const text = json.slice(0, at % (json.length + 1)) + noise + json.slice(at % (json.length + 1))
      // Python also accepts numbers that JavaScript does not.
      fc.pre(!/NaN|Infinity/.test(text))
      expect(findJsonError(text) === undefined).toBe(isJson(text))
    }),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
