import { expect } from 'vitest'
import { readAssumptionsFile, writeAssumptionsFile } from '../../src/files/assumptions-file.ts'
import { test } from '../support/folder.ts'

test('what was learned can be written and read', async ({ folder }) => {
  const undecided = { tagMatching: { possible: ['any', 'all'], because: 'No deployment has two tag values.' } }
  const text = await writeAssumptionsFile(
    { preset: 'spec', assumptions: { offsetBeyondEnd: '404' }, undecided },
    'deploymock learn https://api.example.com',
  )
  expect(text).toMatch(/^# deploymock learn https:\/\/api\.example\.com\npreset: spec\n/)
  expect(await readAssumptionsFile(await folder.write('service.yaml', text))).toEqual({
    preset: 'spec',
    assumptions: { offsetBeyondEnd: '404' },
    undecided: ['tagMatching'],
  })
})

test('a file with an unknown value is rejected with its line', async ({ folder }) => {
  const path = await folder.write('service.yaml', 'assumptions:\n  offsetBeyondEnd: maybe\n')
  await expect(readAssumptionsFile(path)).rejects.toThrow(/service\.yaml:2:.*offsetBeyondEnd/)
})
