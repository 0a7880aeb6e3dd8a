import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import {
  acceptDifferences,
  describeLearned,
  readLearned,
  writeAssumptionsFile,
} from '../../src/entries/files/assumptions-file.ts'
import { readAssumptionsFile } from '../../src/entries/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { test } from '../support/folder.ts'

const content = {
  preset: 'spec' as const,
  assumptions: { offsetBeyondEnd: '404', lastPageOffset: 'limit' },
  undecided: { nameMatching: { possible: ['prefix', 'substring'], because: 'No deployment has a name.' } },
  evidence: { lastPageOffset: { request: 'GET /v2/deployments?limit=1', received: 'offset 1' } },
}

test('a file is read as it was written', async ({ folder }) => {
  const path = await folder.write('service.yaml', await writeAssumptionsFile(content, 'deploymock learn'))
  expect(await readAssumptionsFile(path)).toEqual({
    preset: 'spec',
    assumptions: content.assumptions,
    undecided: ['nameMatching'],
    accepted: [],
  })
})

test('what was learned is said in words, with its source if the file names it', async ({ folder }) => {
  const from = { url: 'https://api.acme-robotics.test', at: '2026-11-23', requests: 61 }
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ ...content, from }, 'deploymock learn'))
  const source = 'from https://api.acme-robotics.test on 2026-11-23'
  expect(describeLearned(await readLearned(service, path))).toEqual({
    offsetBeyondEnd: `Learned ${source}: 404.`,
    lastPageOffset: `Learned ${source}: limit, because GET /v2/deployments?limit=1 returned offset 1.`,
    nameMatching: `Not learned ${source}: No deployment has a name. Possible: prefix, substring.`,
  })
  await folder.write('service.yaml', await writeAssumptionsFile(content, 'deploymock learn'))
  expect(describeLearned(await readLearned(service, path)).offsetBeyondEnd).toBe('Learned: 404.')
})

test('a simulator does what its preset does where nothing is decided, unless that was ruled out', async ({
  folder,
}) => {
  const undecided = {
    nameMatching: { possible: ['substring', 'prefix'], because: 'No deployment has a name.', simulated: 'substring' },
    authentication: { possible: ['apiKey', 'bearer'], because: 'No other was sent.', simulated: 'apiKey' },
    repositoryPaths: { possible: ['v2', '/v3/{integration_id},/v4/{integration_id}'], because: '', simulated: 'v2' },
    timestampFormat: { possible: [], because: 'No value explains it.', simulated: 'microsecondsZ' },
  }
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ ...content, undecided }, 'learned'))
  expect(await readAssumptionsFile(path)).toMatchObject({
    assumptions: { ...content.assumptions, authentication: 'apiKey', repositoryPaths: 'v2' },
    undecided: Object.keys(undecided),
  })
  const { assumptions } = await readAssumptionsFile(path)
  const { fetch, db } = createSimulator({ preset: 'spec', assumptions })
  const [{ id } = { id: '' }] = db.integrations.list({ where: { kind: 'standard' } })
  const ask = async (version: string, headers: Record<string, string>) =>
    (await fetch(`/${version}/integrations/github/${id}/repos`, { headers })).status
  const key = { 'x-api-key': 'any' }
  expect([await ask('v1', key), await ask('v2', key), await ask('v2', {})]).toEqual([404, 200, 403])
  expect(describeLearned(await readLearned(service, path))).toMatchObject({
    authentication: 'Not learned: No other was sent. Possible: apiKey, bearer. Simulated: apiKey.',
    timestampFormat: 'Not learned: No value explains it. Simulated: microsecondsZ.',
  })
})

test('a way of its own that became a value is decided', async ({ folder }) => {
  const undecided = { nameMatching: { possible: [], because: 'No value explains it.' } }
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ ...content, undecided }, 'learned'))
  await acceptDifferences(service, path, { changed: [{ id: 'nameMatching', now: ['prefix'] }], differences: [] })
  expect(await readAssumptionsFile(path)).toMatchObject({
    assumptions: { ...content.assumptions, nameMatching: 'prefix' },
    undecided: [],
  })
})

test('what is accepted becomes the content, and comments stay', async ({ folder }) => {
  const text = (await writeAssumptionsFile(content, 'deploymock learn')).replace(
    'evidence:',
    '# Ask the owner.\nevidence:',
  )
  const path = await folder.write('service.yaml', text)
  const changed = [
    { id: 'lastPageOffset', now: ['returned'] },
    { id: 'offsetBeyondEnd', now: ['emptyPage', '422'] },
  ]
  const difference = { operation: 'GET /v2/deployments', aspect: 'resources[].region', value: 'absent' }
  await acceptDifferences(service, path, { changed, differences: [difference] })
  expect(await readAssumptionsFile(path)).toEqual({
    preset: 'spec',
    assumptions: { lastPageOffset: 'returned' },
    undecided: ['nameMatching', 'offsetBeyondEnd'],
    accepted: [difference],
  })
  expect(await readFile(path, 'utf8')).toMatch(/^# deploymock learn\n.*# Ask the owner\./s)
})

test('what has ended is not accepted any more', async ({ folder }) => {
  const [kept, gone] = ['2', '3'].map((limit) => ({
    operation: `GET /v2/deployments?limit=${limit}`,
    aspect: 'status',
    value: '200 instead of 422',
  }))
  const accepted = [kept, gone].filter((each) => each !== undefined)
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ ...content, accepted }, 'learned'))
  await acceptDifferences(service, path, { changed: [], differences: [], ended: accepted.slice(1) })
  expect(await readAssumptionsFile(path)).toMatchObject({ accepted: [kept] })
})

test('a file with unknown values is an error that names the line', async ({ folder }) => {
  const path = await folder.write('service.yaml', 'assumptions:\n  lastPageOffset: sometimes\n')
  await expect(readAssumptionsFile(path)).rejects.toThrow(/service\.yaml:2:/)
})

test('a file of the version before, which accepts a difference everywhere, is refused', async ({ folder }) => {
  const path = await folder.write('service.yaml', "assumptions: {}\naccepted:\n  - 'status: 404 instead of 200'\n")
  await expect(readAssumptionsFile(path)).rejects.toThrow(/from an earlier version.*Learn the service again/)
})
