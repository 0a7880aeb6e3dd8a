import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  entriesOf,
  floatOf,
  integerOf,
  isJsonObject,
  type JsonValue,
  toFloat,
  toPlain,
} from '../../src/engine/input/json/json-value.ts'
import { type Dialect, type JsonLimits, parseJson, STRICT } from '../../src/engine/input/json/parse-json.ts'
import { decodeJsonText, PYTHON, readJson } from '../../src/fastapi/json/read-json.ts'
import { formatFloat, UnwritableError, writeJson } from '../../src/fastapi/json/write-json.ts'
import { character } from '../support/characters.ts'

function read(text: string): JsonValue {
  const found = readJson(text)
  if (typeof found === 'string' || !('value' in found)) throw new Error(`This is not read: ${text}`)
  return found.value
}

function parse(text: string, dialect: Dialect = PYTHON): JsonValue {
  const parsed = parseJson(text, dialect, { values: 10_000 })
  if (!('value' in parsed)) throw new Error(`This is not parsed: ${text}`)
  return parsed.value
}

/** Spells out what JavaScript does not tell apart: floats, integers, and the order of names. */
function spell(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(spell)
  if (isJsonObject(value)) return { names: [...entriesOf(value)].map(([name, field]) => [name, spell(field)]) }
  return { float: floatOf(value), integer: integerOf(value), value }
}

// Texts that JSON.parse accepts, with the spellings of numbers and texts that JSON.stringify never writes.
const { json } = fc.letrec((tie) => {
  const space = fc.constantFrom('', ' ', '\n', '\t \r')
  const pad = (inner: fc.Arbitrary<string>) => fc.tuple(space, inner, space).map((parts) => parts.join(''))
  const number = fc.constantFrom('0', '-0', '1.0', '-0.0', '1e2', '1E-7', '9007199254740993', '0.10', '12')
  const text = fc.oneof(
    fc.string({ unit: character }).map((value) => JSON.stringify(value)),
    fc.constantFrom('""', '"\\u0031"', '"\\/"', '"\\ud83d\\ude80"', '"\\ud800"', '"7"', '"__proto__"', '"a\\\\"'),
  )
  const join = (left: string, items: readonly string[], right: string) => left + items.join(',') + right
  return {
    json: pad(
      fc.oneof(
        { maxDepth: 4 },
        fc.oneof(number, text, fc.constantFrom('true', 'false', 'null')),
        fc.array(tie('json') as fc.Arbitrary<string>, { maxLength: 4 }).map((items) => join('[', items, ']')),
        fc.array(fc.tuple(pad(text), tie('json') as fc.Arbitrary<string>), { maxLength: 4 }).map((fields) =>
          join(
            '{',
            fields.map((field) => field.join(':')),
            '}',
          ),
        ),
      ),
    ),
  }
})

test('a JSON text has the values that JSON.parse finds', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(toPlain(read(text))).toEqual(plain(JSON.parse(text)))
    }),
  )
})

test('a JSON text keeps its numbers and the order of its names', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(spell(read(text))).toEqual(spell(parse(text)))
    }),
  )
})

test('a JSON text that JSON.parse rejects is not read, unless it contains a number that only Python has', () => {
  fc.assert(
    fc.property(json, fc.nat(), fc.string({ maxLength: 3 }), (text, at, noise) => {
      const changed = text.slice(0, at % (text.length + 1)) + noise + text.slice(at % (text.length + 1))
      fc.pre(!/NaN|Infinity/.test(changed))
      expect(typeof readJson(changed) === 'object' && 'value' in (readJson(changed) as object)).toBe(isJson(changed))
    }),
  )
})

test('a JSON text has the same values in JavaScript’s own dialect', () => {
  fc.assert(
    fc.property(json, (text) => {
      const [value, expected] = [parse(text, STRICT), JSON.parse(text)]
      expect(value).toEqual(expected)
      expect(JSON.stringify(value)).toBe(JSON.stringify(expected))
    }),
  )
})

test('a JSON text is parsed up to exactly as many values and names as it has', () => {
  fc.assert(
    fc.property(json, (text) => {
      const { values, names } = countParts(parse(text))
      // A name that is given twice has two values, but only one of them is left.
      fc.pre(!hasRepeatedName(text))
      const attempt = (limits: JsonLimits) => parseJson(text, PYTHON, limits)
      expect(attempt({ values, names })).toHaveProperty('value')
      expect(attempt({ values: values - 1 })).toEqual({ tooMany: 'values' })
      if (names > 0) expect(attempt({ values, names: names - 1 })).toEqual({ tooMany: 'names' })
    }),
  )
})

test('a JSON text is not read beyond the limits', () => {
  const read = vi.fn(PYTHON.readNumber)
  const text = `{"a":[${'1.0,'.repeat(100_000)}1]}`
  expect(parseJson(text, { ...PYTHON, readNumber: read }, { values: 100 })).toEqual({ tooMany: 'values' })
  expect(read).toHaveBeenCalledTimes(98)
})

test('a JSON text is parsed at any depth if the dialect has no limit', () => {
  const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`
  expect(parseJson(text, STRICT, { values: 200_000 })).toHaveProperty('value')
})

test('a JSON text of any kind is read, or has an error, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0189aeE+-. \n\ud800NIy'.split('')) }), (text) => {
      expect(() => readJson(text)).not.toThrow()
    }),
  )
})

test.for([
  ['1.0'],
  ['-0.0'],
  ['9007199254740993'],
  ['{"b":1,"1":2,"0":3}'],
  ['{"__proto__":{"a":1.0}}'],
  ['[1e+16,1e-07,100.0,123456789012345678901234567890]'],
] as const)('a JSON text is written as it was read: %s', ([text]) => {
  expect(writeJson(read(text))).toBe(text)
})

test.for([
  ['NaN', Number.NaN],
  ['[-Infinity]', [Number.NEGATIVE_INFINITY]],
  ['{"a":Infinity,"a":1}', new Map([['a', 1]])],
] as const)('a JSON text contains what only Python has: %s', ([text, value]) => {
  expect(read(text)).toEqual(value)
})

test.for([['NaN'], ['[1e400]'], ['"\\ud800"'], ['{"\\udc00":1}']] as const)(
  'a JSON text cannot be written: %s',
  ([text]) => {
    expect(() => writeJson(read(text))).toThrow(UnwritableError)
  },
)

test('a float as Python writes it has the same value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(formatFloat(value))).toBe(value)
    }),
  )
})

test('a float as Python writes it has a fraction or an exponent, and is read as the same float', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(formatFloat(value)).toMatch(/^-?\d(?:\d*\.\d+|(?:\.\d+)?e[-+]\d{2,3})$/)
      expect(read(formatFloat(value))).toEqual(toFloat(value))
    }),
  )
})

test.for([
  [1, '1.0'],
  [-0, '-0.0'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [1.5e300, '1.5e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [123.25, '123.25'],
  [5e-324, '5e-324'],
] as const)('a float as Python writes it %f is %s', ([value, text]) => {
  expect(formatFloat(value)).toBe(text)
})

test('the bytes of a JSON text can contain very many halves of pairs, and no decoder is created for each', () => {
  const create = vi.spyOn(globalThis, 'TextDecoder')
  try {
    const text = 'a\ud800é\udc00'.repeat(10_000)
    const half = (code: number) => [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    const unit = [0x61, ...half(0xd800), 0xc3, 0xa9, ...half(0xdc00)]
    expect(decodeJsonText(Uint8Array.from(Array(10_000).fill(unit).flat()))).toBe(text)
    expect(create.mock.calls.length).toBeLessThan(3)
  } finally {
    create.mockRestore()
  }
})

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text: string) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-32LE': (text: string) => encode32(text),
  'UTF-32BE with a mark': (text: string) => encode32(`\ufeff${text}`).swap32(),
}
test.for(Object.entries(encodings))('the bytes of a JSON text are decoded from %s', ([, encode]) => {
  // Long enough for several parts, with a character of two code units.
  const text = JSON.stringify({ a: '\u{1f680}'.repeat(20_000) })
  expect(decodeJsonText(encode(text))).toBe(text)
})

test.for([
  ['half of a surrogate pair in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22], '"\ud800"'],
  ['one next to another character', [0x22, 0xed, 0x80, 0x80, 0xed, 0xb0, 0x81, 0x22], '"\ud000\udc01"'],
  ['no part of one', [0x22, 0xed, 0xa0, 0x22], undefined],
  ['no part of another character next to one', [0x22, 0xed, 0xa0, 0x80, 0xed, 0x80, 0x22], undefined],
  ['more bytes than necessary next to one', [0x22, 0xed, 0xa0, 0x80, 0xc1, 0x80, 0x22], undefined],
  ['more of them for a longer character', [0x22, 0xed, 0xa0, 0x80, 0xe0, 0x9f, 0x80, 0x22], undefined],
  ['a code point that does not exist next to one', [0x22, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80], undefined],
  ['a byte without its first one', [0x22, 0xed, 0xa0, 0x80, 0x80, 0x22], undefined],
  ['a character of four bytes next to one', [0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x9a, 0x80], '\ud800\u{1f680}'],
  ['an invalid byte', [0x22, 0xff, 0x22, 0x20], undefined],
  ['half of a code unit', [0xff, 0xfe, 0x22], undefined],
  ['a number that is no code point', [0xff, 0xfe, 0, 0, 0, 0, 0x11, 0], undefined],
] as const)('the bytes of a JSON text can contain %s', ([, bytes, text]) => {
  expect(decodeJsonText(Uint8Array.from(bytes))).toBe(text)
})

/** Counts the values in a value, and the names of its object with most names. */
function countParts(value: JsonValue): { values: number; names: number } {
  const fields = isJsonObject(value) ? [...entriesOf(value)].map(([, field]) => field) : []
  const parts = [...(Array.isArray(value) ? value : fields)].map(countParts)
  return {
    values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
    names: Math.max(fields.length, ...parts.map(({ names }) => names)),
  }
}

function hasRepeatedName(text: string): boolean {
  let isRepeated = false
  const setField: Dialect['setField'] = (object, name, value) => {
    isRepeated ||= (object as Map<string, unknown>).has(name)
    PYTHON.setField(object, name, value)
  }
  parse(text, { ...PYTHON, setField })
  return isRepeated
}

function encode32(text: string): Buffer {
  const bytes = Buffer.alloc([...text].length * 4)
  for (const [index, character] of [...text].entries()) bytes.writeUInt32LE(character.codePointAt(0) ?? 0, index * 4)
  return bytes
}

// An integer has no negative zero.
function plain(value: unknown): unknown {
  if (Object.is(value, -0)) return expect.toSatisfy((found: unknown) => found === 0)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text that is nested too deeply is not parsed', () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    expect(readJson('['.repeat(100_000))).toBe('unreadable')
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
})

test('a text without its last quote is not valid', () => {
  expect(readJson('{"name": "x')).toEqual({ error: expect.objectContaining({ position: 9 }) })
})
