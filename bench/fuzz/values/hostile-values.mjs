const ASTRAL = '\u{1f9ea}'
const COMBINING = 'Z\u0351\u036b\u0343'

const TEXTS = [
  ...['', ' ', '\0', '\t', '\n', '\r\nX-Injected: 1\r\n\r\n', '\u001b[2J', '\u007f', '\u0085', '\u2028', '\ufeff'],
  ...[
    '\ud800',
    '\udfff',
    'a\ud800b',
    '\udc00\ud800',
    '\uffff',
    '\u202egpj.exe',
    ASTRAL,
    COMBINING,
    'ﬃ',
    'İ',
    'ß',
    '１',
  ],
  ...[
    'null',
    'true',
    'false',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
    '0',
    '-1',
    '1e3',
    '0x10',
    '1_000',
    '+1',
    ' 1 ',
    '1.0',
  ],
  ...['2147483648', '9007199254740993', '18446744073709551616', '1e400', '-1e400', '9'.repeat(400), '9'.repeat(4301)],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', '$ref', 'length', '0'],
  ...['<script>alert(1)</script>', "' OR 1=1 --", '"', '\\', '\\u0000', '{{7*7}}', '%s%n', '../../etc/passwd'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '{00000000-0000-0000-0000-000000000000}',
    '00000000000000000000000000000000',
  ],
  ...[
    'urn:uuid:00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ',',
    ',,,',
    ';',
    '&',
    '=',
  ],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2400-02-29T24:00:00Z'],
  ...['2026-03-02T09:00:00+23:59', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'],
  ...['READY', 'AWAITING_DATABASE', 'dev', 'prod', 'github', 'default', 'https://github.com/a/b', 'file:///etc/passwd'],
  ...['(a+)+$', 'a'.repeat(64), '.', '..', '/', '//', '~', 'CON', 'a/b', '_s', '_simulator'],
]

/** A text that software often mishandles. */
export function drawText(draw) {
  return draw.weighted([
    [60, () => draw.pick(TEXTS)],
    [10, () => draw.pick(TEXTS) + draw.pick(TEXTS)],
    [10, () => String.fromCharCode(...draw.many(0, 12, () => draw.integer(0, 0xffff)))],
    [10, () => String.fromCharCode(...draw.many(0, 24, () => draw.integer(0x20, 0x7e)))],
    [6, () => draw.pick(['a', 'é', ASTRAL, '\ud800', ' ', '"', '\\', '%', ',']).repeat(draw.skewed(10, 3000))],
    [4, () => drawUuid(draw)],
  ])
}

/** An id in a valid format. */
export function drawUuid(draw) {
  return draw
    .bytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const NUMBERS = [
  ...[0, -0, 1, -1, 2, 99, 100, 101, 1000, 0.5, -0.5, 1e-7, 1e21, 1e308, -1e308, 5e-324],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64],
  ...[8.64e15, 8.64e15 + 1, -62135596800000, 253402300799999, 253402300800000],
]

/** A number at a boundary. */
export const drawNumber = (draw) => (draw.chance(0.8) ? draw.pick(NUMBERS) : draw.integer(-1000, 1000))

// Placeholders for JSON that cannot be written from a JavaScript value.
const RAW = ['NaN', 'Infinity', '-Infinity', '1e400', '-1e400', '-0', '01', '+1', '.5', '1.', '0x1f', 'undefined']
const VALID_RAW = ['9'.repeat(300), '9'.repeat(5000), '-9'.padEnd(4302, '9'), '0.1'.padEnd(500, '3'), '1e-999', '1E+2']
const MARK = '\ue000raw:'

/** A text that `writeJson` replaces with the raw JSON it stands for. */
export const markRaw = (text) => MARK + text

/** Any JSON value, nested a few levels deep. */
export function drawValue(draw, levels = 3) {
  const scalars = [
    [30, () => drawText(draw)],
    [20, () => drawNumber(draw)],
    [12, () => draw.pick([null, true, false])],
    [3, () => markRaw(draw.pick(VALID_RAW))],
    [1, () => markRaw(draw.pick(RAW))],
    [1, () => drawNested(draw)],
  ]
  if (levels === 0) return draw.weighted(scalars)
  return draw.weighted([
    ...scalars,
    [12, () => draw.many(0, 4, () => drawValue(draw, levels - 1))],
    [12, () => Object.fromEntries(draw.many(0, 4, () => [drawText(draw), drawValue(draw, levels - 1)]))],
  ])
}

// As text, because cloning and writing it as a value would need an equally deep stack.
function drawNested(draw) {
  const levels = draw.pick([20, 99, 100, 101, 499, 500, 501, 1500])
  const [open, close] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])
  return markRaw(`${open.repeat(levels)}1${close.repeat(levels)}`)
}

/** Writes a value as JSON, with placeholders replaced by their raw JSON. */
export function writeJson(value) {
  return JSON.stringify(value).replace(new RegExp(`"${MARK}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, raw) =>
    JSON.parse(`"${raw}"`),
  )
}
