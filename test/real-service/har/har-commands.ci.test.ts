import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readLearned } from '../../../src/entries/files/assumptions-file.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'
import { defineDriftCommand } from '../../../src/programs/cli/commands/drift-command.ts'
import { defineLearnCommand } from '../../../src/programs/cli/commands/learn-command.ts'
import { defineRecordCommand } from '../../../src/programs/cli/commands/record-command.ts'
import { UncheckedError } from '../../../src/programs/real-service/reader/errors.ts'
import { service as declared } from '../../../src/service/service.ts'
import { type Folder, test } from '../../support/folder.ts'
import { type Exchanged, writeHarText } from '../../support/har-entries.ts'
import { runCommand } from '../../support/run-with-reader.ts'

const HEADERS = { 'x-api-key': 'planted-key-7f3a', authorization: 'Bearer planted-token-91bc' }

const create = (options: SimulatorOptions = {}) =>
  createSimulator({ preset: 'spec', seed: 7, deployments: 12, ...options })

/** Uses a service as a client does, and writes its traffic to a file. */
async function writeTraffic(folder: Folder, { fetch, db }: Simulator, more: readonly string[] = []): Promise<string> {
  const name = db.deployments.list()[3]?.name ?? ''
  const targets = [
    '/v2/deployments?limit=100',
    '/v2/deployments?limit=5',
    '/v2/deployments?limit=5&offset=5',
    '/v2/deployments?limit=100&offset=500',
    '/v2/deployments?limit=none',
    `/v2/deployments?limit=100&name_contains=${name.slice(1, -1).toUpperCase()}`,
    '/v2/auth/providers',
    ...more,
  ]
  const exchanged: Exchanged[] = []
  for (const target of targets) {
    const response = await fetch(target, { headers: HEADERS })
    const url = `https://api.acme-robotics.test${target}`
    exchanged.push({ url, headers: HEADERS, status: response.status, body: await response.json() })
  }
  return folder.write('app.har', writeHarText(exchanged))
}

test('learn --har decides what the traffic shows, and names the request that shows it', async ({ folder }) => {
  const service = create({ assumptions: { deploymentOrdering: 'name', offsetBeyondEnd: '404' } })
  const har = await writeTraffic(folder, service)
  const out = folder.path('service.yaml')
  const { done, err } = runCommand(defineLearnCommand, '--har', har, '--preset', 'spec', '--out', out)
  await done
  const { assumptions, evidence, from, undecided } = await readLearned(declared, out)
  expect(service.assumptions).toMatchObject(assumptions)
  expect(assumptions).toMatchObject({ deploymentOrdering: 'name', offsetBeyondEnd: '404', validationStatus: '422' })
  expect(evidence.offsetBeyondEnd?.request).toBe('GET /v2/deployments?limit=100&offset=500 (entry 4 of app.har)')
  expect(undecided.repositoryOrdering?.because).toBe(
    'No request tells it, because no repositories could be read, or none as the contract has them.',
  )
  expect(from).toMatchObject({ url: 'https://api.acme-robotics.test', requests: 7 })
  expect(err).toContain('Read 7 requests to https://api.acme-robotics.test. Nothing was sent.')
  const text = await readFile(out, 'utf8')
  for (const { id, name } of service.db.deployments.list()) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(name)
  }
  expect(text).not.toContain('planted')
})

test('drift --har without a URL says what the traffic shows to be otherwise', async ({ folder }) => {
  const har = await writeTraffic(folder, create())
  const against = folder.path('service.yaml')
  await runCommand(defineLearnCommand, '--har', har, '--preset', 'spec', '--out', against).done
  const same = runCommand(defineDriftCommand, '--har', har, '--against', against)
  await same.done
  expect(same.out.join('\n')).toMatch(/^The service behaves as .* says\.$/m)
  const other = await writeTraffic(folder, create({ assumptions: { offsetBeyondEnd: '404' } }))
  const { done, out } = runCommand(defineDriftCommand, '--har', other, '--against', against)
  await expect(done).rejects.toThrow(/it differs in 1 way/)
  expect(out.join('\n')).toContain('Seen in GET /v2/deployments?limit=100&offset=500 (entry 4 of app.har)')
})

test('drift --har says what was learned and cannot be compared', async ({ folder }) => {
  const har = await writeTraffic(folder, create())
  const against = folder.path('service.yaml')
  await runCommand(defineLearnCommand, '--har', har, '--preset', 'spec', '--out', against).done
  const { log } = JSON.parse(await readFile(har, 'utf8'))
  const fewer = await folder.write('fewer.har', JSON.stringify({ log: { ...log, entries: log.entries.slice(0, 3) } }))
  const { done, out } = runCommand(defineDriftCommand, '--har', fewer, '--against', against)
  await expect(done).rejects.toThrow(UncheckedError)
  expect(out.join('\n')).toMatch(/^Learned, but not compared: .*validationStatus/m)
  await runCommand(defineDriftCommand, '--har', fewer, '--against', against, '--allow-unchecked').done
})

test('record --har writes the records that the traffic shows, and says what it does not show', async ({ folder }) => {
  const service = create()
  const har = await writeTraffic(folder, service)
  const out = folder.path('world.yaml')
  const { done, err } = runCommand(defineRecordCommand, '--har', har, '--preset', 'spec', '--out', out)
  await done
  const text = await readFile(out, 'utf8')
  expect(text.match(/^ {2}- record:/gm)?.length).toBeGreaterThanOrEqual(12)
  expect(text).not.toContain('planted')
  for (const { id, name } of service.db.deployments.list()) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(name)
  }
  expect(err).toContain('Not read: all repositories, because no response shows where their lists end')
})

test('there has to be a URL or a file, and --har sends nothing that --dry-run could print', async () => {
  await expect(runCommand(defineLearnCommand).done).rejects.toThrow(
    /^Failed to learn: there is neither a URL nor --har\. Name the URL of the service, or a HAR file with its requests\.$/,
  )
  await expect(runCommand(defineRecordCommand, '--har', 'app.har', '--dry-run').done).rejects.toThrow(
    /^Failed to record: --dry-run and --har exclude each other\. --har sends nothing\.$/,
  )
})
