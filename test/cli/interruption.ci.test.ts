import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { writeAssumptionsFile } from '../../src/entries/files/assumptions-file.ts'
import { createFolder } from '../support/create-folder.ts'
import { test } from '../support/real-service.ts'
import { runCli } from '../support/run-cli.ts'

test.for([
  [['record', '--out', 'FOLDER/world.yaml'], /^Failed to record \S+: it was interrupted after 1 request\. Nothing was/],
  [
    ['learn', '--out', 'FOLDER/new.yaml'],
    /^Failed to learn \S+: it was interrupted after 1 request\. Nothing was decided/,
  ],
  [
    ['drift', '--against', 'FOLDER/service.yaml'],
    /interrupted after 1 request\. What differs is known only at the end/,
  ],
] as const)(
  'Ctrl-C ends %j with a message while it waits, and nothing is written',
  async ([args, message], { service }) => {
    const { path, write, remove } = await createFolder()
    await write('service.yaml', await writeAssumptionsFile({ assumptions: {} }, 'learned'))
    service.respond(() => run.stop())
    const run = runCli(...args.map((each) => each.replace('FOLDER', path('.'))), service.url)
    expect(await run.exit).toBe(130)
    expect(run.err.at(-1)).toMatch(message)
    expect(await readdir(path('.'))).toEqual(['service.yaml'])
    await remove()
  },
)
