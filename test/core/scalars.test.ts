import { expect, test } from 'vitest'
import { parseUuid } from '../../src/engine/input/schemas/uuid.ts'
import { parseDecimalInteger, parseFloatText, parsePydanticInteger } from '../../src/fastapi/scalars.ts'

const NINES = '9'.repeat(4300)
const UUID = '11111111-2222-3333-4444-555555555555'

test.for([
  ['0', 0n],
  ['-0', 0n],
  ['+5', 5n],
  ['\u00a0\t5\n', 5n],
  ['\u00855', 5n],
  ['007', 7n],
  ['0__1', 1n],
  ['0__0', 0n],
  ['1_000', 1000n],
  ['1_0.00', 10n],
  ['00.0', 0n],
  ['-05', -5n],
  [`-${'9'.repeat(30)}`, BigInt(`-${'9'.repeat(30)}`)],
] as const)('an integer %j is %s', ([text, value]) => {
  expect(parsePydanticInteger(text)).toEqual({ value })
})

test.for([
  '',
  ' ',
  '+',
  '-',
  '+-5',
  '-+5',
  '--5',
  '1__0',
  '_1',
  '1_',
  '1.',
  '.0',
  '1.0_0',
  '1. 0',
  '\ufeff5',
  '５',
  '1e3',
])('an integer %j is not an integer', (text) => {
  expect(parsePydanticInteger(text)).toEqual({ issue: 'syntax' })
})

// As in pydantic-core 2.46.5.
test.for([
  ['4,300 digits', NINES, 'value'],
  ['4,300 characters with the minus', `-${'9'.repeat(4299)}`, 'value'],
  ['a plus beside them', `+${NINES}`, 'value'],
  ['white space around them', ` ${NINES}\n`, 'value'],
  ['a fraction of zeros after them', `${NINES}.00`, 'value'],
  ['underscores between them', [...NINES].join('_'), 'value'],
  ['more zeros in front', `${'0'.repeat(5000)}1`, 'value'],
  ['more zeros behind the point', `1.${'0'.repeat(5000)}`, 'value'],
  ['more white space', `${' '.repeat(5000)}1`, 'value'],
  ['4,301 digits', `${NINES}9`, 'size'],
  ['4,301 characters with the minus', `-${NINES}`, 'size'],
  ['4,301 digits before white space', `${NINES}9 `, 'size'],
  ['4,301 digits before a fraction of zeros', `${NINES}9.0`, 'size'],
  ['4,301 digits before an invalid character', `${NINES}9x`, 'size'],
  ['4,301 digits after a plus', `+${NINES}9`, 'syntax'],
  ['4,301 digits after white space', ` ${NINES}9`, 'syntax'],
  ['4,301 digits after a zero', `0${NINES}9`, 'syntax'],
  ['4,301 digits with underscores', [...NINES, '9'].join('_'), 'syntax'],
  ['4,301 letters', 'x'.repeat(4301), 'syntax'],
] as const)('an integer of %s is parsed as the service does', ([, text, expected]) => {
  const parsed = parsePydanticInteger(text)
  expect('value' in parsed ? 'value' : parsed.issue).toBe(expected)
})

test('an integer that consists only of digits has at most 4,300 of them, after any number of zeros', () => {
  expect(parseDecimalInteger(`${NINES}9`)).toEqual({ issue: 'size' })
  expect(parseDecimalInteger(`${'0'.repeat(5000)}7`)).toEqual({ value: 7n })
})

test.for(['+5', ' 5', '1_0', '1.0', '-1', ''])('an integer %j is not an integer if only digits are allowed', (text) => {
  expect(parseDecimalInteger(text)).toEqual({ issue: 'syntax' })
})

// As in pydantic 2.13.

test.for([
  ['1.5', 1.5],
  [' 1.5\n', 1.5],
  ['+1', 1],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['1_000.5', 1000.5],
  ['1_0e1_0', 100_000_000_000],
  ['inf', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  [' NaN ', Number.NaN],
] as const)('a number %j is %d', ([text, value]) => {
  expect(parseFloatText(text)).toEqual({ value })
})

test.for([
  '0x10',
  '1__0',
  '_1',
  '1_',
  '1_0 ',
  ' 1_0',
  '1 0',
  '',
  '-',
  '1e',
  '.',
  'infinit',
  '\u0663',
  '\ufeff1',
  '1\x1f',
])('a number %j is no number', (text) => {
  expect(parseFloatText(text)).toEqual({ issue: true })
})

test.for([UUID, UUID.replaceAll('-', ''), `{${UUID}}`, `urn:uuid:${UUID}`])('a UUID can be spelled %s', (text) => {
  expect(parseUuid(text)).toEqual({ value: UUID })
})

test('a UUID is parsed in either case and written in lower case', () => {
  expect(parseUuid('AAAAAAAA-2222-3333-4444-55555555555F')).toEqual({ value: 'aaaaaaaa-2222-3333-4444-55555555555f' })
})

test.for([
  ['', 'invalid length: expected length 32 for simple format, found 0'],
  ['1234', 'invalid length: expected length 32 for simple format, found 4'],
  [`{${UUID.replaceAll('-', '')}}`, 'invalid group count: expected 5, found 1'],
  [`urn:uuid:${UUID.replaceAll('-', '')}`, 'invalid group count: expected 5, found 1'],
  [`{${UUID}`, 'invalid character: found `{` at 1'],
  ['1-2-3', 'invalid group count: expected 5, found 3'],
  ['é', 'invalid character: found `é` at 1'],
  ['{1é}', 'invalid character: found `é` at 3'],
  ['1111111-2222-3333-4444-5555555555555', 'invalid group length in group 0: expected 8, found 7'],
  [UUID.slice(0, -1), 'invalid group length in group 4: expected 12, found 11'],
  [`{${UUID.slice(0, -1)}}`, 'invalid group length in group 4: expected 12, found 13'],
  [`urn:uuid:${UUID.slice(0, -1)}`, 'invalid group length in group 4: expected 12, found 20'],
  [`{${UUID.replace('5', 'g')}}`, 'invalid character: found `g` at 25'],
  [`urn:uuid:${UUID.replace('5', 'g')}`, 'invalid character: found `g` at 25'],
  [`{${UUID.replace('5', 'gg')}}`, 'invalid character: found `g` at 26'],
  [`urn:uuid:{${UUID}}`, 'invalid character: found `{` at 10'],
  [`urn:uuid:{${'x'.repeat(34)}}`, 'invalid character: found `x` at 2'],
] as const)('a UUID %j is not a UUID: %s', ([text, issue]) => {
  expect(parseUuid(text)).toEqual({ issue })
})
