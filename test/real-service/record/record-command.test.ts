import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { defineRecordCommand } from '../../../src/cli/commands/record-command.ts'
import { readScenarioFile } from '../../../src/files/index.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

const ignore = () => undefined

function run(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    log: ignore,
    waitForStop: () => new Promise<void>(ignore),
    endSoon: ignore,
  }
  const reader = readSimulator(createService({ deployments: 5 }))
  const command = defineRecordCommand(io, () => reader)
    .exitOverride()
    .configureOutput({ writeOut: ignore, writeErr: ignore })
  const done = command.parseAsync(['https://api.acme-robotics.test', ...args], { from: 'user' })
  return { done, out, err, reader }
}

test('record writes a file, and says what is in it', async ({ folder }) => {
  const path = folder.path('world.yaml')
  const { done, out, err } = run('--out', path, '--only', 'providers,deployments')
  await done
  expect([out, err]).toEqual([[`Wrote 6 providers, 5 deployments to ${path}.`], []])
  expect(await readScenarioFile(path)).toMatchObject({ name: 'recorded', preset: 'langsmith' })
})

test('record prints the scenario without a file', async () => {
  const { done, out } = run('--limit', '2')
  await done
  expect(out.join('\n')).toMatch(/^name: recorded$/m)
})

test('record writes the same names with the same key', async ({ folder }) => {
  const key = await folder.write('key', 'a key of more than sixteen bytes')
  const runs = [run('--key', key), run('--key', key)]
  for (const { done } of runs) await done
  expect(runs[0]?.out).toEqual(runs[1]?.out)
})

test('record warns about what it keeps', async () => {
  const { done, err } = run('--keep', 'names,branches')
  await done
  expect(err).toEqual([
    'Warning: --keep names,branches writes the names, branches of the service as they are. Everyone who gets the file can read them. Secrets are replaced nevertheless.',
  ])
})

test.for([
  [['--keep', 'secrets'], /Allowed: names, branches, .* Secrets and environments are always replaced\./],
  [['--key', 'nowhere/key'], /^Failed to read the key "nowhere\/key": it does not exist\. Write at least 16 random/],
  [['--limit', '0'], /Allowed: a whole number from 1 to 1000000\./],
] as const)('record rejects %j before it reads anything', async ([args, message]) => {
  const { done, reader } = run(...args)
  await expect(done).rejects.toThrow(message)
  expect(reader.sent).toBe(0)
})

test('record does not replace a file, unless told to, and says so before it reads anything', async ({ folder }) => {
  const path = await folder.write('world.json', 'mine')
  const first = run('--out', path)
  await expect(first.done).rejects.toThrow(
    `Failed to write ${path}: it already exists. Name another file, or add --force to replace it.`,
  )
  expect(first.reader.sent).toBe(0)
  expect(await readFile(path, 'utf8')).toBe('mine')
  await run('--out', path, '--force').done
  expect((await readScenarioFile(path)).name).toBe('recorded')
})
