import { drawNumber, drawText, drawValue } from './hostile-values.mjs'

/** A copy of a JSON value with one or more changes of its structure. */
export function mutateValue(draw, value) {
  let changed = structuredClone(value)
  for (let left = draw.pick([1, 1, 1, 2, 3, 6]); left > 0; left -= 1) changed = changeOnce(draw, changed)
  return changed
}

function changeOnce(draw, value) {
  const places = listPlaces(value)
  if (places.length === 0) return drawValue(draw)
  const { holder, key } = draw.pick(places)
  // `defineProperty` makes a key such as __proto__ a field.
  const set = (field, content) =>
    Object.defineProperty(holder, field, { value: content, writable: true, enumerable: true, configurable: true })
  draw.weighted([
    [25, () => set(key, drawValue(draw))],
    [15, () => set(key, changeScalar(draw, holder[key]))],
    [12, () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key])],
    [10, () => set(key, draw.pick([null, '', 0, [], {}, false]))],
    [8, () => set(Array.isArray(holder) ? holder.length : drawText(draw), drawValue(draw))],
    [6, () => set(key, [holder[key]])],
    [4, () => set(key, { [draw.pick(['value', 'kind', '__proto__', 'a'])]: holder[key] })],
    [6, () => set(key, structuredClone(draw.pick(places).holder))],
    // An array with its own `constructor` could not be sliced any more.
    [4, () => Array.isArray(holder) || set(draw.pick(['__proto__', 'constructor', 'toJSON', 'then', '']), holder[key])],
    [
      4,
      () =>
        Array.isArray(holder[key]) &&
        set(
          key,
          Array.from({ length: draw.skewed(1, 300) }, () => holder[key][0] ?? 1),
        ),
    ],
  ])
  return value
}

function changeScalar(draw, value) {
  if (typeof value === 'number') return draw.pick([String(value), -value, value + 0.5, drawNumber(draw)])
  if (typeof value === 'boolean') return draw.pick([Number(value), String(value), 'yes', null])
  if (typeof value !== 'string') return draw.pick([JSON.stringify(value), drawText(draw)])
  const at = draw.integer(0, value.length)
  return draw.pick([
    value.slice(0, at) + drawText(draw) + value.slice(at),
    value.slice(0, at),
    value.toUpperCase(),
    ` ${value} `,
    Number(value),
    [value],
  ])
}

function listPlaces(value, found = []) {
  if (typeof value !== 'object' || value === null) return found
  for (const key of Object.keys(value)) {
    found.push({ holder: value, key })
    listPlaces(value[key], found)
  }
  return found
}

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '//',
  '/**/',
  'null',
  'NaN',
  '0',
  '1e999',
  '\\ud800',
  '\0',
  ' ',
  '\n',
]

/** Changes JSON as text, like a client that writes JSON by hand. */
export function mutateText(draw, text) {
  const at = draw.integer(0, text.length)
  const to = Math.min(text.length, at + draw.integer(1, 12))
  return draw.weighted([
    [20, () => text.slice(0, at) + draw.pick(TOKENS) + text.slice(at)],
    [20, () => text.slice(0, at) + text.slice(to)],
    [10, () => text.slice(0, at)],
    [10, () => text.slice(0, to) + text.slice(at)],
    [6, () => `\ufeff${text}`],
    [6, () => text + draw.pick([',', ' ', '\n\n', text, '}', '\0'])],
    [6, () => text.replaceAll('"', "'")],
    [6, () => text.replace(/[}\]]/, ',$&')],
    [8, () => text.replace(/\{("[^"]*":)/, `{$1${draw.pick(['1', 'null', '"x"', '{}'])},$1`)],
  ])
}

/** The bytes of a text in one of the encodings that clients mistake for UTF-8. */
export function encodeText(draw, text) {
  return draw.weighted([
    [85, () => Buffer.from(text)],
    [3, () => Buffer.from(text, 'utf16le')],
    [3, () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    [3, () => Buffer.from(text, 'latin1')],
    [3, () => Buffer.concat([Buffer.from(text), Buffer.from([0xc0, 0x80])])],
    [3, () => spoilByte(draw, Buffer.from(text))],
  ])
}

function spoilByte(draw, bytes) {
  if (bytes.length > 0)
    bytes[draw.integer(0, bytes.length - 1)] = draw.pick([0, 0x80, 0xc0, 0xed, 0xf5, 0xff, 0x0a, 0x22])
  return bytes
}
