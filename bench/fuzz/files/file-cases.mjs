import { drawText, drawValue, writeJson } from '../values/hostile-values.mjs'
import { encodeText, mutateText, mutateValue } from '../values/json-mutations.mjs'
import { BASE, json, SCENARIO, SNAPSHOT, yaml } from './file-bases.mjs'
import { drawLargeFile } from './large-files.mjs'

/** Draws a file: its name and its bytes. */
export function drawFile(draw) {
  if (draw.chance(1 / 60)) return drawLargeFile(draw, draw.skewed(20_000, 900_000))
  return draw.weighted([
    [30, () => yaml('YAML lines', mutateLines(draw, BASE))],
    [15, () => yaml('YAML tokens', mutateYaml(draw, BASE))],
    [10, () => yaml('JSON as YAML', writeJson(mutateValue(draw, SCENARIO)))],
    [20, () => json('scenario values', writeJson(mutateValue(draw, SCENARIO)))],
    [10, () => json('snapshot values', writeJson(mutateValue(draw, SNAPSHOT)))],
    [6, () => json('JSON tokens', mutateText(draw, JSON.stringify(draw.pick([SCENARIO, SNAPSHOT]), undefined, 2)))],
    [5, () => ({ ...yaml('YAML bytes', ''), bytes: encodeText(draw, mutateYaml(draw, BASE)) })],
    [2, () => ({ ...json('any bytes', ''), bytes: draw.bytes(draw.integer(0, 200)) })],
    [2, () => json('any value', writeJson(drawValue(draw)))],
  ])
}

function mutateLines(draw, text) {
  const lines = text.split('\n')
  for (let left = draw.pick([1, 1, 2, 4]); left > 0; left -= 1) {
    const at = draw.integer(0, lines.length - 1)
    draw.weighted([
      [3, () => lines.splice(at, 1)],
      [3, () => lines.splice(at, 0, lines[draw.integer(0, lines.length - 1)])],
      [3, () => lines.splice(at, 1, ' '.repeat(draw.integer(0, 9)) + lines[at].trim())],
      [5, () => lines.splice(at, 1, lines[at].replace(/:.*$/, `: ${drawScalar(draw)}`))],
      [2, () => lines.splice(at, 0, draw.pick(LINES))],
      [2, () => lines.splice(at, 1, lines[at].replace(/\w+:/, `${drawScalar(draw)}:`))],
    ])
  }
  return lines.join(draw.chance(0.95) ? '\n' : draw.pick(['\r\n', '\r', '\n\n']))
}

const SCALARS = [
  ...[
    '~',
    'null',
    'yes',
    'No',
    'true',
    '0o17',
    '0x1f',
    '1e3',
    '.inf',
    '-.INF',
    '.nan',
    '1_000',
    '12:30:45',
    '2026-03-02',
    '2026-02-30',
  ],
  ...[
    '&a x',
    '*a',
    '*missing',
    '&a [*a]',
    '&a {b: *a}',
    '<<: *a',
    '!!binary aGk=',
    '!!js/function "x"',
    '!!set {a, b}',
    '!x y',
    '!!str 1',
  ],
  ...[
    '|',
    '>-',
    '|+2',
    '"\\x00"',
    '"\\ud800"',
    '"\\u{1}"',
    "'it''s'",
    '[',
    ']',
    '{',
    '}',
    '[a, [b, [c]]]',
    '{a: {b: c}}',
    '? a',
    '@a',
    '`a`',
    '%a',
    '#a',
  ],
]

const drawScalar = (draw) =>
  draw.chance(0.6) ? draw.pick(SCALARS) : draw.chance(0.5) ? JSON.stringify(drawText(draw)) : drawText(draw)

const LINES = [
  '---',
  '...',
  '%YAML 1.2',
  '%TAG ! tag:a,2026:',
  '\t- a',
  '- a',
  '? a',
  ': b',
  '<<: *a',
  '__proto__: 1',
  'constructor: {}',
  '#',
  '&a',
  'faults: &a [*a]',
  '? {a: b}\n: c',
  '? [a]\n: c',
]

function mutateYaml(draw, text) {
  const at = draw.integer(0, text.length)
  return draw.weighted([
    [5, () => text.slice(0, at) + drawScalar(draw) + text.slice(at)],
    [
      3,
      () =>
        text.slice(0, at) +
        draw.pick(['\t', '\n', ' ', ':', '- ', ',', '"', "'", '#', '\0', '\ufeff', '\u0085', '\u2028']) +
        text.slice(at),
    ],
    [2, () => text.slice(0, at)],
    [2, () => text + draw.pick(['\n---\n', '\n...\n', '']) + text],
    [1, () => `${draw.pick(LINES)}\n${text}`],
  ])
}
