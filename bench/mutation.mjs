import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { runParts } from './mutation/full.mjs'
import { listPartFiles } from './mutation/part-files.mjs'
import { PARTS } from './mutation/parts.mjs'
import { runSample } from './mutation/sample.mjs'

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(
    `Failed to mutate ${unknown.join(', ')}: not a part of the core. Known: ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(2)
}
const count = Number(values.sample ?? 1)
if (!Number.isInteger(count) || count < 1) {
  console.error(`Failed to draw mutants: the sample is ${values.sample}. It must be a positive integer.`)
  process.exit(2)
}

// A run takes long, so other work on the machine comes first.
setPriority(constants.priority.PRIORITY_LOW)

listPartFiles()
const names = positionals.length > 0 ? positionals : Object.keys(PARTS)
if (values.sample === undefined) await runParts(names)
else await runSample(names, { seed: values.seed, count })
