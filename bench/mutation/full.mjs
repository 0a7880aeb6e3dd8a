import { Stryker } from '@stryker-mutator/core'
import { PARTS } from './parts.mjs'

/** Runs all mutants of some parts. */
export async function runParts(names) {
  for (const name of names) {
    const { files, tests, adapter = 'simulator.fetch' } = PARTS[name]
    if (adapter === 'all') delete process.env.TEST_ADAPTER
    else process.env.TEST_ADAPTER = adapter
    const place = `.stryker/${name.replaceAll('/', '-')}`
    const stryker = new Stryker({
      configFile: 'bench/mutation/stryker.config.json',
      mutate: files,
      testFiles: tests,
      incrementalFile: `${place}.json`,
      tempDirName: `${place}-sandbox`,
    })
    await stryker.runMutationTest()
  }
}
