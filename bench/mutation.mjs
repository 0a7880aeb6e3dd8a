import { constants, setPriority } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { PARTS } from './mutation/parts.mjs'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(
    `Failed to mutate ${unknown.join(', ')}: not a part of the core. Known: ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(2)
}

// It takes long, and other work should not have to wait for it.
setPriority(constants.priority.PRIORITY_LOW)

for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const { files, tests, adapter = 'simulator.fetch' } = PARTS[name]
  if (adapter === 'all') delete process.env.TEST_ADAPTER
  else process.env.TEST_ADAPTER = adapter
  const place = `.stryker/${name.replaceAll('/', '-')}`
  const stryker = new Stryker({
    mutate: files,
    testFiles: tests,
    incrementalFile: `${place}.json`,
    tempDirName: `${place}-sandbox`,
  })
  await stryker.runMutationTest()
}
