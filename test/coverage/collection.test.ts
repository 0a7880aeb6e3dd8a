import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCollection } from '../../src/entries/coverage/collection.ts'
import { createSimulator } from '../../src/index.ts'

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
  expect(collection.tally()).toEqual([])
  for (const simulator of [createSimulator(), createSimulator()]) await simulator.fetch('/v2/auth/providers')
  expect(collection.tally()[0]).toMatchObject({ place: 'listOAuthProviders', times: 2 })
})

test('a process has one collection, however often it is opened', () => {
  const folder = makeFolder()
  expect(openCollection(folder)).toBe(openCollection(folder))
})

test('a collection without requests writes no file', () => {
  const folder = join(makeFolder(), 'coverage')
  openCollection(folder).write()
  expect(existsSync(folder)).toBe(false)
})
