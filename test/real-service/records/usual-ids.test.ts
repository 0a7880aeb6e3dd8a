import { expect, test } from 'vitest'
import { listFormDifferences } from '../../../src/programs/real-service/forms/differences.ts'
import { watchForms } from '../../../src/programs/real-service/forms/watch.ts'
import { prepare } from '../../../src/programs/real-service/learn/prepare.ts'
import { writeRecording } from '../../../src/programs/real-service/record/recording.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { createService } from '../../support/control-plane.ts'
import { createReaderOf, readSimulator, replyWith } from '../../support/simulated-reader.ts'

const ULID = (place: number) => `01JZ${String(place).padStart(22, '0')}`

/** A service that has other ids than UUIDs, in the order of those that it has otherwise. */
function readOthers(idOf: (place: number) => string | number) {
  const simulator = createService({ preset: 'spec', deployments: 30 })
  const real = readSimulator(simulator)
  const all = simulator.db.deployments.list().map(({ id }) => id)
  const ids = new Map(all.toSorted().map((id, place) => [id, idOf(place + 1)]))
  return createReaderOf(async (request) => {
    const { status, body } = await real.read(request)
    const value = JSON.parse(body, (name, each) => (name === 'id' ? (ids.get(each) ?? each) : each))
    return replyWith(value, status)
  })
}

test.for([
  ['ULIDs', ULID],
  ['numbers', (place: number) => place],
] as const)('records with %s are recorded with UUIDs, and it says so', async ([, idOf]) => {
  const reader = readOthers(idOf)
  const records = await readRecords(reader, { preset: 'spec', only: ['deployments'] })
  const { written, misfits, text } = await writeRecording(records, { url: reader.url, format: 'json' })
  expect(written.get('deployments')).toHaveLength(30)
  expect(misfits).toContain('deployments.id')
  expect(text).not.toContain('01JZ')
})

test('requests name the ids of the service where a world has others, and its records are the same', async () => {
  const reader = readOthers(ULID)
  const records = await readRecords(reader, { preset: 'spec' })
  const { scenario, spell, known, candidates } = prepare(reader, records)
  expect(scenario.deployments).toHaveLength(30)
  const listed = candidates.find(({ query }) => /deployment_ids=\d{8}-/.test(query ?? ''))
  expect(listed && spell?.(listed).query).toMatch(/deployment_ids=01JZ/)
  expect(known.ids?.size).toBe(30)
})

test('an id that is no UUID is another spelling', async () => {
  const reader = watchForms(readOthers(ULID))
  await readRecords(reader, { preset: 'spec', only: ['deployments'] })
  const found = listFormDifferences(reader.forms, createService({ preset: 'spec' }).assumptions)
  expect(found).toMatchObject([{ aspect: 'resources[].id', value: 'another spelling' }])
})
