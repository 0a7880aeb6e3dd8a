import { expect, test } from 'vitest'
import { pickExamples, readExamples } from '../../../src/programs/real-service/learn/read-examples.ts'
import { createService } from '../../support/control-plane.ts'
import { createReaderOf, readSimulator } from '../../support/simulated-reader.ts'

const REVISIONS = /^\/v2\/deployments\/([^/]+)\/revisions\?/

async function readMany(named: (ids: readonly string[]) => readonly string[] = () => []) {
  const simulator = createService({ preset: 'langsmith', deployments: 30 })
  const ids = simulator.db.deployments.list().map(({ id }) => id)
  const asked: string[] = []
  const real = readSimulator(simulator)
  const reader = createReaderOf((request, target) => {
    const [, id] = REVISIONS.exec(target) ?? []
    if (id !== undefined) asked.push(id)
    return real.read(request)
  })
  const requests = named(ids).map((id) => ({ method: 'GET', path: `/v2/deployments/${id}/revisions` }) as const)
  return { ids, asked, read: await readExamples(reader, { preset: 'langsmith', requests }) }
}

test('a large service is learned from the revisions of twenty deployments, and from the whole list', async () => {
  const { ids, asked, read } = await readMany()
  expect(read.records.get('deployments')).toHaveLength(30)
  expect(new Set(asked)).toEqual(new Set(ids.slice(0, 20)))
})

test('the revisions of deployments that tests ask for are read, too', async () => {
  const { ids, asked } = await readMany((all) => all.slice(-1))
  expect(asked).toContain(ids.at(-1))
  expect(new Set(asked).size).toBe(21)
})

test('requests are built only from deployments whose revisions are known', async () => {
  const { asked, read } = await readMany()
  const examples = pickExamples(read).records.get('deployments') ?? []
  expect(examples.map(({ id }) => id)).toEqual([...new Set(asked)])
})
