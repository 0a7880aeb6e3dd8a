import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wilson } from '../statistics.mjs'
import { drawMutants } from './draw.mjs'
import { listPartFiles } from './part-files.mjs'
import { PARTS } from './parts.mjs'

const FILE = [
  'src/engine/input/text/quote.ts',
  'src/engine/input/options/extend.ts',
  'src/engine/limits/bounded-map.ts',
]
const draw = async (seed, count) => (await drawMutants(FILE, { seed, count })).drawn.map(({ key }) => key)

test('every file of the engine, the framework and the service belongs to one part', () => {
  assert.deepEqual(Object.keys(listPartFiles()), Object.keys(PARTS))
})

test('a seed draws the same mutants again, and a larger sample contains a smaller one', async () => {
  const drawn = await draw('7', 10)
  assert.equal(new Set(drawn).size, 10)
  assert.deepEqual(await draw('7', 10), drawn)
  assert.deepEqual(await draw('7', 4), drawn.slice(0, 4))
  assert.notDeepEqual(await draw('8', 10), drawn)
})

test('a confidence interval stays between 0 and 1', () => {
  assert.deepEqual(
    wilson(0.5, 100).map((limit) => limit.toFixed(3)),
    ['0.404', '0.596'],
  )
  assert.deepEqual(
    wilson(1, 20).map((limit) => limit.toFixed(3)),
    ['0.839', '1.000'],
  )
})
