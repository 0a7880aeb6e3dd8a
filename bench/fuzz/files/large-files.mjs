import { fillings } from '../values/fillings.mjs'
import { BASE, json, SCENARIO, yaml } from './file-bases.mjs'

const many = (bytes, make) => {
  const count = Math.ceil(bytes / make(100_000).length)
  return Array.from({ length: count }, (_, index) => make(index)).join('')
}

const LARGE = {
  'unknown keys': (bytes) => yaml('', BASE + many(bytes, (index) => `key${index}: 1\n`)),
  'equal keys': (bytes) => yaml('', BASE + many(bytes, () => 'name: a\n')),
  'unknown keys in a list': (bytes) =>
    yaml('', BASE.replace('faults:', `faults:\n${many(bytes, (index) => `  - key${index}: 1\n`)}`)),
  faults: (bytes) => yaml('', BASE.replace('faults:', `faults:\n${many(bytes, () => '  - effect: {kind: stall}\n')}`)),
  'wrong faults': (bytes) =>
    json('', JSON.stringify({ ...SCENARIO, faults: JSON.parse(fillings['array of ones'](bytes)) })),
  'wrong groups': (bytes) =>
    yaml('', BASE.replace('deployments:', `deployments:\n${many(bytes, () => '  - count: x\n')}`)),
  'deep lists': (bytes) => yaml('', `a: ${'['.repeat(Math.min(bytes, 20_000))}${']'.repeat(Math.min(bytes, 20_000))}`),
  'deep blocks': (bytes) =>
    yaml(
      '',
      many(Math.min(bytes, 20_000), () => '- '),
    ),
  'deep JSON': (bytes) => json('', fillings['deep arrays'](bytes)),
  aliases: (bytes) => yaml('', `a: &a x\n${many(bytes, (index) => `k${index}: *a\n`)}`),
  anchors: (bytes) => yaml('', BASE + many(bytes, (index) => `k${index}: &a${index} x\n`)),
  'aliases of aliases': () =>
    yaml(
      '',
      `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`).join('')}`,
    ),
  merges: (bytes) => yaml('', `a: &a {b: 1}\n${many(bytes, (index) => `k${index}: {<<: *a}\n`)}`),
  documents: (bytes) =>
    yaml(
      '',
      many(bytes, () => '---\na\n'),
    ),
  comments: (bytes) => yaml('', many(bytes, () => '# a\n') + BASE),
  errors: (bytes) =>
    yaml(
      '',
      many(bytes, () => 'a: ]\n'),
    ),
  tabs: (bytes) =>
    yaml(
      '',
      many(bytes, () => '\ta: 1\n'),
    ),
  'a long text': (bytes) => yaml('', BASE.replace('A small one', 'a'.repeat(bytes))),
  'a text of many lines': (bytes) => yaml('', `${BASE}extra: |\n${many(bytes, () => '  a\n')}`),
  'a text without an end': (bytes) => yaml('', `${BASE}extra: "${'a\\n'.repeat(bytes / 3)}`),
  'a flow without an end': (bytes) => yaml('', `${BASE}extra: [${many(bytes, () => 'a, ')}`),
  digits: (bytes) => json('', JSON.stringify(SCENARIO).replace('"seed":7', `"seed":${'9'.repeat(bytes)}`)),
  'unknown keys of JSON': (bytes) => json('', `{${many(bytes, (index) => `"k${index}":1,`)}"a":1}`),
}

/** A file of a size that repeats one thing. */
export function drawLargeFile(draw, bytes) {
  const name = draw.pick(Object.keys(LARGE))
  return { ...LARGE[name](bytes), family: `large files: ${name}` }
}
