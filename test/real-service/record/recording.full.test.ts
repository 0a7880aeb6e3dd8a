import { expect } from 'vitest'
import { readScenarioFile } from '../../../src/entries/files/index.ts'
import type { Simulator, SimulatorOptions } from '../../../src/index.ts'
import { writeRecording } from '../../../src/programs/real-service/record/recording.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { fetchAllPages, type WireRecord } from '../../support/client.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { runs, sample } from '../../support/scope.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

const PATIENCE = { timeout: 300_000 }
const MOST_WORDS = runs(200)
const LEAST_WORDS = MOST_WORDS / 4

const list = (simulator: Simulator, query: Record<string, string> = {}) =>
  fetchAllPages(simulator, new URLSearchParams({ limit: '100', ...query }))

/** Counts the deployments with each value of each filter. */
function countFields({ db }: Simulator): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, deployment_type, remote_reconciled, image_version, source } of db.deployments.list()) {
    for (const value of [status, deployment_type, `remote ${remote_reconciled}`, `image ${image_version}`, source]) {
      counts[value] = (counts[value] ?? 0) + 1
    }
  }
  return counts
}

const WORD = /[a-z]{3,}/g

/** Pairs each word of the names with its image. */
function pairWords(before: readonly WireRecord[], after: readonly WireRecord[]): Map<string, string> {
  const pairs = before.flatMap(({ name }, place) => {
    const images = after[place]?.name.match(/[a-z]+/g) ?? []
    return (name.match(/[a-z]+/g) ?? []).map((word, step) => [word, images[step] ?? ''] as const)
  })
  return new Map(pairs.filter(([word]) => word.match(WORD)))
}

const worlds = [
  ['busy', { scenario: 'busy', deployments: runs(1200) }, 'json'],
  // More would not fit into a file.
  ['a smaller large', { scenario: 'large', deployments: 1500 }, 'yaml'],
] as const satisfies readonly (readonly [string, SimulatorOptions, string])[]

test.for(sample(worlds, worlds.length))(
  'the recording of %s has the same totals and pages, and searches find as many names',
  PATIENCE,
  async ([, options, format], { folder }) => {
    const original = createService(options)
    const reader = readSimulator(original)
    const records = await readRecords(reader, { preset: 'langsmith' })
    expect(records.missing).toEqual([])
    const key = new Uint8Array(32).fill(3)
    const { text, misfits } = await writeRecording(records, { url: reader.url, key, format })
    expect(misfits).toEqual([])
    // As `deploymock check` does.
    const scenario = await readScenarioFile(await folder.write(`world.${format}`, text))
    const recorded = createService({ scenario })

    for (const name of ['providers', 'integrations', 'repositories', 'listeners', 'tokens', 'revisions'] as const) {
      expect([name, recorded.db[name].count()]).toEqual([name, original.db[name].count()])
    }
    expect(countFields(recorded)).toEqual(countFields(original))
    const [before, after] = [await list(original), await list(recorded)]
    expect(after).toHaveLength(before.length)
    const words = [...pairWords(before, after)].slice(0, MOST_WORDS)
    expect(words.length).toBeGreaterThanOrEqual(LEAST_WORDS)
    for (const [word, image] of words) {
      const expected = before.filter(({ name }) => name.includes(word)).length
      expect([word, image, (await list(recorded, { name_contains: image })).length]).toEqual([word, image, expected])
    }
  },
)

test('a recorded deployment belongs to the recorded repository, provider and revision', PATIENCE, async () => {
  const original = createService({ deployments: 15, scenario: 'busy' })
  const reader = readSimulator(original)
  const records = await readRecords(reader, { preset: 'langsmith' })
  const { scenario } = await writeRecording(records, { url: reader.url, format: 'json' })
  const { db } = createService({ scenario })
  const urls = new Set(db.repositories.list().map(({ url }) => url))
  const providers = new Set(db.providers.list().map(({ provider_id }) => provider_id))
  for (const { source_config, latest_revision_id } of db.deployments.list()) {
    if (source_config.repo_url !== null) expect(urls).toContain(source_config.repo_url)
    if (latest_revision_id !== null) expect(db.revisions.get(latest_revision_id)).toBeDefined()
  }
  for (const { provider_id } of db.tokens.list()) expect(providers).toContain(provider_id)
})

test('the newest record is as old as the present, and all others keep their distance', async () => {
  const original = createService({ deployments: 20 })
  const reader = readSimulator(original)
  const records = await readRecords(reader, { preset: 'langsmith', only: ['deployments'] })
  const { scenario } = await writeRecording(records, { url: reader.url, format: 'json' })
  const { db } = createService({ scenario })
  const times = db.deployments.list().flatMap(({ created_at, updated_at }) => [created_at, updated_at])
  const toMicroseconds = (time: string) => Date.parse(time) * 1000 + Number(/(\d{3})Z$/.exec(time)?.[1] ?? 0)
  const sorted = times.map(toMicroseconds).sort((a, b) => b - a)
  expect(sorted[0]).toBe(toMicroseconds(scenario.now))
  const distances = (all: readonly number[]) => all.slice(1).map((each, place) => (all[place] ?? 0) - each)
  const before = original.db.deployments.list().flatMap(({ created_at, updated_at }) => [created_at, updated_at])
  expect(distances(sorted)).toEqual(distances(before.map(toMicroseconds).sort((a, b) => b - a)))
})

test('what is kept stays, and nothing else', async () => {
  const reader = readSimulator(createService({ deployments: 20 }))
  const records = await readRecords(reader, { preset: 'langsmith', only: ['deployments'] })
  const { scenario } = await writeRecording(records, { url: reader.url, keep: ['names', 'times'], format: 'json' })
  const { db } = createService({ scenario })
  const [before, after] = [records.records.get('deployments') ?? [], db.deployments.list()]
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(after.map(({ created_at }) => created_at)).toEqual(before.map(({ created_at }) => created_at))
  const ids = new Set(before.map(({ id }) => id))
  expect(after.filter(({ id }) => ids.has(id))).toEqual([])
  expect(scenario.description).toBe('The records of a real service, with other texts, except names, times.')
})
