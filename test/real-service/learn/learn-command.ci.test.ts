import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readLearned, writeAssumptionsFile } from '../../../src/entries/files/assumptions-file.ts'
import { readAssumptionsFile } from '../../../src/entries/files/index.ts'
import { defineDriftCommand } from '../../../src/programs/cli/commands/drift-command.ts'
import { defineLearnCommand } from '../../../src/programs/cli/commands/learn-command.ts'
import { InterruptedError } from '../../../src/programs/cli/exit-codes.ts'
import { service } from '../../../src/service/service.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { runWithReader } from '../../support/run-with-reader.ts'
import { isFull } from '../../support/scope.ts'
import { createReaderOf, readSimulator, replyWith, type SimulatedReader } from '../../support/simulated-reader.ts'

const run = (reader: SimulatedReader, ...args: string[]) =>
  runWithReader(defineLearnCommand, reader, '--preset', 'spec', ...args)

test('learn writes a file without the data of the service, which can be read again', { timeout: 120_000 }, async ({
  folder,
}) => {
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

test('what was decided before Ctrl-C is in the file, and is not asked again', {
  skip: !isFull,
  timeout: 120_000,
}, async ({ folder }) => {
  const path = folder.path('service.yaml')
  const { fetch } = createService({ preset: 'spec', deployments: 9, assumptions: { deploymentOrdering: 'name' } })
  const reader = readSimulator({
    fetch: async (...args) => {
      if (reader.sent === 30) first.stop()
      return fetch(...args)
    },
  })
  const first = run(reader, '--out', path)
  await expect(first.done).rejects.toThrow(InterruptedError)
  await expect(first.done).rejects.toThrow(
    /^Failed to learn https:\S+: it was interrupted after 3\d requests, when \d+ of \d+ questions were decided\. They are in \S+\. To continue, add --resume \S+service\.yaml\.$/,
  )
  const partly = await readLearned(service, path)
  expect(Object.values(partly.undecided)).toContainEqual({
    possible: expect.any(Array),
    because: 'The run was interrupted.',
    simulated: expect.any(String),
  })
  const second = readSimulator({ fetch })
  await run(second, '--resume', path).done
  const whole = await readLearned(service, path)
  expect(whole).toMatchObject({
    from: { requests: (partly.from?.requests ?? 0) + second.sent },
    assumptions: { ...(partly.assumptions as object), deploymentOrdering: 'name' },
    evidence: partly.evidence,
  })
})

test('with --resume, only what is open is asked, and the rest of the file stays', async ({ folder }) => {
  const simulator = createService({ preset: 'spec', deployments: 9, assumptions: { deploymentOrdering: 'name' } })
  const { deploymentOrdering: _, ...decided } = simulator.assumptions
  const evidence = { offsetBeyondEnd: { request: 'GET /v2/deployments?offset=99', received: 'count: 0' } }
  const from = { url: 'https://api.acme-robotics.test', at: '2026-11-20', requests: 70 }
  const before = await writeAssumptionsFile({ from, preset: 'spec', assumptions: decided, evidence }, 'learned')
  const path = await folder.write('service.yaml', before)
  const reader = readSimulator(simulator)
  await run(reader, '--resume', path).done
  const { from: now, ...learned } = await readLearned(service, path)
  expect(learned).toMatchObject({ assumptions: { ...decided, deploymentOrdering: 'name' }, undecided: {}, evidence })
  expect(now?.requests).toBe(70 + reader.sent)
  const lists = reader.requests.findLastIndex((target) => target.endsWith('limit=100&offset=0'))
  const asked = reader.requests.slice(lists + 1)
  // Without the file, there are about forty.
  expect(asked.length).toBeLessThan(15)
})

const OWN = '/v2/vcs/{integration_id}/repositories,/v2/vcs/forge/{integration_id}/repositories'
const OF_REPOSITORIES = ['repositoryFields', 'repositoryIdType', 'repositoryEnvelope', 'integrationIdFormat']

test('own paths of repositories that a file names are asked, and stay in it', { timeout: 120_000 }, async ({
  folder,
}) => {
  const simulator = createService({
    preset: 'spec',
    deployments: 20,
    assumptions: { repositoryPaths: OWN, repositoryEnvelope: 'items' },
  })
  const named = await writeAssumptionsFile({ preset: 'spec', assumptions: { repositoryPaths: OWN } }, 'named')
  const path = await folder.write('service.yaml', named)
  const reader = readSimulator(simulator)
  await run(reader, '--resume', path).done
  const { assumptions, evidence } = await readLearned(service, path)
  expect(assumptions).toMatchObject({ repositoryPaths: OWN, repositoryEnvelope: 'items' })
  expect(Object.keys(assumptions)).toEqual(expect.arrayContaining(OF_REPOSITORIES))
  expect(evidence.repositoryEnvelope?.request).toMatch(/^GET \/v2\/vcs\/\S+\/repositories$/)
  const again = readSimulator(simulator)
  await runWithReader(defineDriftCommand, again, '--against', path).done
  expect(again.requests.join()).toContain('/repositories')
})

test('a path of another operation is none of repositories', async ({ folder }) => {
  const repositoryPaths =
    '/v2/integrations/github/installations/{integration_id}/repositories,/v2/vcs/{integration_id}/repositories'
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ assumptions: { repositoryPaths } }, 'x'))
  await expect(run(readSimulator(createService()), '--resume', path).done).rejects.toThrow(/another operation has this/)
})

test('learn resumes no file about another service', async ({ folder }) => {
  const from = { url: 'https://other.example', at: '2026-11-26', requests: 7 }
  const path = await folder.write('service.yaml', await writeAssumptionsFile({ from, assumptions: {} }, 'learned'))
  const { done } = run(readSimulator(createService()), '--resume', path)
  await expect(done).rejects.toThrow(/service\.yaml": it is about https:\/\/other\.example\. Name the file of this/)
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
