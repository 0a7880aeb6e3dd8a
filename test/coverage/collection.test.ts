import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator as createLibrary } from '../../src/engine/simulator/simulator.ts'
import { openCollection } from '../../src/entries/coverage/collection.ts'
import { readCoverage, summarizeCoverage } from '../../src/entries/coverage/files.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { library } from '../engine/library/library.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'collection-test-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    // Otherwise the collection would observe the simulators of later tests, too.
    Reflect.deleteProperty(globalThis, Symbol.for('deploymock.coverage'))
  })
  return folder
}

test('a collection observes all simulators that are created after it, and no others', async () => {
  const before = createSimulator()
  const collection = openCollection(makeFolder())
  await before.fetch('/v2/deployments')
  expect(collection.read()).toEqual([])
  for (const simulator of [createSimulator(), createSimulator()]) await simulator.fetch('/v2/auth/providers')
  expect(collection.read()[0]?.cases[0]).toMatchObject({ place: 'listOAuthProviders', times: 2 })
})

test('a process has one collection, however often it is opened', () => {
  const folder = makeFolder()
  expect(openCollection(folder)).toBe(openCollection(folder))
})

test('a collection has what was covered of each service', async () => {
  const folder = makeFolder()
  const collection = openCollection(folder)
  await createSimulator().fetch('/v2/deployments')
  for (const _ of [1, 2]) await createLibrary(library).fetch('/books')
  collection.write()
  expect(collection.read().map(({ service, usage }) => [service, usage.requests])).toEqual([
    ['Deployment Management Service', 1],
    ['Lending Library', 2],
  ])
  for (const [declared, operation] of [
    [service, 'listDeployments'],
    [library, 'listBooks'],
  ] as const) {
    const report = summarizeCoverage(declared, readCoverage(declared, [folder]))
    const covered = report.operations.filter((each) => each.covered > 0).map((each) => each.operation)
    expect(covered).toEqual([operation])
  }
})

test('the coverage of one service is not taken for that of another', async () => {
  const folder = makeFolder()
  const collection = openCollection(folder)
  await createLibrary(library).fetch('/books')
  collection.write()
  expect(() => readCoverage(service, [folder])).toThrow(
    'Failed to read the coverage of "Deployment Management Service": there is only that of "Lending Library".',
  )
})

test('a collection without requests writes no file', () => {
  const folder = join(makeFolder(), 'coverage')
  openCollection(folder).write()
  expect(existsSync(folder)).toBe(false)
})
