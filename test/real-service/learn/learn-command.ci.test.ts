import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { defineLearnCommand } from '../../../src/cli/commands/learn-command.ts'
import { readAssumptionsFile } from '../../../src/files/assumptions-file.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { runWithReader } from '../../support/run-with-reader.ts'
import { createReaderOf, readSimulator, replyWith, type SimulatedReader } from '../../support/simulated-reader.ts'

const run = (reader: SimulatedReader, ...args: string[]) =>
  runWithReader(defineLearnCommand, reader, '--preset', 'spec', ...args)

test('learn writes a file without the data of the service, which can be read again', async ({ folder }) => {
  const path = folder.path('service.yaml')
  const simulator = createService({ preset: 'spec', deployments: 9, assumptions: { deploymentOrdering: 'name' } })
  const { done, err } = run(readSimulator(simulator), '--out', path)
  await done
  const { preset, assumptions, undecided } = await readAssumptionsFile(path)
  expect({ preset, assumptions }).toMatchObject({ preset: 'spec', assumptions: { deploymentOrdering: 'name' } })
  expect(undecided).toContain('duplicateName')
  expect(err.at(-1)).toBe(
    `Decided ${Object.keys(assumptions).length} of ${Object.keys(assumptions).length + undecided.length} questions. Wrote ${path}.`,
  )
  const text = await readFile(path, 'utf8')
  for (const { id, name } of simulator.db.deployments.list()) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(name)
  }
})

test('learn does not replace a file', async ({ folder }) => {
  const path = await folder.write('service.yaml', 'mine')
  const { done } = run(readSimulator(createService()), '--out', path)
  await expect(done).rejects.toThrow(/already exists\. Name another file, or add --force/)
})

test('--dry-run prints the requests that read the records, and sends nothing', async () => {
  const reader = createReaderOf(() => replyWith([]))
  const { done, out, err } = run(reader, '--dry-run')
  await done
  expect(out.join('\n')).toContain('/v2/deployments')
  expect(err[0]).toMatch(/^Nothing was sent/)
  expect(reader.sent).toBe(0)
})
