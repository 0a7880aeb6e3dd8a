import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readScenarioFile } from '../../../src/entries/files/index.ts'
import { defineRecordCommand } from '../../../src/programs/cli/commands/record-command.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { runWithReader } from '../../support/run-with-reader.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

const run = (...args: string[]) => runIn('default', ...args)

function runIn(scenario: 'default' | 'empty', ...args: string[]) {
  const reader = readSimulator(createService({ scenario, ...(scenario === 'default' ? { deployments: 2 } : {}) }))
  return { ...runWithReader(defineRecordCommand, reader, ...args), reader }
}

test('record writes a file, and says what is in it', async ({ folder }) => {
  const path = folder.path('world.yaml')
  const { done, out, err } = run('--out', path, '--only', 'providers,deployments')
  await done
  expect([out, err]).toEqual([
    [`Wrote ${path} (providers: 6, deployments: 2).`],
    ['Reading the providers', 'Reading the deployments', 'Replacing what is private'],
  ])
  expect(await readScenarioFile(path)).toMatchObject({ name: 'recorded', preset: 'langsmith' })
})

test('record prints the scenario without a file', async () => {
  const { done, out } = run('--only', 'providers')
  await done
  expect(out.join('\n')).toMatch(/^name: recorded$/m)
})

test('record writes the same names with the same key', async ({ folder }) => {
  const key = await folder.write('key', 'a key of more than sixteen bytes')
  const runs = [run('--key', key, '--only', 'providers'), run('--key', key, '--only', 'providers')]
  for (const { done } of runs) await done
  expect(runs[0]?.out).toEqual(runs[1]?.out)
})

test('record warns about what it keeps', async () => {
  const { done, err } = run('--keep', 'names,branches', '--only', 'providers')
  await done
  expect(err[0]).toBe(
    'Warning: --keep names,branches writes the names, branches of the service as they are. Everyone who gets the file can read them. Secrets are replaced nevertheless.',
  )
})

test.for([
  [['--keep', 'secrets'], /Allowed: names, branches, .* Secrets and environments are always replaced\./],
  [['--key', 'nowhere/key'], /^Failed to read the key "nowhere\/key": it does not exist\. Write at least 16 random/],
  [['--resume', 'folder'], /^Failed to use --resume: the records as they were read would have to be on disk, and they/],
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
  await run('--out', path, '--force', '--only', 'providers').done
  expect((await readScenarioFile(path)).name).toBe('recorded')
})

test('record says as JSON what it wrote, and what it did not read', async ({ folder }) => {
  const path = folder.path('world.yaml')
  const { done, out } = run('--out', path, '--json', '--only', 'deployments')
  await done
  expect(JSON.parse(out.join('\n'))).toEqual({
    file: path,
    records: { deployments: 2 },
    missing: [],
    misfits: [],
    assumptions: {},
  })
})

test.for([
  ['a web page', { body: '<html>Maintenance</html>' }, true],
  ['half of it', { body: '[{"id": ' }, true],
  ['an error of a server', { status: 500 }, true],
  ['404', { status: 404 }, false],
] as const)(
  'record writes a world without a list that is %s, and fails unless it is refused',
  async ([_, changes, isFailure], { folder }) => {
    const path = folder.path('world.yaml')
    const service = readSimulator(createService({ deployments: 2 }))
    const reader = createReaderOf(async (request) => {
      const reply = await service.read(request)
      return request.path.endsWith('/providers') ? { ...reply, ...changes } : reply
    })
    const { done, err } = runWithReader(defineRecordCommand, reader, '--out', path, '--only', 'providers,deployments')
    const text =
      'Failed to record all of https://api.acme-robotics.test: not all providers could be read. The world has'
    await (isFailure ? expect(done).rejects.toThrow(text) : done)
    expect(err.join()).toContain('Not read: GET /v2/auth/providers')
    expect(await readScenarioFile(path)).toMatchObject({ deployments: { length: 2 } })
  },
)

test('record writes nothing if there are no records', async ({ folder }) => {
  const path = folder.path('world.yaml')
  await expect(runIn('empty', '--out', path).done).rejects.toThrow(
    'Failed to record https://api.acme-robotics.test: it returned no records, so nothing was written.',
  )
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('record leaves out, and does not count, what a world cannot contain', async ({ folder }) => {
  const path = folder.path('world.yaml')
  const ids = [1, '1', { a: 1 }, { a: 1 }, null]
  const reader = createReaderOf(() => replyWith({ resources: ids.map((id) => ({ id, name: 'one' })) }))
  const { done, out, err } = runWithReader(defineRecordCommand, reader, '--out', path, '--only', 'integrations')
  await done
  expect(out).toEqual([`Wrote ${path} (integrations: 1).`])
  expect(err).toContain('Made up or left out, because no response has it or a world cannot contain it: integrations.id')
  expect((await readScenarioFile(path)).integrations).toHaveLength(1)
})

test('record writes nothing if a world can contain none of the records', async ({ folder }) => {
  const path = folder.path('world.yaml')
  const reader = createReaderOf(() => replyWith({ resources: [{ id: { a: 1 } }] }))
  const { done } = runWithReader(defineRecordCommand, reader, '--out', path, '--only', 'listeners')
  await expect(done).rejects.toThrow('a world can contain none of its records, so nothing was written.')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('record prints the requests that it would send, and sends none', async () => {
  const { done, out, err, reader } = run('--dry-run', '--header', 'X-Api-Key: my-secret-key')
  await done
  const url = 'https://api.acme-robotics.test'
  expect(out).toContain(`GET ${url}/v2/deployments?limit=100&offset=0`)
  expect(out).toContain(`GET ${url}/v2/deployments/{deployment_id}/revisions?limit=100&offset=0`)
  expect(err.join(' ')).toMatch(/Nothing was sent\. .* with X-Api-Key\./)
  expect([...out, ...err].join('\n')).not.toContain('my-secret-key')
  expect(reader.sent).toBe(0)
})

test('record sends nothing but what a dry run prints', async () => {
  const { done, reader } = run()
  const dry = run('--dry-run')
  await Promise.all([done, dry.done])
  const id = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/
  const sent = new Set(reader.requests.map((target) => target.replace(id, '{...}')))
  const printed = dry.out.map((line) => line.replace(/^GET https:\/\/[^/]*/, '').replace(/\{\w+\}/, '{...}'))
  expect(printed).toEqual(expect.arrayContaining([...sent]))
})
