import { Stryker } from '@stryker-mutator/core'
import { PARTS } from './mutation/parts.mjs'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((path) => !(path in PARTS))
if (unknown.length > 0) {
  console.error(
    `Failed to mutate ${unknown.join(', ')}: not a part of the core. Known: ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(2)
}

for (const path of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const { files, tests } = PARTS[path]
  const name = path.replaceAll('/', '-')
  const stryker = new Stryker({
    mutate: files ?? [`${path}/**/*.ts`],
    testFiles: tests,
    incrementalFile: `.stryker/${name}.json`,
    tempDirName: `.stryker/sandbox-${name}`,
  })
  await stryker.runMutationTest()
}
