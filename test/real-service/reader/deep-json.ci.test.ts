import { expect } from 'vitest'
import { writeAssumptionsFile } from '../../../src/entries/files/assumptions-file.ts'
import { defineDriftCommand } from '../../../src/programs/cli/commands/drift-command.ts'
import { defineLearnCommand } from '../../../src/programs/cli/commands/learn-command.ts'
import { defineRecordCommand } from '../../../src/programs/cli/commands/record-command.ts'
import { readHarFile } from '../../../src/programs/real-service/har/read-har.ts'
import { test } from '../../support/folder.ts'
import { runWithReader } from '../../support/run-with-reader.ts'
import { createReaderOf, replyWith } from '../../support/simulated-reader.ts'

const LEVELS = 100_000
const lists = '['.repeat(LEVELS) + ']'.repeat(LEVELS)
const objects = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`
const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const deployment = `{"id":"${id}","name":"a","source_config":{"resource_spec":{"labels":${objects}}}}`

const bodies = {
  lists,
  objects,
  'a list of records': `{"resources":${lists},"offset":0}`,
  'a field of a record': `{"resources":[${deployment}],"offset":0}`,
  'a message': `{"detail":${lists}}`,
  'an end that is missing': lists.slice(0, LEVELS),
}

const commands = { record: defineRecordCommand, learn: defineLearnCommand, drift: defineDriftCommand }

for (const [name, command] of Object.entries(commands)) {
  for (const [place, body] of Object.entries(bodies)) {
    for (const status of [200, 401, 422]) {
      test(`${name} says in a sentence that the JSON of a ${status} is nested too deeply: ${place}`, async ({
        folder,
      }) => {
        const file = await folder.write(
          'service.yaml',
          await writeAssumptionsFile({ preset: 'spec', assumptions: {} }, 'a'),
        )
        const reader = createReaderOf(() => ({ ...replyWith(null, status), body }))
        const { done, err } = runWithReader(command, reader, ...(name === 'drift' ? ['--against', file] : []))
        const error = await done.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        expect(error).not.toBeInstanceOf(RangeError)
        const said = [...err, String(error)].join('\n')
        expect(said).toMatch(status === 200 ? /JSON that is nested too deeply/ : new RegExp(`\\b${status}\\b`))
      })
    }
  }
}

test('a HAR file that is nested too deeply is none', async ({ folder }) => {
  const file = await folder.write('deep.har', `{"log":{"entries":[${objects}]}}`)
  await expect(readHarFile(file)).rejects.toThrow(/it is no HAR/)
})
