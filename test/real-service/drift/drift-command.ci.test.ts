import { expect } from 'vitest'
import { writeAssumptionsFile } from '../../../src/entries/files/assumptions-file.ts'
import { readAssumptionsFile } from '../../../src/entries/files/index.ts'
import { defineDriftCommand } from '../../../src/programs/cli/commands/drift-command.ts'
import { exitCodeOf } from '../../../src/programs/cli/exit-codes.ts'
import { createService } from '../../support/control-plane.ts'
import { test as base } from '../../support/folder.ts'
import { runWithReader } from '../../support/run-with-reader.ts'
import { isFull } from '../../support/scope.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

// The response to an offset past the end is 404 now.
const changed = () =>
  readSimulator(createService({ preset: 'spec', deployments: 9, assumptions: { offsetBeyondEnd: '404' } }))

const test = base.extend<{ file: string }>({
  file: async ({ folder }, use) => {
    const assumptions = { offsetBeyondEnd: 'empty', repositoryFields: 'short' }
    await use(
      await folder.write('service.yaml', await writeAssumptionsFile({ preset: 'spec', assumptions }, 'learned')),
    )
  },
})

test('drift is an error that says what to do, after the report', { skip: !isFull, timeout: 180_000 }, async ({
  file,
}) => {
  const { done, out } = runWithReader(defineDriftCommand, changed(), '--against', file)
  await expect(done).rejects.toThrow(/service\.yaml" says: it differs in 1 way\. .* Then --accept writes the new state/)
  expect(out.join('\n')).toMatch(/^- offsetBeyondEnd: .*\n {2}Learned empty: .*\n {2}Now 404: /m)
})

test('what was accepted is no drift any more', { skip: !isFull, timeout: 180_000 }, async ({ file }) => {
  await runWithReader(defineDriftCommand, changed(), '--against', file, '--accept').done
  expect(await readAssumptionsFile(file)).toMatchObject({ assumptions: { offsetBeyondEnd: '404' } })
  const { done, out } = runWithReader(defineDriftCommand, changed(), '--against', file)
  await done
  expect(out.join('\n')).toMatch(/^The service behaves as .*service\.yaml says\.$/m)
})

test('what could not be compared is an error, unless that is allowed', { timeout: 180_000 }, async ({ folder }) => {
  const assumptions = { offsetBeyondEnd: '404', duplicateName: 'accepted' }
  const path = await folder.write(
    'service.yaml',
    await writeAssumptionsFile({ preset: 'spec', assumptions }, 'learned'),
  )
  const { done, out } = runWithReader(defineDriftCommand, changed(), '--against', path)
  const error = await done.catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/1 question could not be compared\. .*add --allow-unchecked/)
  expect(exitCodeOf(error)).toBe(3)
  expect(out.join('\n')).toMatch(
    /^1 of 69 questions compared, 67 never decided\.\nLearned, but not compared: duplicateName\./m,
  )
  await runWithReader(defineDriftCommand, changed(), '--against', path, '--allow-unchecked').done
})

test('--dry-run prints the requests, also those of tests, and sends nothing', async ({ file, folder }) => {
  await folder.write('trace-1-a.jsonl', JSON.stringify({ method: 'GET', path: '/v2/deployments', query: '?limit=7' }))
  const reader = createReaderOf(() => replyWith([]))
  const { done, out } = runWithReader(
    defineDriftCommand,
    reader,
    '--against',
    file,
    '--dry-run',
    '--trace',
    folder.path('.'),
  )
  await done
  expect(out).toContain('GET /v2/deployments?limit=7')
  expect(out.join('\n')).toContain('/v2/auth/providers')
  expect(reader.sent).toBe(0)
})

test('a look for drift cannot be resumed', async ({ file }) => {
  const { done } = runWithReader(defineDriftCommand, changed(), '--against', file, '--resume')
  await expect(done).rejects.toThrow(/^Failed to use --resume: responses of different times say nothing about one/)
})

test('a file that does not exist is an error', async ({ folder }) => {
  const { done } = runWithReader(defineDriftCommand, changed(), '--against', folder.path('none.yaml'))
  await expect(done).rejects.toThrow(/none\.yaml: file not found\. Check the path\./)
})
