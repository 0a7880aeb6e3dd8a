// node bench/compare-styles.mjs [--requests 300] [--seed 1] [--style plain-node] [--verbose]
// Records and learns services of several styles, and compares their answers with those of simulators made from that.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { compareAnswers } from './styles/compare.mjs'
import { serve } from './styles/serve.mjs'
import { buildService, STYLES } from './styles/try-ways.mjs'
import { buildTies } from './styles/world.mjs'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    style: { type: 'string', multiple: true, default: STYLES.map(({ style }) => style) },
    verbose: { type: 'boolean', default: false },
  },
})

const LEAST_ALIKE = 0.97
const HEADERS = { 'x-api-key': 'any', authorization: 'Bearer any' }
const { simulateStyle } = await bundle('styles/simulate-style.ts')
const count = Number(values.requests)
const seed = Number(values.seed)
for (const style of STYLES.filter((each) => values.style.includes(each.style))) {
  const service = buildService(style, [], seed)
  const world = buildTies(seed, 30)
  const { url, stop } = await serve(service, world)
  try {
    const simulator = await simulateStyle(url, HEADERS)
    const different = await compareAnswers({ url, service, world }, simulator, { count, seed })
    const share = 1 - different.length / count
    console.log(`${style.style}: ${(100 * share).toFixed(1)} % of ${count} answers alike`)
    const causes = new Map()
    for (const { difference, path } of different) causes.set(difference, [...(causes.get(difference) ?? []), path])
    for (const [difference, all] of [...causes].toSorted(([, one], [, other]) => other.length - one.length))
      console.log(`  ${all.length} ${difference}, such as ${all[0]}`)
    if (values.verbose) console.log(simulator.assumptions)
    if (share < LEAST_ALIKE) process.exitCode = 1
  } finally {
    stop()
  }
}
